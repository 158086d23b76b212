import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { beforeAll, expect, it } from "vitest";
import { sendFile } from "./send-file.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "chengying-file-"));
  await writeFile(join(folder, "ten.mp4"), "0123456789");
});

const app = new Hono().get("/:file", (c) =>
  sendFile(c, join(folder, c.req.param("file")), "max-age=60"),
);
const ask = async (headers: Record<string, string> = {}, method = "GET") =>
  app.request("/ten.mp4", { method, headers });

it("a file is sent whole, with its type, length and cache time", async () => {
  const response = await ask();
  expect(response.status).toBe(200);
  expect(await response.text()).toBe("0123456789");
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "video/mp4",
    "content-length": "10",
    "cache-control": "max-age=60",
  });
});

it.each([
  ["bytes=0-3", "0123", "bytes 0-3/10"],
  ["bytes=7-", "789", "bytes 7-9/10"],
  ["bytes=-2", "89", "bytes 8-9/10"],
  ["bytes=8-99", "89", "bytes 8-9/10"],
  ["bytes=-99", "0123456789", "bytes 0-9/10"],
])("the range %s is answered with 206", async (range, text, contentRange) => {
  const response = await ask({ range });
  expect(response.status).toBe(206);
  expect(response.headers.get("content-range")).toBe(contentRange);
  expect(await response.text()).toBe(text);
});

it.each(["bytes=10-", "bytes=-0"])("the empty range %s is 416", async (range) => {
  const response = await ask({ range });
  expect(response.status).toBe(416);
  expect(response.headers.get("content-range")).toBe("bytes */10");
});

it("HEAD answers with the length and no body; a missing file is 404", async () => {
  const head = await ask({}, "HEAD");
  expect([head.headers.get("content-length"), await head.text()]).toEqual(["10", ""]);
  const missing = await app.request("/other.mp4");
  expect([missing.status, missing.headers.get("cache-control")]).toEqual([404, null]);
});
