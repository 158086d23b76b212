import { text } from "node:stream/consumers";
import { createElement, Fragment } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { expect, test } from "vitest";
import { documentStream, wholeDocument } from "./document-stream.ts";

test("Chinese text stays whole wherever React's stream is split", async () => {
  for (let shift = 0; shift < 6; shift += 1) {
    const words = ["a".repeat(shift), ...("海边日落云海极光".repeat(600).match(/.{16}/g) ?? [])];
    const page = words.map((word, key) => createElement("p", { key, title: word }, word));
    const body = documentStream();
    renderToPipeableStream(createElement(Fragment, null, page)).pipe(body);
    const expected = words.map((word) => `<p title="${word}">${word}</p>`).join("");
    expect(await text(body)).toBe(expected);
  }
});

test("what React writes in one turn is forwarded as one chunk", async () => {
  const body = documentStream();
  const pieces: Buffer[] = [];
  body.on("data", (piece: Buffer) => pieces.push(piece));
  for (const part of ["a", "b", "c"]) body.write(part);
  await new Promise((resolve) => setImmediate(resolve));
  body.end("d");
  await new Promise((resolve) => body.once("end", resolve));
  expect(pieces.map(String)).toEqual(["abc", "d"]);
});

test("scripts have a lower priority than a picture that the page preloads, and no character is lost", async () => {
  const whole = (page: string) =>
    new Promise<string>((resolve) => wholeDocument((body) => resolve(String(body))).end(page));
  const script = '<link rel="modulepreload" href="/a.js"/>';
  const page = `海边${script}日落${script}`;
  const picture = '<link rel="preload" as="image" imageSrcSet="/b"/>';
  expect(await whole(page)).toBe(page);
  expect(await whole(picture + page)).toBe(
    picture + page.replaceAll('modulepreload"', 'modulepreload" fetchpriority="low"'),
  );
});
