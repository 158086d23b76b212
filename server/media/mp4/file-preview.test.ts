import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { box, readMp4, u32, withIndexLast } from "../../../tests/support/media/mp4-files.ts";
import { listen } from "../../../tests/support/servers/listen.ts";
import { createDownloader } from "../../upstream-client/download.ts";
import { createFilePreviews } from "./file-preview.ts";

const film = readFileSync("server/upstream/media/clips/plain.mp4");
const ftyp = film.subarray(0, 32);
const large = (type: string, size: number) => Buffer.concat([u32(size), Buffer.from(type)]);

const state: { file: Buffer; knowsRanges: boolean; stalls: boolean } = {
  file: film,
  knowsRanges: true,
  stalls: false,
};
const stalled: ServerResponse[] = [];
const asked: { start: number; end: number }[] = [];
let origin: Awaited<ReturnType<typeof listen>>;
const downloader = createDownloader({ timeoutMs: 2_000, trusts: () => true });

beforeAll(async () => {
  origin = await listen((request, response) => {
    const { file, knowsRanges } = state;
    if (request.url !== "/film.mp4") return response.writeHead(404).end();
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    if (!knowsRanges || first === undefined) return response.end(file);
    const range = { start: Number(first), end: Math.min(Number(last) + 1, file.length) };
    asked.push(range);
    if (range.start >= file.length) return response.writeHead(416).end();
    const named = `bytes ${range.start}-${range.end - 1}/${file.length}`;
    response.writeHead(206, { "content-range": named });
    if (!state.stalls) return response.end(file.subarray(range.start, range.end));
    stalled.push(response);
    return response.write(file.subarray(range.start, range.start + 1_000));
  });
});
afterAll(async () => {
  await downloader.close();
  await origin.stop();
});
beforeEach(() => {
  Object.assign(state, { file: film, knowsRanges: true, stalls: false });
  asked.length = 0;
});

function previewsOf() {
  const previews = createFilePreviews(downloader);
  return (range?: string, path = "/film.mp4") =>
    previews(
      { url: origin.url + path, preview: 15 },
      new Request("http://site.test", { headers: range ? { range } : {} }),
    );
}
const bytesOf = async (answer: Response | undefined) =>
  Buffer.from(answer ? await answer.arrayBuffer() : new ArrayBuffer(0));

describe("a preview", () => {
  test("is the same with the index at either end, and reads no media after its end", async () => {
    const shown = await bytesOf(await previewsOf()());
    expect(readMp4(shown).seconds).toBe(15);
    const length = Math.max(...asked.map(({ end }) => end));
    expect(length).toBeLessThan(film.length / 3);

    asked.length = 0;
    state.file = withIndexLast(film);
    expect((await bytesOf(await previewsOf()())).equals(shown)).toBe(true);
    const index = 42_190;
    for (const { start, end } of asked)
      expect(end < length || start === film.length - index).toBe(true);
  });

  test("is cut once for all viewers, even if they request different parts", async () => {
    const ask = previewsOf();
    const whole = await bytesOf(await ask());
    const reads = () => asked.filter(({ start }) => start === 0).length;
    expect(reads()).toBe(1);
    asked.length = 0;
    const parts = await Promise.all(
      ["bytes=0-9999", "bytes=10000-19999", "bytes=20000-"].map((range) => ask(range)),
    );
    expect(parts.map((part) => part?.status)).toEqual([206, 206, 206]);
    expect(Buffer.concat(await Promise.all(parts.map(bytesOf))).equals(whole)).toBe(true);
    expect(reads()).toBe(0);

    asked.length = 0;
    const other = previewsOf();
    await Promise.all([1, 2, 3, 4].map(async () => bytesOf(await other("bytes=0-9"))));
    expect(asked).toHaveLength(1);
  });

  test.each([
    ["bytes=0-0", 0, 1],
    ["bytes=14000-14999", 14_000, 15_000],
    ["bytes=-1", -1, undefined],
    ["bytes=100000-99999999", 100_000, undefined],
  ])("serves the range %s", async (range, start, end) => {
    const ask = previewsOf();
    const whole = await bytesOf(await ask());
    expect((await bytesOf(await ask(range))).equals(whole.subarray(start, end))).toBe(true);
  });

  test("answers an unsatisfiable range with 416", async () => {
    const ask = previewsOf();
    const size = (await bytesOf(await ask())).length;
    for (const range of [`bytes=${size}-`, "bytes=5-4", "bytes=-0", "lines=1-2"]) {
      const answer = await ask(range);
      expect([answer?.status, answer?.headers.get("content-range")]).toEqual([
        416,
        `bytes */${size}`,
      ]);
    }
  });

  test("is cut again after its file has changed", async () => {
    const ask = previewsOf();
    const shown = await bytesOf(await ask());
    state.file = Buffer.concat([film, box("free")]);
    await expect(ask("bytes=20000-")).rejects.toThrow("the file has changed");
    expect((await bytesOf(await ask())).equals(shown)).toBe(true);
  });

  test("fails if the file cannot be fetched", async () => {
    await expect(previewsOf()(undefined, "/gone.mp4")).rejects.toMatchObject({ status: 404 });
  });

  test("that is cancelled closes the origin's response", async () => {
    const ask = previewsOf();
    await bytesOf(await ask());
    state.stalls = true;
    const answer = await ask("bytes=20000-");
    await answer?.body?.cancel();
    const [response] = stalled;
    if (response && !response.closed) await once(response, "close");
    expect(response?.closed).toBe(true);
  });
});

test.each<[string, Buffer]>([
  ["is empty", Buffer.alloc(0)],
  ["is of another container", Buffer.from("\x1aE\xdf\xa3 and so on, and so forth", "latin1")],
  ["has no index", film.subarray(0, 32)],
  [
    "has its index too late",
    Buffer.concat([ftyp, ...Array(20).fill(box("free")), film.subarray(32)]),
  ],
  ["has half of its index", film.subarray(0, 20_000)],
  ["has a giant index", Buffer.concat([ftyp, large("moov", 17 << 20), Buffer.alloc(17 << 20)])],
  ["has a giant first box", Buffer.concat([large("ftyp", 5_000), Buffer.alloc(5_000)])],
])("a file that %s has no preview", async (_what, file) => {
  state.file = file;
  expect(await previewsOf()()).toBeUndefined();
  const read = asked.reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0);
  expect(read).toBeLessThan(4 * 64 * 1024);
});

describe("from an origin without range support", () => {
  test("a preview is cut while the file arrives", async () => {
    const shown = await bytesOf(await previewsOf()());
    state.knowsRanges = false;
    const ask = previewsOf();
    expect((await bytesOf(await ask())).equals(shown)).toBe(true);
    expect((await bytesOf(await ask("bytes=150000-"))).equals(shown.subarray(150_000))).toBe(true);
  });

  test("there is no preview if the index is too far away", async () => {
    const media = box("mdat", Buffer.alloc(65 << 20));
    Object.assign(state, { knowsRanges: false, file: Buffer.concat([ftyp, media, box("moov")]) });
    expect(await previewsOf()()).toBeUndefined();
  });
});
