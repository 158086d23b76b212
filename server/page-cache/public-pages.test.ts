import { expect, test } from "vitest";
import { pageKeyOf, storeKey } from "./public-pages.ts";

const addressOf = (path: string, closed = false) =>
  pageKeyOf(new URL(path, "http://site.test"), closed);

test.each([
  "/",
  "/?tag=12&page=2",
  "/_root.data?index&only=rows&page=3",
  "/_root.data?_routes=routes%2Fhome",
  "/category",
  "/category.data",
  "/taglist?type=3",
  "/sreinfo?type=15&sonType=&searchStr=&title=%E7%B2%BE%E9%80%89",
  "/sreach",
])("%s is the same for everybody, and cached under its own address", (path) => {
  expect(addressOf(path)).toEqual({ key: storeKey(path, false), path, ageGateClosed: false });
});

test.each([
  ["a page of one visitor's", "/mine"],
  ["the login, which notes that an ending was seen", "/login"],
  ["a video, whose streams are its viewer's own", "/videoinfo?id=1"],
  ["a list of the hidden section", "/sreinfo?type=42"],
  ["a list of the hidden section, written with a space", "/sreinfo?type=+42"],
  ["a question that the page does not ask", "/?utm_source=1"],
  ["a question of another page", "/category?tag=1"],
  ["a question asked twice", "/?tag=1&tag=2"],
  ["the mark of a data request in a document's address", "/?_routes=root"],
  ["a very long search", `/sreinfo?searchStr=${"x".repeat(700)}`],
  ["a name that every object has", "/constructor"],
  ["data without a page", "/.data"],
])("%s is not cached", (_what, path) => {
  expect(addressOf(path)).toBeUndefined();
});

test("an inviter's link shows the same home page", () => {
  expect(addressOf("/?id=83920174")?.path).toBe("/");
  expect(addressOf("/?tag=5&id=83920174")?.path).toBe("/?tag=5");
});

test("the age gate makes two documents of one page", () => {
  expect(addressOf("/", true)?.key).not.toBe(addressOf("/", false)?.key);
});
