import { Readable } from "node:stream";
import { LRUCache } from "lru-cache";
import { cacheControl } from "../../cache-times.ts";
import { webStream } from "../../http/web-stream.ts";
import type { Downloader } from "../../upstream-client/download.ts";
import { queueFault, UpstreamFault } from "../../upstream-client/errors.ts";
import { readWholeBody } from "../../upstream-client/exchange.ts";
import { createLimiter, QueueFullError } from "../../upstream-client/limiter.ts";
import {
  type ByteRange,
  rangeHeader,
  requestedBytes,
  requireStatus,
  sizeOf,
  startOf,
  unsatisfiable,
} from "../media-answer.ts";
import { topLevelBox } from "./mp4-boxes.ts";
import { type CutFile, cutFile, sourceRanges } from "./mp4-preview.ts";

/** In bytes: what is read at once to find the index, and the largest index. */
const BLOCK = 64 * 1024;
const INDEX_LIMIT = 16 * 1024 * 1024;
const FTYP_LIMIT = 4 * 1024;
/** The index of a playable file is among its first or last few boxes. */
const MAX_BOXES = 16;
/** Indexes that are read at once, each in so many milliseconds, and how many more may wait. */
const LIMITS = { running: 8, waiting: 256 };
const INDEX_MS = 15_000;
/** In bytes, of the new indexes; in milliseconds, how long they and that there is none are remembered. */
const CACHED_CUTS = 8 * 1024 * 1024;
const CACHED_MS = 10 * 60_000;
/** In bytes: what is read and not sent where asking anew would take longer. */
const READ_OVER = 64 * 1024;

interface PlainFile {
  url: string;
  /** In seconds. */
  preview: number;
}

/**
 * A plain MP4 file up to the end of its preview, as a file of its own in which players can seek. Undefined for a file
 * of which no preview can be cut.
 *
 * @throws UpstreamFault when the file cannot be had
 */
export type FilePreviews = (file: PlainFile, request: Request) => Promise<Response | undefined>;

export function createFilePreviews(downloader: Downloader): FilePreviews {
  const limiter = createLimiter(LIMITS);

  async function readCut({ url, preview }: PlainFile) {
    try {
      return await limiter.run(() => {
        const until = AbortSignal.timeout(INDEX_MS);
        return findCut((range) => readRange(downloader, url, range, until), preview);
      });
    } catch (error) {
      throw error instanceof QueueFullError ? queueFault("media", LIMITS.waiting) : error;
    }
  }

  const cuts = new LRUCache<string, CutFile | "uncut", PlainFile>({
    maxSize: CACHED_CUTS,
    sizeCalculation: (cut, key) =>
      key.length + (cut === "uncut" ? 1 : cut.head.length + cut.pieces.length * 64),
    ttl: CACHED_MS,
    // one that leaves the cache while it is read is still waited for
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context }) => (await readCut(context)) ?? "uncut",
  });

  return async (file, request) => {
    const key = `${file.preview} ${file.url}`;
    const cut = await cuts.fetch(key, { context: file });
    if (!cut || cut === "uncut") return undefined;
    const { size } = cut;
    const range = request.headers.get("range");
    const asked = requestedBytes(size, withFirstByte(range, size));
    if (!asked) return unsatisfiable(size);
    const open = async (part: ByteRange) => {
      const answer = await openRange(downloader, file.url, part, request.signal);
      if (answer && sizeOf(answer) === cut.sourceSize) return answer.body;
      await answer?.body.dump();
      // the index is of another file than this one
      cuts.delete(key);
      throw new UpstreamFault("stream: the file has changed.");
    };
    const bytes = bytesOf(cut, asked, open);
    // a file that cannot be had is found out before the answer begins
    const first = await bytes.next();
    const body = Readable.from(continued(first, bytes));
    // where nothing was read of it, what it goes on with would stay open
    body.once("close", () => void bytes.return().catch(() => undefined));
    return new Response(webStream(body), {
      status: range === null ? 200 : 206,
      headers: {
        "content-type": "video/mp4",
        // a cache could not tell its parts from those of a file that has changed
        "cache-control": cacheControl.personal,
        "accept-ranges": "bytes",
        "content-length": String(asked.end - asked.start),
        ...(range !== null && { "content-range": `bytes ${asked.start}-${asked.end - 1}/${size}` }),
      },
    });
  };
}

