import { Transform } from "node:stream";
import { text } from "node:stream/consumers";
import { createElement, Fragment } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { expect, test } from "vitest";
import { dropNulls } from "./drop-nulls.ts";

test("Chinese texts are whole wherever a piece of React's stream ends", async () => {
  for (let shift = 0; shift < 6; shift += 1) {
    const words = ["a".repeat(shift), ...("海边日落云海极光".repeat(60).match(/.{16}/g) ?? [])];
    const page = words.map((word, key) => createElement("p", { key, title: word }, word));
    const body = new Transform({ transform: dropNulls });
    renderToPipeableStream(createElement(Fragment, null, page)).pipe(body);
    const expected = words.map((word) => `<p title="${word}">${word}</p>`).join("");
    expect(await text(body)).toBe(expected);
  }
});
