import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { cacheControl } from "../cache-times.ts";
import { webStream } from "../http/web-stream.ts";
import type { Downloader } from "../upstream-client/download.ts";
import { UpstreamFault } from "../upstream-client/errors.ts";

interface Wanted {
  url: string;
  /** The part of the file that this is, as a file of its own; undefined for the whole of it. */
  bytes?: ByteRange | undefined;
}

/** A piece of media as its origin answers, or the part of it that may be had. Throws UpstreamFault. */
export async function mediaAnswer(
  downloader: Downloader,
  wanted: Wanted,
  request: Request,
): Promise<Response> {
  const range = request.headers.get("range");
  if (!wanted.bytes) return wholeFile(downloader, wanted.url, range, request.signal);
  return partOfFile(downloader, { url: wanted.url, bytes: wanted.bytes }, range, request.signal);
}

async function wholeFile(
  downloader: Downloader,
  url: string,
  range: string | null,
  signal: AbortSignal,
) {
  const answer = await downloader.open(url, range === null ? {} : { range }, signal);
  await requireStatus(answer, range === null ? [200] : [200, 206, 416]);
  const headers = headersOf(answer);
  for (const name of ["content-length", "content-range", "last-modified"]) {
    const value = answer.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  return new Response(webStream(answer.body), { status: answer.statusCode, headers });
}

/**
 * Browsers' own players ask for byte 0 first: ranges count from where the part begins. An origin that knows no ranges
 * sends everything, and is cut here.
 */
async function partOfFile(
  downloader: Downloader,
  { url, bytes }: { url: string; bytes: ByteRange },
  range: string | null,
  signal: AbortSignal,
) {
  const length = bytes.end - bytes.start;
  const asked = requestedBytes(length, range);
  if (!asked) return unsatisfiable(length);
  const inFile = { start: bytes.start + asked.start, end: bytes.start + asked.end };
  const answer = await downloader.open(url, { range: rangeHeader(inFile) }, signal);
  await requireStatus(answer, [200, 206, 416]);
  const size = sizeOf(answer);
  const end = Math.min(inFile.end, size ?? inFile.end);
  if (answer.statusCode === 416 || inFile.start >= end) {
    await answer.body.dump();
    return unsatisfiable(length);
  }
  if (answer.statusCode === 206 && startOf(answer) !== inFile.start) {
    await answer.body.dump();
    throw new UpstreamFault("stream: another range than was asked for.");
  }
  const headers = headersOf(answer);
  if (range !== null) {
    const total = size === undefined ? "*" : Math.min(bytes.end, size) - bytes.start;
    headers.set("content-range", `bytes ${asked.start}-${end - bytes.start - 1}/${total}`);
  }
  if (size !== undefined) headers.set("content-length", String(end - inFile.start));
  const skip = answer.statusCode === 206 ? 0 : inFile.start;
  const body = Readable.from(sliceBytes(answer.body, skip, end - inFile.start));
  // where nothing was read of it, the cut has not begun and would not end what it cuts
  body.once("close", () => void answer.body.dump().catch(() => undefined));
  return new Response(webStream(body), { status: range === null ? 200 : 206, headers });
}

/** What is asked for is not within so many bytes. */
export const unsatisfiable = (length: number) =>
  new Response(null, { status: 416, headers: { "content-range": `bytes */${length}` } });

/** Throws UpstreamFault for any other. */
export async function requireStatus(answer: Dispatcher.ResponseData, statuses: number[]) {
  if (statuses.includes(answer.statusCode)) return;
  await answer.body.dump();
  throw new UpstreamFault(`stream: HTTP status ${answer.statusCode}.`, {
    status: answer.statusCode,
  });
}

const contentRange = ({ headers }: Dispatcher.ResponseData) =>
  /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(String(headers["content-range"] ?? ""));

/** The first byte of a part of a file (206). */
export const startOf = (answer: Dispatcher.ResponseData) => Number(contentRange(answer)?.[1]);

/** The whole file's size in bytes, where the origin says it. */
export function sizeOf(answer: Dispatcher.ResponseData): number | undefined {
  const size =
    answer.statusCode === 206 ? contentRange(answer)?.[2] : answer.headers["content-length"];
  return size === undefined || size === "*" ? undefined : Number(size);
}

const headersOf = (answer: Dispatcher.ResponseData) =>
  new Headers({
    "cache-control": cacheControl.media,
    "accept-ranges": "bytes",
    "content-type": mediaType(String(answer.headers["content-type"] ?? "")),
  });

/** Only types that a browser plays or downloads; never one that it would run or render. */
const mediaType = (type: string) =>
  /^(video|audio)\/[\w.+-]+$/.test(type.split(";")[0] ?? "") ? type : "application/octet-stream";

/** Some bytes of a file; `end` is the first one that does not belong to them. */
export interface ByteRange {
  start: number;
  end: number;
}

/** What a Range header wants of so many bytes, all of them without a header; undefined when nothing can be had. */
export function requestedBytes(length: number, range: string | null): ByteRange | undefined {
  const asked = range === null ? { start: 0, end: length } : parseRange(range);
  if (!asked) return undefined;
  const end = Math.min(asked.end, length);
  return asked.start < end ? { start: asked.start, end } : undefined;
}

/** One range with a first byte; the end of an open one is infinite. */
function parseRange(header: string): ByteRange | undefined {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(header.trim()) ?? [];
  if (first === undefined) return undefined;
  return { start: Number(first), end: last ? Number(last) + 1 : Number.POSITIVE_INFINITY };
}

export const rangeHeader = ({ start, end }: ByteRange) => `bytes=${start}-${end - 1}`;

/** `length` bytes of a body, from byte `skip` on; what follows is not read. */
export async function* sliceBytes(body: AsyncIterable<Buffer>, skip: number, length: number) {
  let toSkip = skip;
  let left = length;
  for await (const chunk of body) {
    const part = chunk.subarray(toSkip, toSkip + left);
    toSkip = Math.max(0, toSkip - chunk.length);
    left -= part.length;
    if (part.length > 0) yield part;
    if (left <= 0) return;
  }
}