/** The last so many bytes, of a file whose size is known, are bytes from some first one on. */
function withFirstByte(range: string | null, size: number): string | null {
  const [, last] = /^bytes=-(\d+)$/.exec(range?.trim() ?? "") ?? [];
  return last === undefined ? range : `bytes=${Math.max(0, size - Number(last))}-`;
}

async function openRange(
  downloader: Downloader,
  url: string,
  range: ByteRange,
  signal: AbortSignal,
) {
  const answer = await downloader.open(url, { range: rangeHeader(range) }, signal);
  await requireStatus(answer, [200, 206, 416]);
  if (answer.statusCode === 206 && startOf(answer) === range.start) return answer;
  await answer.body.dump();
  return undefined;
}

const tooFew = () => new UpstreamFault("stream: fewer bytes than were asked for.");

/** Undefined from an origin that does not send parts of files, or does not say how large they are. */
async function readRange(
  downloader: Downloader,
  url: string,
  range: ByteRange,
  signal: AbortSignal,
) {
  const answer = await openRange(downloader, url, range, signal);
  if (!answer) return undefined;
  const size = sizeOf(answer);
  const length = range.end - range.start;
  const tooMuch = () => new UpstreamFault("stream: more bytes than were asked for.");
  const bytes = await readWholeBody(answer.body, length, tooMuch);
  if (size === undefined) return undefined;
  if (bytes.length < Math.min(length, size - range.start)) throw tooFew();
  return { bytes, size };
}

/** Looks for the index from box to box, without what is in them. */
async function findCut(
  read: (range: ByteRange) => ReturnType<typeof readRange>,
  seconds: number,
): Promise<CutFile | undefined> {
  let block: Buffer = Buffer.alloc(0);
  let blockStart = 0;
  let size = Number.POSITIVE_INFINITY;
  const bytesAt = async (start: number, length: number) => {
    const have = () => block.subarray(start - blockStart, start - blockStart + length);
    if (start >= blockStart && have().length === Math.min(length, size - start)) return have();
    const found = await read({ start, end: start + Math.max(length, BLOCK) });
    if (!found) return undefined;
    [block, blockStart, size] = [found.bytes, start, found.size];
    return have();
  };
  let ftyp: Buffer | undefined;
  for (let at = 0, boxes = 0; at < size && boxes < MAX_BOXES; boxes += 1) {
    const start = await bytesAt(at, 16);
    const box = start && topLevelBox(start);
    if (!box) return undefined;
    if (box.type === "moov" || at === 0) {
      if (box.size > (at === 0 ? FTYP_LIMIT : INDEX_LIMIT)) return undefined;
      const whole = await bytesAt(at, box.size);
      if (whole?.length !== box.size || (at === 0 && box.type !== "ftyp")) return undefined;
      if (ftyp) return cutFile(ftyp, whole, size, seconds);
      ftyp = Buffer.from(whole);
    }
    at += box.size;
  }
  return undefined;
}

/** These bytes of the cut file; the source's are asked for one part after the other. */
async function* bytesOf(
  cut: CutFile,
  asked: ByteRange,
  open: (part: ByteRange) => Promise<AsyncIterable<Buffer>>,
): AsyncGenerator<Buffer, void> {
  const head = cut.head.subarray(asked.start, asked.end);
  if (head.length > 0) yield head;
  for (const ranges of grouped(sourceRanges(cut, asked))) {
    const [first, last] = [ranges[0], ranges.at(-1)];
    if (!first || !last) continue;
    let at = first.start;
    for await (const chunk of await open({ start: at, end: last.end })) {
      for (const { start, end } of ranges) {
        const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at));
        if (part.length > 0) yield part;
      }
      at += chunk.length;
    }
    if (at < last.end) throw tooFew();
  }
}

async function* continued(first: IteratorResult<Buffer, void>, rest: AsyncGenerator<Buffer, void>) {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

/** Ranges that are read as one. */
function grouped(ranges: readonly ByteRange[]): ByteRange[][] {
  const groups: ByteRange[][] = [];
  for (const range of ranges) {
    const group = groups.at(-1);
    const gap = range.start - (group?.at(-1)?.end ?? Number.NEGATIVE_INFINITY);
    if (gap >= 0 && gap <= READ_OVER) group?.push(range);
    else groups.push([range]);
  }
  return groups;
}
