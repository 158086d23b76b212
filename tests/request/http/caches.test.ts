import { readFileSync } from "node:fs";
import type { ServerBuild } from "@remix-run/server-runtime";
import { expect, test } from "vitest";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile();

const { routes } = (await import(
  new URL("../../../build/server/index.js", import.meta.url).href
)) as ServerBuild;

const NOWHERE = "private, no-store";
/** Documents that are the same for all visitors: caches revalidate them every time. */
const KEPT = "private, no-cache";

/** Every address of the site map, with values for its parameters, and without its optional parts. */
const addresses = Object.values(routes)
  .filter(({ path, index }) => path || index)
  .map(
    ({ path = "" }) =>
      `/${path
        .replace(/:?\w+\?\//g, "")
        .replace(/:\w+/g, "1")
        .replace("*", "nowhere.js")}`,
  );

async function cachingOf(path: string, init?: RequestInit) {
  const { headers } = await running.site.visit().request(path, init);
  return headers.get("cache-control");
}

test("caches store no page, data, resource or refusal, unless its route allows it", async () => {
  const kept = new Map<string, string | null>();
  for (const address of addresses) {
    const data = address === "/" ? "/_root.data" : `${address}.data`;
    for (const path of [address, data]) {
      for (const method of ["GET", "HEAD", "POST"]) {
        const caching = await cachingOf(path, { method });
        if (caching !== NOWHERE && caching !== KEPT) kept.set(`${method} ${path}`, caching);
      }
    }
  }
  const anHour = "public, max-age=3600";
  expect([...kept]).toEqual([
    ["GET /manifest.webmanifest", anHour],
    ["HEAD /manifest.webmanifest", anHour],
  ]);
});

test("caches store none of the host's own answers", async () => {
  const foreign = { method: "POST", headers: { origin: "https://evil.example" } };
  const asked: [string, RequestInit?][] = [
    ["/healthz"],
    ["/readyz"],
    ["/assets/missing.js"],
    ["/image/made-up"],
    ["/%ff"],
    ["/", { method: "DELETE" }],
    ["/login", foreign],
    ["/login", { ...foreign, headers: { ...foreign.headers, accept: "text/html" } }],
  ];
  for (const [path, init] of asked) expect(await cachingOf(path, init), path).toBe(NOWHERE);
});

test("only the visitor's browser may cache a prefetch briefly, for the page that requested it", async () => {
  const headers = { "sec-purpose": "prefetch" };
  for (const path of ["/mine.data", "/history.data"]) {
    const answer = await running.site.visit().request(path, { headers });
    expect(answer.headers.get("cache-control"), path).toBe("private, max-age=10");
    expect(answer.headers.get("vary"), path).toContain("referer, cookie");
  }
});

/** The kinds of answers that `docs/scale.md` lists for shared caches, and an address of each. */
async function answersByKind() {
  const { request, read } = running.site.visit();
  // a document is cached once all of its data is known
  for (const path of ["/", "/category.data"]) await expect.poll(() => cachingOf(path)).toBe(KEPT);
  const home = await read("/");
  const found = (pattern: RegExp) => pattern.exec(home)?.[0] ?? "";
  const picture = `${found(/\/image\/[\w.-]+/)}?w=180`;
  const playlist = await read("/stream/100301/0/0/index.m3u8");
  const variant = /\/stream\/\S+index\.m3u8/.exec(playlist)?.[0] ?? "";
  const segment = /\/stream\/[^\s"]+\/media\S*/.exec(await read(variant))?.[0] ?? "";
  const kinds: [kind: string, path: string, init?: RequestInit][] = [
    ["scripts and styles", found(/\/assets\/[\w.-]+\.js/)],
    ["pictures", picture, { headers: { accept: "image/webp" } }],
    ["other files", "/login.webp"],
    ["the manifest", "/manifest.webmanifest"],
    ["the service worker", "/sw.js"],
    ["pages for everybody", "/"],
    ["pages of a member", "/mine"],
    ["data of pages", "/category.data"],
    ["who is visiting", "/member"],
    ["playlists", variant],
    ["pieces of streams", segment, { headers: { range: "bytes=0-99" } }],
  ];
  return Promise.all(
    kinds.map(async ([kind, path, init]) => {
      const answer = await request(path, init);
      expect([kind, Math.floor(answer.status / 100)]).toEqual([kind, 2]);
      return { kind, headers: answer.headers };
    }),
  );
}

test("a CDN may cache public answers, which set no cookie and have a correct Vary, as docs/scale.md says", async () => {
  const rows = (await answersByKind()).map(({ kind, headers }) => {
    const caching = headers.get("cache-control") ?? "";
    const shared = caching.startsWith("public");
    if (shared) expect([kind, headers.getSetCookie()]).toEqual([kind, []]);
    const vary = headers.get("vary");
    const depends = shared && vary ? `\`${vary}\`` : "";
    return `| ${kind} | \`${caching}\` | ${depends} | ${shared ? "yes" : "no"} |`;
  });
  const table = readFileSync("docs/scale.md", "utf8").match(/^\| .* \| (yes|no) \|$/gm);
  expect(rows).toEqual(table);
});
