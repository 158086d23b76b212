import { Readable } from "node:stream";
import { LRUCache } from "lru-cache";
import { cacheControl } from "../../cache-times.ts";
import { webStream } from "../../http/web-stream.ts";
import type { Downloader } from "../../upstream-client/download.ts";
import { UpstreamFault } from "../../upstream-client/errors.ts";
import { createLimiter } from "../../upstream-client/limiter.ts";
import { type ByteRange, chain, requestedBytes, unsatisfiable } from "../media-answer.ts";
import {
  type Cut,
  createReader,
  findCut,
  type Opened,
  openRange,
  tooFewBytes,
} from "./mp4-file.ts";
import type { CutFile } from "./mp4-preview.ts";

const LIMITS = { running: 8, waiting: 256 };
const INDEX_MS = 15_000;
const CACHED_CUTS = 8 * 1024 * 1024;
const CACHED_MS = 10 * 60_000;
/** In bytes: smaller gaps are read and discarded, because another request would take longer. */
const MAX_READ_GAP = 64 * 1024;

interface PlainFile {
  url: string;
  /** In seconds. */
  preview: number;
}

/** Answers with a seekable file; undefined if the file cannot be cut. @throws {UpstreamFault} */
export type FilePreviews = (file: PlainFile, request: Request) => Promise<Response | undefined>;

export function createFilePreviews(downloader: Downloader): FilePreviews {
  const limiter = createLimiter(LIMITS);

  async function readCut({ url, preview }: PlainFile) {
    try {
      return await limiter.run(async () => {
        const until = AbortSignal.timeout(INDEX_MS);
        const reader = createReader((range) => openRange(downloader, url, range, until));
        try {
          return await findCut(reader, preview);
        } finally {
          reader.close();
        }
      });
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  const cuts = new LRUCache<string, Cut | "uncut", PlainFile>({
    maxSize: CACHED_CUTS,
    sizeCalculation: (cut, key) =>
      key.length + (cut === "uncut" ? 1 : cut.head.length + cut.pieces.length * 64),
    ttl: CACHED_MS,
    // an entry evicted while it loads still resolves for its callers
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
      const opened = await openRange(downloader, file.url, part, request.signal);
      if (opened?.size === cut.sourceSize) return opened;
      opened?.body.destroy();
      cuts.delete(key);
      throw new UpstreamFault("stream: the file has changed.");
    };
    const bytes = bytesOf(cut, asked, open);
    const first = await bytes.next();
    const body = Readable.from(chain(first.value ?? Buffer.alloc(0), bytes));
    // closes the origin's body, even if the client has read nothing
    body.once("close", () => void bytes.return().catch(() => undefined));
    return new Response(webStream(body), {
      status: range === null ? 200 : 206,
      headers: {
        "content-type": "video/mp4",
        // no validator: a cache could mix ranges of this file with those of a changed one
        "cache-control": cacheControl.personal,
        "accept-ranges": "bytes",
        "content-length": String(asked.end - asked.start),
        ...(range !== null && { "content-range": `bytes ${asked.start}-${asked.end - 1}/${size}` }),
      },
    });
  };
}

function withFirstByte(range: string | null, size: number): string | null {
  const [, last] = /^bytes=-(\d+)$/.exec(range?.trim() ?? "") ?? [];
  return last === undefined ? range : `bytes=${Math.max(0, size - Number(last))}-`;
}

async function* bytesOf(cut: Cut, asked: ByteRange, open: (part: ByteRange) => Promise<Opened>) {
  const head = cut.head.subarray(asked.start, asked.end);
  if (head.length > 0) yield head;
  for (const ranges of groupRanges(sourceRanges(cut, asked), cut.knowsRanges)) {
    const [first, last] = [ranges[0], ranges.at(-1)];
    if (!first || !last) continue;
    const { body, isWhole } = await open({ start: first.start, end: last.end });
    let at = isWhole ? 0 : first.start;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      for (const { start, end } of ranges) {
        const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at));
        if (part.length > 0) yield part;
      }
      at += chunk.length;
      if (isWhole && at >= last.end) break;
    }
    if (at < last.end) throw tooFewBytes();
  }
}

function groupRanges(ranges: readonly ByteRange[], knowsRanges: boolean): ByteRange[][] {
  const maxGap = knowsRanges ? MAX_READ_GAP : Number.POSITIVE_INFINITY;
  const groups: ByteRange[][] = [];
  for (const range of ranges) {
    const group = groups.at(-1);
    const gap = range.start - (group?.at(-1)?.end ?? 0);
    if (group && gap >= 0 && gap <= maxGap) group.push(range);
    else groups.push([range]);
  }
  return groups;
}

/** Maps bytes of the cut file to ranges of the source; bytes of the new index have none. */
export function sourceRanges({ head, pieces }: CutFile, asked: ByteRange): ByteRange[] {
  let at = head.length;
  return pieces.flatMap(({ start, end }) => {
    const shift = start - at;
    at += end - start;
    const from = Math.max(start, asked.start + shift);
    const to = Math.min(end, asked.end + shift);
    return from < to ? [{ start: from, end: to }] : [];
  });
}
