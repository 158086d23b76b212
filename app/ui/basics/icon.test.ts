import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name);

test("every icon name has a symbol in icons.svg, and every symbol has a name", () => {
  const [icons = "", others = ""] = read("icon.tsx").split("type DrawingName");
  const named = all(icons, /\| "([\w-]+)"/g).map((name) => `i-${name}`);
  const tiers = [0, 1, 2, 3, 4, 5].map((tier) => `vip-${tier}`);
  const drawn = all(read("icons.svg"), /<symbol id="([\w-]+)"/g);
  expect(drawn.sort()).toEqual([...named, ...tiers, ...all(others, /\| "([\w-]+)"/g)].sort());
});
