import { expect, test } from "vitest";
import { isFollowed, wayIn, wayMark } from "./way.ts";

const origin = "https://site.test";
const plain = {
  button: 0,
  metaKey: false,
  ctrlKey: false,
  shiftKey: false,
  altKey: false,
  defaultPrevented: false,
};
const anchor = (href: string, { target = "", download = false } = {}) => ({
  href: new URL(href, origin).href,
  target,
  hasAttribute: (name: string) => name === "download" && download,
});
const card = anchor("/videoinfo?id=1");

test("a plain click is followed", () => {
  expect(isFollowed(plain, card, origin)).toBe(true);
  expect(isFollowed(plain, anchor("/mine", { target: "_self" }), origin)).toBe(true);
});

test("a click for another window, or one that somebody has answered, is left alone", () => {
  for (const other of [
    { button: 1 },
    { button: 2 },
    { metaKey: true },
    { ctrlKey: true },
    { shiftKey: true },
    { altKey: true },
    { defaultPrevented: true },
  ]) {
    expect(isFollowed({ ...plain, ...other }, card, origin), JSON.stringify(other)).toBe(false);
  }
});

test("windows, files and other sites are the browser's business", () => {
  expect(isFollowed(plain, anchor("/mine", { target: "_blank" }), origin)).toBe(false);
  expect(isFollowed(plain, anchor("/app.apk", { download: true }), origin)).toBe(false);
  expect(isFollowed(plain, anchor("//site.test.evil/"), origin)).toBe(false);
  expect(isFollowed(plain, anchor("mailto:a@site.test"), origin)).toBe(false);
});

test("how a link wants to be followed survives its way through the document", () => {
  const plainly = { replace: false, preventScrollReset: false, prefetch: undefined };
  expect(wayMark({})).toBe("");
  expect(wayIn("")).toEqual(plainly);
  expect(wayIn(wayMark({ replace: true }))).toEqual({ ...plainly, replace: true });
  for (const prefetch of ["press", "none"] as const) {
    const all = { replace: true, preventScrollReset: true, prefetch };
    expect(wayIn(wayMark(all))).toEqual(all);
  }
});
