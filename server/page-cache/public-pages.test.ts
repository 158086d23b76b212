import { expect, test } from "vitest";
import { pageKeyOf, storeKey } from "./public-pages.ts";

const keyOf = (path: string, ageGateClosed = false, isUnregistered = true, blursCovers = false) =>
  pageKeyOf(new URL(path, "http://site.test"), {
    ageGateClosed,
    blursCovers,
    isUnregistered: () => isUnregistered,
  });

test.each([
  "/",
  "/?tag=12&page=2",
  "/rows/home?page=3",
  "/rows/results?searchStr=a&page=2",
  "/_root.data?_routes=routes%2Fhome",
  "/category",
  "/category.data",
  "/taglist?type=3",
  "/sreinfo?type=15&sonType=&searchStr=&title=%E7%B2%BE%E9%80%89",
  "/sreach",
  "/videoinfo?id=100301",
  "/videoinfo?id=100301&ep=100301%2F0%2F1",
  "/videoinfo.data?id=100301",
])("%s is the same for all visitors, and is cached under its path and query", (path) => {
  const key = storeKey(path, "open");
  expect(keyOf(path)).toEqual({ key, path, audience: "open", kind: "page" });
});

test.each([
  ["a visitor's own page", "/mine"],
  ["the login page, which notes that the visitor knows the session ended", "/login"],
  ["a list of the hidden section", "/sreinfo?type=42"],
  ["a list of the hidden section, written with a space", "/sreinfo?type=+42"],
  ["further rows of such a list", "/rows/home?tag=42&page=2"],
  ["further rows of a visitor's own list", "/rows/history?page=2"],
  ["a parameter that the page does not have", "/?utm_source=1"],
  ["another page's parameter", "/category?tag=1"],
  ["a repeated parameter", "/?tag=1&tag=2"],
  ["a data request's parameter on a document", "/?_routes=root"],
  ["a very long search", `/sreinfo?searchStr=${"x".repeat(700)}`],
  ["a name that every object has", "/constructor"],
  ["data without a page", "/.data"],
  ["an episode's file", "/stream/100301/0/0/media"],
  ["an episode's beginning", "/stream/100301/0/0/beginning"],
  ["a playlist with a low-latency parameter", "/stream/100301/0/0/index.m3u8?_HLS_msn=9"],
  ["a playlist bound to one device", "/stream/own.AAAA/index.m3u8"],
  ["a segment", "/stream/AAAA/media.m4s"],
  ["suggestions for no term", "/suggestions?term="],
  ["suggestions with an unknown parameter", "/suggestions?term=a&x=1"],
  ["suggestions for a very long term", `/suggestions?term=${"x".repeat(400)}`],
])("%s is not cached", (_what, path) => {
  expect(keyOf(path)).toBeUndefined();
});

test("suggestions are the same for all visitors, before and after the age gate", () => {
  const path = "/suggestions?term=%E6%B5%B7";
  const wanted = { key: storeKey(path, "everybody"), path, audience: "everybody" };
  for (const ageGateClosed of [true, false]) {
    expect(keyOf(path, ageGateClosed)).toEqual({ ...wanted, kind: "suggestions" });
  }
});

test("an inviter's link shares the cached page", () => {
  expect(keyOf("/?id=83920174")?.path).toBe("/");
  expect(keyOf("/?tag=5&id=83920174")?.path).toBe("/?tag=5");
  expect(keyOf("/videoinfo?id=1&t=30&share=83920174")?.path).toBe("/videoinfo?id=1");
});

test("a page has two documents, with and without the age gate", () => {
  expect(keyOf("/", true)?.key).not.toBe(keyOf("/", false)?.key);
});

test("all unregistered visitors share an episode's playlist; it is not cached for others", () => {
  const path = "/stream/100301/0/2/index.m3u8";
  for (const ageGateClosed of [true, false]) {
    const key = storeKey(path, "unregistered");
    expect(keyOf(path, ageGateClosed)).toEqual({
      key,
      path,
      audience: "unregistered",
      kind: "playlist",
    });
    expect(keyOf(path, ageGateClosed, false)).toBeUndefined();
  }
});

test("a playlist at a sealed address is the same for all who have the address", () => {
  const path = "/stream/AA-_09/index.m3u8";
  const wanted = { key: storeKey(path, "holders"), path, audience: "holders", kind: "playlist" };
  expect(keyOf(path)).toEqual(wanted);
  expect(keyOf(path, true, false)).toEqual(wanted);
});

test("a page with blurred covers is another document; behind the age gate it is none that is shared", () => {
  expect(keyOf("/", false, true, true)).toMatchObject({ key: "blurred /", kind: "page" });
  expect(keyOf("/", true, true, true)).toBeUndefined();
  expect(keyOf("/suggestions?term=a", true, true, true)?.audience).toBe("everybody");
});
