import { expect, test } from "vitest";
import { pageKeyOf, storeKey } from "./public-pages.ts";

const addressOf = (path: string, ageGateClosed = false, isUnregistered = true) =>
  pageKeyOf(new URL(path, "http://site.test"), {
    ageGateClosed,
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
])("%s is the same for everybody, and cached under its own address", (path) => {
  const key = storeKey(path, "open");
  expect(addressOf(path)).toEqual({ key, path, audience: "open", kind: "page" });
});

test.each([
  ["a page of one visitor's", "/mine"],
  ["the login, which notes that an ending was seen", "/login"],
  ["a list of the hidden section", "/sreinfo?type=42"],
  ["a list of the hidden section, written with a space", "/sreinfo?type=+42"],
  ["further rows of it", "/rows/home?tag=42&page=2"],
  ["further rows of one visitor's", "/rows/history?page=2"],
  ["a question that the page does not ask", "/?utm_source=1"],
  ["a question of another page", "/category?tag=1"],
  ["a question asked twice", "/?tag=1&tag=2"],
  ["the mark of a data request in a document's address", "/?_routes=root"],
  ["a very long search", `/sreinfo?searchStr=${"x".repeat(700)}`],
  ["a name that every object has", "/constructor"],
  ["data without a page", "/.data"],
  ["an episode's file", "/stream/100301/0/0/media"],
  ["an episode's beginning", "/stream/100301/0/0/beginning"],
  ["a playlist that is asked for a part of it", "/stream/100301/0/0/index.m3u8?_HLS_msn=9"],
  ["a playlist of one device's", "/stream/own.AAAA/index.m3u8"],
  ["a piece of media", "/stream/AAAA/media.m4s"],
  ["suggestions for no term", "/suggestions?term="],
  ["suggestions with a question of one's own", "/suggestions?term=a&x=1"],
  ["suggestions for a very long term", `/suggestions?term=${"x".repeat(400)}`],
])("%s is not cached", (_what, path) => {
  expect(addressOf(path)).toBeUndefined();
});

test("suggestions are the same for everybody, before and after the age gate", () => {
  const path = "/suggestions?term=%E6%B5%B7";
  const wanted = { key: storeKey(path, "everybody"), path, audience: "everybody" };
  for (const ageGateClosed of [true, false]) {
    expect(addressOf(path, ageGateClosed)).toEqual({ ...wanted, kind: "suggestions" });
  }
});

test("an inviter's link shows the same home page", () => {
  expect(addressOf("/?id=83920174")?.path).toBe("/");
  expect(addressOf("/?tag=5&id=83920174")?.path).toBe("/?tag=5");
  expect(addressOf("/videoinfo?id=1&t=30&share=83920174")?.path).toBe("/videoinfo?id=1");
});

test("a page has two documents, one with the age gate", () => {
  expect(addressOf("/", true)?.key).not.toBe(addressOf("/", false)?.key);
});

test("an episode's playlist is shared by all unregistered visitors, and individual for others", () => {
  const path = "/stream/100301/0/2/index.m3u8";
  for (const ageGateClosed of [true, false]) {
    const key = storeKey(path, "unregistered");
    expect(addressOf(path, ageGateClosed)).toEqual({
      key,
      path,
      audience: "unregistered",
      kind: "playlist",
    });
    expect(addressOf(path, ageGateClosed, false)).toBeUndefined();
  }
});

test("a playlist at a sealed address is the same for all who have it", () => {
  const path = "/stream/AA-_09/index.m3u8";
  const wanted = { key: storeKey(path, "holders"), path, audience: "holders", kind: "playlist" };
  expect(addressOf(path)).toEqual(wanted);
  expect(addressOf(path, true, false)).toEqual(wanted);
});
