import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pageColours } from "./page-colours.ts";

test("the page's colours match tokens.css", () => {
  const tokens = readFileSync("app/styles/tokens.css", "utf8");
  const { light, dark } = pageColours;
  expect(tokens).toContain(`--bg: var(--if-light, ${light}) var(--if-dark, ${dark});`);
});
