import { expect, test } from "vitest";
import { safeRedirectPath } from "./own-path.ts";

const own = (wanted: string | null) => safeRedirectPath(wanted, "https://site.test");

test("a path of this site is kept with its query", () => {
  expect(own("/videoinfo?id=100301")).toBe("/videoinfo?id=100301");
  expect(own("https://site.test/sign")).toBe("/sign");
});

test.each([
  null,
  "",
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/a/..//evil.example",
  "https://site.test//evil.example",
  "javascript:alert(1)",
  "http://site.test/",
  "https://[",
])("%j leads home", (wanted) => {
  expect(own(wanted)).toBe("/");
});
