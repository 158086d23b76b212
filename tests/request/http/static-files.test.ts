import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile();

const root = "build/client";
const addresses = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.parentPath.includes("/."))
  .map((entry) => `/${relative(root, join(entry.parentPath, entry.name))}`)
  .filter((address) => !/\.(br|gz)$/.test(address));

const decoders = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes: Buffer) => bytes,
};

const ask = async (address: string, headers: Record<string, string> = {}, method = "GET") => {
  const response = await running.site.visit().request(address, { headers, method });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};

test("every file of the build is the same in every encoding, with its declared length", async () => {
  expect(addresses.length).toBeGreaterThan(100);
  for (const address of addresses) {
    const original = readFileSync(root + address);
    for (const [encoding, decode] of Object.entries(decoders)) {
      const { response, bytes } = await ask(address, { "accept-encoding": encoding });
      const sent = response.headers.get("content-encoding");
      expect(decode === decoders.identity ? sent : (sent ?? encoding)).toBe(
        decode === decoders.identity ? null : encoding,
      );
      expect(response.headers.get("content-length"), address).toBe(String(bytes.length));
      expect((sent ? decode(bytes) : bytes).equals(original), `${address} ${encoding}`).toBe(true);
    }
  }
});

test("scripts and styles are compressed as far as possible, and are immutable in caches", async () => {
  for (const address of addresses.filter((one) => /^\/assets\/.*\.(js|css)$/.test(one))) {
    const { response, bytes } = await ask(address, { "accept-encoding": "gzip, deflate, br" });
    const size = readFileSync(root + address).length;
    if (size > 500) expect(response.headers.get("content-encoding"), address).toBe("br");
    expect(bytes.length).toBeLessThanOrEqual(size);
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("content-type")).toMatch(/^text\/(javascript|css)/);
    if (size > 500) expect(response.headers.get("vary")).toBe("accept-encoding");
  }
});

test("an unchanged file is not sent again", async () => {
  for (const address of ["/sw.js", "/offline.html", "/login.webp"]) {
    const first = await ask(address, { "accept-encoding": "br" });
    const etag = first.response.headers.get("etag") ?? "";
    const again = await ask(address, { "accept-encoding": "br", "if-none-match": etag });
    expect([again.response.status, again.bytes.length]).toEqual([304, 0]);
    expect(again.response.headers.get("etag")).toBe(etag);
    const stale = await ask(address, { "accept-encoding": "br", "if-none-match": '"other"' });
    expect(stale.response.status).toBe(200);
  }
});

test("each encoding has its own ETag", async () => {
  const tags = await Promise.all(
    Object.keys(decoders).map(async (encoding) =>
      (await ask("/offline.html", { "accept-encoding": encoding })).response.headers.get("etag"),
    ),
  );
  expect(new Set(tags).size).toBe(3);
});

test("HEAD has the headers of GET, without a body", async () => {
  const [head, get] = [await ask("/offline.js", {}, "HEAD"), await ask("/offline.js")];
  expect(head.bytes).toHaveLength(0);
  expect(head.response.headers.get("content-length")).toBe(String(get.bytes.length));
});

test("a video is served in the ranges a player requests", async () => {
  const film = readFileSync(`${root}/login.mp4`);
  const part = await ask("/login.mp4", { range: "bytes=100-199" });
  expect(part.response.status).toBe(206);
  expect(part.response.headers.get("content-range")).toBe(`bytes 100-199/${film.length}`);
  expect(part.bytes.equals(film.subarray(100, 200))).toBe(true);
  const tail = await ask("/login.mp4", { range: "bytes=-10" });
  expect(tail.bytes.equals(film.subarray(-10))).toBe(true);
  const beyond = await ask("/login.mp4", { range: `bytes=${film.length}-` });
  expect(beyond.response.status).toBe(416);
  const changed = await ask("/login.mp4", { range: "bytes=0-1", "if-range": '"other"' });
  expect(changed.response.status).toBe(200);
});

test("files beside or above the folder are not served", async () => {
  for (const path of [
    "/assets/none.js",
    "/assets/../../package.json",
    "/offline.js.br",
    "/.vite/manifest.json",
  ]) {
    expect((await ask(path)).response.status, path).toBe(404);
  }
});
