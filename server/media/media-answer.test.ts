import type { RequestListener } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listen } from "../../tests/support/servers/listen.ts";
import { createDownloader } from "../upstream-client/download.ts";
import { proxyMedia, requestedBytes, sliceBytes } from "./media-answer.ts";

test.each([
  [null, 0, 100],
  ["bytes=0-", 0, 100],
  ["bytes=0-49", 0, 50],
  ["bytes=50-", 50, 100],
  ["bytes=99-5000", 99, 100],
])("of 100 bytes, the range %s gets those that exist", (range, start, end) => {
  expect(requestedBytes(100, range)).toEqual({ start, end });
});

test.each([
  "bytes=100-",
  "bytes=100-200",
  "bytes=-50",
  "bytes=50-20",
  "bytes=10-20,30-40",
  "lines=1-2",
  "",
])("of 100 bytes, the range %j is unsatisfiable", (range) => {
  expect(requestedBytes(100, range)).toBeUndefined();
});

async function* chunks(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

test.each([
  [0, 4, "0123"],
  [2, 4, "2345"],
  [5, 100, "56789"],
  [4, 0, ""],
  [20, 5, ""],
])("a slice from byte %i, %i bytes long, is %j", async (skip, length, text) => {
  const parts: Buffer[] = [];
  for await (const part of sliceBytes(chunks("012", "345", "", "6789"), skip, length))
    parts.push(part);
  expect(Buffer.concat(parts).toString()).toBe(text);
});

describe("an origin's response", () => {
  const movie = Buffer.from(Array.from({ length: 300 }, (_, index) => index % 251));
  /** The origin's current answer. */
  const now = { type: "video/mp4", status: 200, contentRange: "" };
  const sendMovie: RequestListener = (_request, response) => {
    response.writeHead(now.status, {
      "content-type": now.type,
      "content-length": movie.length,
      "set-cookie": "a=1",
      ...(now.contentRange && { "content-range": now.contentRange }),
    });
    response.end(movie);
  };
  const downloader = createDownloader({ timeoutMs: 2_000, trusts: () => true });
  let origin: Awaited<ReturnType<typeof listen>>;
  let url = "";
  beforeAll(async () => {
    origin = await listen(sendMovie);
    url = `${origin.url}/movie.mp4`;
  });
  afterAll(async () => {
    await downloader.close();
    await origin.stop();
  });

  const answer = (bytes?: { start: number; end: number }, range?: string) =>
    proxyMedia(
      downloader,
      { url, bytes },
      new Request("http://site.test", { headers: range ? { range } : {} }),
    );
  const set = (change: Partial<typeof now>) =>
    Object.assign(now, { type: "video/mp4", status: 200, contentRange: "" }, change);

  test.each([
    ["video/mp4", "video/mp4"],
    ["audio/aac; charset=x", "audio/aac; charset=x"],
    ["text/html", "application/octet-stream"],
    ["text/html; a=video/mp4", "application/octet-stream"],
    ["image/svg+xml", "application/octet-stream"],
    ["application/javascript", "application/octet-stream"],
    ["application/xhtml+xml", "application/octet-stream"],
    ["text/html, video/mp4", "application/octet-stream"],
    ["video/mp4,text/html", "application/octet-stream"],
    ["", "application/octet-stream"],
  ])("of type %j is passed on as %s", async (type, shown) => {
    set({ type });
    for (const part of [undefined, { start: 0, end: 10 }]) {
      const { headers } = await answer(part);
      expect([headers.get("content-type"), headers.get("set-cookie")]).toEqual([shown, null]);
    }
  });

  test("is cut to the allowed part if the origin ignores ranges", async () => {
    set({});
    const whole = await answer({ start: 100, end: 200 });
    expect([whole.status, whole.headers.get("content-length")]).toEqual([200, "100"]);
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(movie.subarray(100, 200));
    const part = await answer({ start: 100, end: 200 }, "bytes=50-5000");
    expect([part.status, part.headers.get("content-range")]).toEqual([206, "bytes 50-99/100"]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(movie.subarray(150, 200));
    const last = await answer({ start: 250, end: 400 }, "bytes=0-");
    expect([last.status, last.headers.get("content-range")]).toEqual([206, "bytes 0-49/50"]);
    expect(Buffer.from(await last.arrayBuffer())).toEqual(movie.subarray(250));
    for (const bytes of [
      { start: 100, end: 200 },
      { start: 300, end: 400 },
    ]) {
      const beyond = await answer(bytes, "bytes=100-");
      expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "bytes */100"]);
    }
  });

  test("with a range that was not requested is a fault, and so is any status unusual for media", async () => {
    set({ status: 206, contentRange: "bytes 0-299/300" });
    await expect(answer({ start: 100, end: 200 })).rejects.toThrow("another range");
    for (const status of [201, 302, 403, 500]) {
      set({ status });
      await expect(answer()).rejects.toThrow(`HTTP status ${status}`);
      await expect(answer({ start: 0, end: 9 })).rejects.toThrow(`HTTP status ${status}`);
    }
    set({ status: 206, contentRange: "bytes 0-99/300" });
    await expect(answer()).rejects.toThrow("HTTP status 206");
  });

  test.each(["bytes 0-299/300", "bytes 0-299/*"])(
    "with %s counts as the whole file if that was requested",
    async (contentRange) => {
      set({ status: 206, contentRange });
      const { status, headers } = await answer();
      expect([status, headers.get("content-range")]).toEqual([200, null]);
    },
  );
});
