import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bodyAt, boxesIn, readMp4 } from "../../../tests/support/media/mp4-files.ts";
import { oddMp4Files, packetsOf } from "../../../tests/support/media/odd-mp4-files.ts";
import { listen } from "../../../tests/support/servers/listen.ts";
import { createDownloader } from "../../upstream-client/download.ts";
import { createFilePreviews } from "./file-preview.ts";

const SECONDS = 5;

type Origin = "knows ranges" | "names no length" | "ignores ranges" | "sends chunks of no length";
let file: Buffer = Buffer.alloc(0);
let kind: Origin = "knows ranges";
let origin: Awaited<ReturnType<typeof listen>>;
const downloader = createDownloader({ timeoutMs: 5_000, trusts: () => true });

beforeAll(async () => {
  origin = await listen((request, response) => {
    const [, first = "0", last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    const isPart = kind === "knows ranges" || kind === "names no length";
    const start = isPart ? Number(first) : 0;
    const end = isPart && last ? Math.min(Number(last) + 1, file.length) : file.length;
    if (start >= end) return response.writeHead(416).end();
    const size = kind === "knows ranges" ? file.length : "*";
    if (isPart) response.writeHead(206, { "content-range": `bytes ${start}-${end - 1}/${size}` });
    else if (kind === "ignores ranges") response.setHeader("content-length", file.length);
    else response.flushHeaders();
    return response.end(file.subarray(start, end));
  });
});
afterAll(async () => {
  await downloader.close();
  await origin.stop();
});

async function shownBy(previews: ReturnType<typeof createFilePreviews>, range?: string) {
  const request = new Request("http://site.test", { headers: range ? { range } : {} });
  const answer = await previews({ url: `${origin.url}/film`, preview: SECONDS }, request);
  if (!answer) throw new Error("no preview");
  return Buffer.from(await answer.arrayBuffer());
}

/** The answer has exactly the source's packets up to the preview's end. */
function expectPreview(shown: Buffer, source: Buffer) {
  const [preview, whole] = [packetsOf(shown), packetsOf(source)];
  expect(preview.length).toBe(whole.length);
  for (const [track, { hashes, end }] of preview.entries()) {
    const all = whole[track];
    expect(hashes).toEqual(all?.hashes.slice(0, hashes.length));
    expect(end).toBeLessThan(SECONDS + 0.1);
    expect(end).toBeGreaterThan(Math.min(SECONDS, all?.end ?? 0) - 1.1);
  }
  const bytes = preview.reduce((sum, track) => sum + track.bytes, 0);
  expect(bodyAt(shown, "mdat")?.length).toBe(bytes);
}

test.each(Object.entries(oddMp4Files))(
  "a file with %s is cut, with or without range support",
  async (_kind, make) => {
    [file, kind] = [make(), "knows ranges"];
    const shown = await shownBy(createFilePreviews(downloader));
    expectPreview(shown, file);
    const middle = Math.floor(shown.length / 2);
    for (kind of ["names no length", "ignores ranges", "sends chunks of no length"] as const) {
      const previews = createFilePreviews(downloader);
      const [first, second] = [`bytes=0-${middle - 1}`, `bytes=${middle}-`];
      const parts = [await shownBy(previews, first), await shownBy(previews, second)];
      expect(Buffer.concat(parts).equals(shown)).toBe(true);
    }
  },
);

/** Values that are most likely to break a parser. */
const badNumbers = fc.constantFrom(0, 1, 2, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff);

test("damaged files show no sample after the preview, and take no longer than others", async () => {
  const kinds = ["its index last", "two edits", "fragments", "a fragment for each picture"];
  const sources = kinds.map((name) => oddMp4Files[name]?.() ?? Buffer.alloc(0));
  [kind] = ["knows ranges"];
  const change = fc.record({
    place: fc.double({ min: 0, max: 0.999, noNaN: true }),
    value: fc.oneof(badNumbers, fc.nat(0xffffffff)),
    wide: fc.boolean(),
  });
  const damage = fc.record({
    source: fc.constantFrom(...sources),
    changes: fc.array(change, { minLength: 1, maxLength: 6 }),
    end: fc.double({ min: 0.5, max: 2, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(damage, async ({ source, changes, end }) => {
      const places = fieldPlaces(source);
      file = Buffer.from(source.subarray(0, Math.min(source.length, source.length * end)));
      for (const { place, value, wide } of changes) {
        const at = places[Math.floor(place * places.length)] ?? 0;
        if (at + 4 > file.length) continue;
        if (wide) file.writeUInt32BE(value, at);
        else file.writeUInt8(value & 0xff, at);
      }
      const began = performance.now();
      const shown = await shownBy(createFilePreviews(downloader)).catch((error: unknown) => error);
      expect(performance.now() - began).toBeLessThan(5_000);
      // the file may fail, but only with an expected error
      if (!(shown instanceof Buffer)) {
        expect(String(shown)).toMatch(/no preview|UpstreamFault|terminated/);
        return;
      }
      for (const samples of readMp4(shown).tracks) {
        for (const { to } of samples) expect(to).toBeLessThanOrEqual(SECONDS + 0.1);
      }
      expect(shown.length).toBeLessThan(4 * source.length + 100_000);
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 200) },
  );
});

/** Offsets of the numbers in a file's boxes and tables: everything but the media. */
function fieldPlaces(source: Buffer): number[] {
  return boxesIn(source).flatMap(({ type, start, body }) =>
    type === "mdat"
      ? [start, start + 4]
      : Array.from({ length: Math.ceil(body.length / 4) + 2 }, (_, index) => start + index * 4),
  );
}
