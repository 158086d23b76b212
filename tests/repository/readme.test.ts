import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

const readme = readFileSync("README.md", "utf8");
/** Decisions are not among them: they may name what is gone. */
const documents = readdirSync("docs")
  .filter((file) => file.endsWith(".md"))
  .map((file) => join("docs", file));
const texts = [readme, ...documents.map((file) => readFileSync(file, "utf8"))];

const jsonOf = (file: string) => JSON.parse(readFileSync(file, "utf8"));
const stringMap = z.record(z.string(), z.string());
const { scripts, ...packages } = z
  .object({ scripts: stringMap, dependencies: stringMap, devDependencies: stringMap })
  .parse(jsonOf("package.json"));
const dependencies = Object.keys({ ...packages.dependencies, ...packages.devDependencies });

const inCode = (text: string) =>
  [...text.matchAll(/`([^`\n]+)`/g)].map(([, inside = ""]) => inside);
const chapterOf = (title: string) => readme.split(`\n## ${title}\n`)[1]?.split("\n## ")[0] ?? "";

const tops = ["app", "deploy", "docs", "public", "server", "tests", "tools"];
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
const notYet = /^(test-results\/|build\/|app\/features\/about\/)|^about\.server\.ts$/;

/** Whether a file defines a name: as a declaration, a key or a custom property, or as the type of its export. */
const defines = (text: string, symbol: string) =>
  new RegExp(
    `\\b(const|function|interface|type|class|satisfies) ${symbol}\\b|^\\s*${symbol}:`,
    "m",
  ).test(text);

test("the README has at most 12 KB", () => {
  expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(12 * 1024);
});

test("the Chinese README has the chapters, commands, files and symbols of the English one", () => {
  const english = readme.replace(/<!-- bench -->.*<!-- \/bench -->/s, "");
  const chinese = readFileSync("README.zh-CN.md", "utf8");
  const blocks = /^```.*?^```/gms;
  const parts = (text: string) => {
    const prose = text.replace(blocks, "");
    return {
      blocks: text.match(blocks),
      chapters: prose.match(/^#+ |^\*\*/gm),
      rows: prose.match(/^\|/gm)?.length,
      code: [...new Set(inCode(prose))].toSorted(),
      links: [...new Set(prose.match(/(?<=\]\()[^)#:]+/g))]
        .filter((path) => !path.startsWith("README"))
        .toSorted(),
    };
  };
  expect(parts(chinese)).toEqual(parts(english));
  expect(parts(english).blocks).toHaveLength(3);
});

test("every file and folder named in the README and the documents exists", () => {
  const named = texts
    .flatMap(inCode)
    .filter((text) => looksLikeFile(text) && !notYet.test(text) && !dependencies.includes(text));
  const linked = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path = ""]) => path);
  expect(named.length + linked.length).toBeGreaterThan(60);
  expect([...named, ...linked].filter((path) => !existsSync(path) && !names.has(path))).toEqual([]);
});

test("every command named in the README and the documents is a script", () => {
  const named = texts.flatMap((text) =>
    [...text.matchAll(/npm run (?:--\S+ )?([\w:]+)/g)].map(([, name = ""]) => name),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !scripts[name])).toEqual([]);
});

test("each row of 'Where do I change …' names an existing file and a symbol in it", () => {
  const rows = [
    ...chapterOf("Where do I change …").matchAll(
      /^\| (?<what>[^|]+) \| \[[^\]]+\]\((?<file>[^)]+)\) \| (?<symbols>[^|]+) \|$/gm,
    ),
  ].map(({ groups }) => groups ?? {});
  expect(rows.length).toBeGreaterThanOrEqual(20);
  const missing = rows.flatMap(({ what, file = "", symbols = "" }) => {
    const text = readFileSync(file, "utf8");
    return inCode(symbols)
      .filter((symbol) => !defines(text, symbol))
      .map((symbol) => `${what}: ${symbol} is not in ${file}`);
  });
  expect(missing).toEqual([]);
  expect(rows.filter(({ symbols = "" }) => inCode(symbols).length === 0)).toEqual([]);
});

test("the README lists every dependency, each with a permissive licence", () => {
  const named = inCode(chapterOf("Dependencies")).filter((name) => dependencies.includes(name));
  expect(named.toSorted()).toEqual(dependencies.toSorted());
  const allowed = /^(MIT|ISC|Apache-2\.0|BSD-2-Clause|BlueOak-1\.0\.0|Unlicense|MPL-2\.0)$/;
  const licences = dependencies.map(
    (name) => `${name}: ${jsonOf(`node_modules/${name}/package.json`).license}`,
  );
  const strange = licences.filter((line) =>
    (line.split(": ")[1] ?? "").split(" OR ").every((licence) => !allowed.test(licence)),
  );
  expect(strange).toEqual([]);
});

test("decisions are dated and uniquely numbered", () => {
  const pages = readdirSync("docs/decisions");
  const numbers = pages.map((page) => page.slice(0, 4));
  expect(new Set(numbers).size).toBe(pages.length);
  const undated = pages.filter(
    (page) => !/^Date: \d{4}-\d{2}-\d{2}/m.test(readFileSync(`docs/decisions/${page}`, "utf8")),
  );
  expect(undated).toEqual([]);
});

test("every link in the documents leads to a file", () => {
  const pages = readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => join("docs", path));
  const links = pages.flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path = ""]) =>
      join(dirname(page), path),
    ),
  );
  expect(links.length).toBeGreaterThan(40);
  expect(links.filter((path) => !existsSync(path))).toEqual([]);
});
