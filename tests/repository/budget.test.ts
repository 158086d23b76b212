import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { browserFiles, type PageScripts } from "../support/browser/browser-files.ts";

/**
 * In bytes after gzip, everything that the first load of a page runs: libraries, its own code and the manifest. What
 * the framework takes is stock: of the libraries' 81 KB, React and React DOM are 44, Remix and its router 36. The
 * parts of those that this site never runs, which were once patched out, are what the budgets have above 100 and
 * 115 KB: the single-page mode, data requests from before single fetch, `defer`, view transitions, the discovery of
 * routes and the router's warnings (7 KB); `<Link>` with its prefetching (1 KB); a reserve of 2 KB. Since then home has 2 KB
 * more, for places that are restored, back that closes overlays and swipes (whose gestures are fetched when the page is
 * idle), and the watch page 3 KB, for the strip of episodes, the gestures and ways of fullscreen and the preview's offers, 1 KB
 * more, for a preview's first seconds before the player's script, and 1 KB more, for the colour theme, the data saver and
 * the player's settings (whose sheet is fetched when it is opened). Both have 1 KB more for lists that stand where they were
 * after a reload, and the watch page 0.5 KB, for fullscreen by the video's shape and a used-up preview that begins anew. Both
 * have 1 KB more for a purchase that outlives its page and is told from other coins, the watch page 1.5 KB, and both
 * 0.5 KB more for pages that stand by a card in sight after a reload. The watch page has 0.3 KB more for a first segment that
 * is loaded once, which is 57 KB less of the demo's, and for a beginning that does not run dry on a narrow line. Home has
 * 0.8 KB more, and the watch page 0.1 KB, for a tapped card that plays while the page is on its way: a tap's first frame comes in
 * less than half of the time (docs/decisions/0027).
 */
const HOME = 115_300;
const ANY_PAGE = 133_900;
/** Each file is a request; on a slow line of HTTP/1.1 six of them go at a time. */
const FILES = 22;

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

test("the home page runs at most 115.3 KB of JavaScript", () => {
  expect(pages.filter(isHome)).toHaveLength(1);
  expect(pages.filter(isHome).flatMap((page) => excess(page, HOME))).toEqual([]);
});

test("every other page runs at most 133.9 KB of JavaScript", () => {
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.flatMap((page) => excess(page, ANY_PAGE))).toEqual([]);
});

test("a page's scripts are few files", () => {
  expect(pages.filter((page) => page.files.length > FILES)).toEqual([]);
});

test("no script waits for one that waits for it", () => {
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

test("hls.js, QR codes and the danmaku's animation are fetched when they are needed, by no page at once", () => {
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

test("no page's JavaScript holds drawings", () => {
  const path = /["'`][Mm][\d\s.,-]+[a-zA-Z][\d\s.,a-zA-Z-]{12,}["'`]/;
  const drawn = new Set(
    pages.flatMap(({ files }) => files.filter((file) => path.test(read(file)))),
  );
  expect([...drawn]).toEqual([]);
});

/** Whether a script itself brings a library, and not only asks for one. */
const definitions = (script: string, mark: string) =>
  script.includes(`${mark}=`) || script.includes(`"${mark}"`);
