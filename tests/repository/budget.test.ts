import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { browserFiles, type PageScripts } from "../support/browser/browser-files.ts";

/**
 * In bytes after gzip, everything that the first load of a page runs: libraries (81 KB: React 44, Remix and its router 36), its
 * own code and the manifest. These only fall: a feature that needs more takes as much away elsewhere.
 */
const HOME = 115_250;
const ANY_PAGE = 133_850;
/** Each file is a request; on a slow line of HTTP/1.1 six of them go at a time. */
const FILES = 20;

const { pages, read, gzipped } = browserFiles();
const isHome = ({ route }: PageScripts) => route === "features/home/home.route";
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;

const excess = (page: PageScripts, budget: number) =>
  page.bytes > budget
    ? [
        `${page.route}: ${kilobytes(page.bytes)} of ${kilobytes(budget)}; the largest files: ${page.files
          .slice(0, 5)
          .map((file) => `${file} ${kilobytes(gzipped(file))}`)
          .join(", ")}`,
      ]
    : [];

test("the home page runs at most 115.25 KB of JavaScript", () => {
  expect(pages.filter(isHome)).toHaveLength(1);
  expect(pages.filter(isHome).flatMap((page) => excess(page, HOME))).toEqual([]);
});

test("every other page runs at most 133.85 KB of JavaScript", () => {
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.flatMap((page) => excess(page, ANY_PAGE))).toEqual([]);
});

test("a page loads few script files", () => {
  expect(pages.filter((page) => page.files.length > FILES)).toEqual([]);
});

test("no scripts import each other in a cycle", () => {
  const imports = (file: string) =>
    [...read(file).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map(
      ([, name]) => `/assets/${name}`,
    );
  const leadsTo = (from: string, seen = new Set<string>()): Set<string> => {
    for (const next of imports(from)) if (!seen.has(next)) leadsTo(next, seen.add(next));
    return seen;
  };
  const all = new Set(pages.flatMap(({ files }) => files));
  expect([...all].filter((file) => leadsTo(file).has(file))).toEqual([]);
});

/** What is fetched when it is needed, by words that its code must contain. */
const onDemand = {
  "hls.js": "hlsDestroying",
  "the code for QR": "toCanvas",
  "the danmaku's animation": "danmaku-layer-",
};

test("hls.js, QR codes and the danmaku animation are loaded on demand, not by any page at once", () => {
  const names = readdirSync("build/client/assets");
  for (const [what, mark] of Object.entries(onDemand)) {
    const holders = names.filter(
      (name) =>
        name.endsWith(".js") &&
        (name.startsWith(mark) || definitions(read(`/assets/${name}`), mark)),
    );
    expect(holders, what).not.toEqual([]);
    for (const { route, files } of pages) {
      const found = holders.filter((name) => files.includes(`/assets/${name}`));
      expect(found, `${what} in ${route}`).toEqual([]);
    }
  }
});

test("no page's JavaScript contains SVG paths", () => {
  const path = /["'`][Mm][\d\s.,-]+[a-zA-Z][\d\s.,a-zA-Z-]{12,}["'`]/;
  const drawn = new Set(
    pages.flatMap(({ files }) => files.filter((file) => path.test(read(file)))),
  );
  expect([...drawn]).toEqual([]);
});

/** Whether a script itself brings a library, and not only asks for one. */
const definitions = (script: string, mark: string) =>
  script.includes(`${mark}=`) || script.includes(`"${mark}"`);
