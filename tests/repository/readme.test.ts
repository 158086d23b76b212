import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod/v4";

const readme = readFileSync("README.md", "utf8");
const jsonOf = (file: string) => JSON.parse(readFileSync(file, "utf8"));
const texts = z.record(z.string(), z.string());
const { scripts, ...packages } = z
  .object({ scripts: texts, dependencies: texts, devDependencies: texts })
  .parse(jsonOf("package.json"));
const dependencies = Object.keys({ ...packages.dependencies, ...packages.devDependencies });

const marked = (text: string) =>
  [...text.matchAll(/`([^`\n]+)`/g)].map(([, inside = ""]) => inside);
const chapterOf = (title: string) => readme.split(`\n## ${title}\n`)[1]?.split("\n## ")[0] ?? "";

const tops = ["app", "deploy", "public", "server", "tests"];
const names = new Set([
  ...readdirSync("."),
  ...tops.flatMap((top) =>
    readdirSync(top, { recursive: true }).map((path) => basename(`${path}`)),
  ),
]);
const looksLikeFile = (text: string) =>
  /^[\w.@/-]+$/.test(text) &&
  (tops.some((top) => text.startsWith(`${top}/`)) ||
    /\.(tsx?|jsx?|json|ya?ml|conf|css|svg)$/.test(text));
/** Made by the commands that name them, or by whoever follows "Contributing". */
const notYet = /^(test-results\/|build\/)|about/;

test("every file and folder that the README names is there", () => {
  const named = marked(readme).filter(
    (text) => looksLikeFile(text) && !notYet.test(text) && !dependencies.includes(text),
  );
  expect(named.length).toBeGreaterThan(30);
  const missing = named.filter((path) => !existsSync(path) && !names.has(path));
  expect(missing).toEqual([]);
});

test("every command that the README names is a script", () => {
  const named = [...readme.matchAll(/npm run (?:--\S+ )?([\w:]+)/g)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !scripts[name])).toEqual([]);
});

test("the README's table has every dependency once, with the licence that it gives itself", () => {
  const rows = chapterOf("Dependencies, and what each is for")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split(" | "));
  const told = rows.flatMap(([first = "", licence = ""]) =>
    marked(first).map((name) => `${name}: ${licence}`),
  );
  const facts = dependencies.map(
    (name) => `${name}: ${jsonOf(`node_modules/${name}/package.json`).license}`,
  );
  expect(told.sort()).toEqual(facts.sort());
});
