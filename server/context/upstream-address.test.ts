import { expect, test } from "vitest";
import { createUpstreamAddresses } from "./upstream-address.ts";

const { resolve, shorten } = createUpstreamAddresses("http://10.0.0.7:9000/api/");

test("what lives on the upstream's own origin is shortened to its path", () => {
  expect(shorten("http://10.0.0.7:9000/covers/1.jpg?v=2")).toBe("/covers/1.jpg?v=2");
  expect(shorten("/covers/1.jpg")).toBe("/covers/1.jpg");
  expect(shorten("covers/1.jpg")).toBe("/api/covers/1.jpg");
});

test("what lives elsewhere keeps its address", () => {
  for (const url of [
    "https://cdn.example/1.jpg",
    "http://10.0.0.7/1.jpg",
    "http://10.0.0.7:9001/x",
  ]) {
    expect(shorten(url)).toBe(url);
  }
});

test("a shortened address is the same address, whatever it looks like", () => {
  for (const url of [
    "http://10.0.0.7:9000//evil.example/1.jpg",
    "/a//b",
    "?x",
    "http://10.0.0.7:9000",
  ])
    expect(resolve(shorten(url)), url).toBe(resolve(url));
});
