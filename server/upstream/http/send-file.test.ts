import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { sendFile } from "./send-file.ts";

let file: string;
beforeAll(async () => {
  file = join(await mkdtemp(join(tmpdir(), "chengying-file-")), "ten.mp4");
  await writeFile(file, "0123456789");
});

const ask = (headers: Record<string, string> = {}, method = "GET") =>
  sendFile(new Request("http://upstream/", { method, headers }), file, "max-age=60");

it("a file is sent whole, with its type, length and cache time", async () => {
  const response = await ask();
  expect(response.status).toBe(200);
  expect(await response.text()).toBe("0123456789");
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "video/mp4",
    "content-length": "10",
    "cache-control": "max-age=60",
    "accept-ranges": "bytes",
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

it.each(["bytes=10-", "bytes=-0"])("the range %s, which covers no byte, is 416", async (range) => {
  const response = await ask({ range });
  expect(response.status).toBe(416);
  expect(response.headers.get("content-range")).toBe("bytes */10");
});

it.each(["bytes=1-2,4-5", "bytes=-", "pages=1-2", "bytes=5-3x"])(
  "the range %s is ignored",
  async (range) => {
    expect((await ask({ range })).status).toBe(200);
  },
);

it("a cached version is not sent again, and a range of an older version is sent whole", async () => {
  const etag = (await ask()).headers.get("etag") ?? "";
  expect((await ask({ "if-none-match": etag })).status).toBe(304);
  expect((await ask({ range: "bytes=0-1", "if-range": etag })).status).toBe(206);
  expect((await ask({ range: "bytes=0-1", "if-range": '"older"' })).status).toBe(200);
});

it("HEAD answers with the length and no body; a missing file is 404", async () => {
  const head = await ask({}, "HEAD");
  expect([head.headers.get("content-length"), await head.text()]).toEqual(["10", ""]);
  expect((await sendFile(new Request("http://upstream/"), `${file}x`, "")).status).toBe(404);
});
