import { expect, test } from "vitest";
import { analyticsScript } from "./member.ts";

test("the member's id takes its place in the address, whatever it holds", () => {
  expect(analyticsScript("https://stats.example/s.js?u={h5Uuid}", "a b&c")).toBe(
    "https://stats.example/s.js?u=a%20b%26c",
  );
});

test("without a script, or without an id, nothing is loaded", () => {
  expect(analyticsScript(undefined, "id")).toBeUndefined();
  expect(analyticsScript("https://stats.example/s.js", "")).toBeUndefined();
});
