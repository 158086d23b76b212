import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { cacheControl } from "../cache-times.ts";
import { webStream } from "../http/web-stream.ts";
import type { Downloader } from "../upstream-client/download.ts";
import { UpstreamFault } from "../upstream-client/errors.ts";
import { isWhole } from "../upstream-client/exchange.ts";

export const proxyMedia = (
  downloader: Downloader,
  { url, bytes }: { url: string; bytes?: ByteRange | undefined },
  request: Request,
): Promise<Response> =>
  bytes ? proxyPart(downloader, url, bytes, request) : proxyFile(downloader, url, request);

async function proxyFile(downloader: Downloader, url: string, request: Request) {
  const range = request.headers.get("range");
  const answer = await downloader.open(url, range === null ? {} : { range }, request.signal);
  const isWholeFile = range === null && isWhole(answer);
  await requireStatus(answer, range === null && !isWholeFile ? [200] : [200, 206, 416]);
  const headers = headersOf(answer);
  const forwarded = ["content-length", "last-modified", ...(isWholeFile ? [] : ["content-range"])];
  for (const name of forwarded) {
    const value = answer.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  const status = isWholeFile ? 200 : answer.statusCode;
  if (status !== 200 || !mayBeDisguised(url)) {
    return new Response(webStream(answer.body), { status, headers });
  }
  const { start, skipped, rest } = await findMedia(answer.body);
  const length = Number(headers.get("content-length"));
  if (skipped > 0) headers.set("content-type", "video/mp2t");
  if (skipped > 0 && length > 0) headers.set("content-length", String(length - skipped));
  const body = Readable.from(chain(start.subarray(skipped), rest));
  body.once("close", () => answer.body.on("error", () => undefined).destroy());
  return new Response(webStream(body), { status, headers });
}

async function peek<Found>(
  downloader: Downloader,
  url: string,
  headers: Record<string, string>,
  inspect: (body: Readable) => Promise<Found>,
): Promise<Found> {
  const { body } = await downloader.open(url, headers, new AbortController().signal);
  try {
    return await inspect(body);
  } finally {
    body.on("error", () => undefined).destroy();
  }
}

export const isPlaylistAt = (downloader: Downloader, url: string): Promise<boolean> =>
  peek(downloader, url, { range: "bytes=0-15" }, async (body) => {
    const { value } = await body.iterator({ destroyOnReturn: false }).next();
    return /^\uFEFF?\s*#EXTM3U/.test(String(value));
  });

const MAX_DISGUISE = 64 * 1024;
const PACKET = 188;

/** Some upstreams put an image before each MPEG-TS segment, because free image hosts accept only images. */
export const mayBeDisguised = (url: string) =>
  /\.(png|jpe?g|gif|bmp|webp|image)$/i.test(new URL(url).pathname);

export const isDisguised = (downloader: Downloader, url: string): Promise<boolean> =>
  peek(downloader, url, {}, async (body) => (await findMedia(body)).skipped > 0);

async function findMedia(body: Readable) {
  const rest: AsyncIterator<Buffer> = body.iterator({ destroyOnReturn: false });
  let start: Buffer = Buffer.alloc(0);
  let packet: number | undefined;
  while (packet === undefined && start.length < MAX_DISGUISE) {
    const next = await rest.next();
    if (next.done) break;
    start = Buffer.concat([start, next.value]);
    packet = firstPacket(start);
  }
  return { start, skipped: packet ?? 0, rest };
}

/** Offset of the first of three consecutive sync bytes; undefined if more bytes are needed. */
function firstPacket(bytes: Buffer): number | undefined {
  const isFirst = (at: number) => [0, 1, 2].every((next) => bytes[at + next * PACKET] === 0x47);
  const last = Math.min(bytes.length - 2 * PACKET, MAX_DISGUISE);
  for (let at = bytes.indexOf(0x47); at >= 0 && at < last; at = bytes.indexOf(0x47, at + 1)) {
    if (isFirst(at)) return at;
  }
  return undefined;
}

export async function* chain(first: Buffer, rest: AsyncIterator<Buffer>) {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** The request's range is relative to the part. If the origin ignores Range, the part is cut out here. */
async function proxyPart(downloader: Downloader, url: string, bytes: ByteRange, request: Request) {
  const range = request.headers.get("range");
  const length = bytes.end - bytes.start;
  const requested = requestedBytes(length, range);
  if (!requested) return unsatisfiable(length);
  const inFile = { start: bytes.start + requested.start, end: bytes.start + requested.end };
  const answer = await downloader.open(url, { range: rangeHeader(inFile) }, request.signal);
  await requireStatus(answer, [200, 206, 416]);
  const size = sizeOf(answer);
  const end = Math.min(inFile.end, size ?? inFile.end);
  if (answer.statusCode === 416 || inFile.start >= end) {
    await answer.body.dump();
    return unsatisfiable(length);
  }
  if (answer.statusCode === 206 && rangeStart(answer) !== inFile.start) {
    await answer.body.dump();
    throw new UpstreamFault("stream: another range than requested.");
  }
  const headers = headersOf(answer);
  if (range !== null) {
    const total = size === undefined ? "*" : Math.min(bytes.end, size) - bytes.start;
    headers.set("content-range", `bytes ${requested.start}-${end - bytes.start - 1}/${total}`);
  }
  if (size !== undefined) headers.set("content-length", String(end - inFile.start));
  const skip = answer.statusCode === 206 ? 0 : inFile.start;
  const body = Readable.from(sliceBytes(answer.body, skip, end - inFile.start));
  // a generator that never started does not run its `finally`: the origin's body would stay open
  body.once("close", () => void answer.body.dump().catch(() => undefined));
  return new Response(webStream(body), { status: range === null ? 200 : 206, headers });
}

export const unsatisfiable = (length: number) =>
  new Response(null, { status: 416, headers: { "content-range": `bytes */${length}` } });

/** @throws {UpstreamFault} for any other status */
export async function requireStatus(answer: Dispatcher.ResponseData, statuses: number[]) {
  if (statuses.includes(answer.statusCode)) return;
  await answer.body.dump();
  throw new UpstreamFault(`stream: HTTP status ${answer.statusCode}.`, {
    status: answer.statusCode,
  });
}

const contentRange = ({ headers }: Dispatcher.ResponseData) =>
  /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(String(headers["content-range"] ?? ""));

/** The first byte's offset; NaN without Content-Range. */
export const rangeStart = (answer: Dispatcher.ResponseData) => Number(contentRange(answer)?.[1]);

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

/** Passes on only types that a browser plays or downloads, never one that it would execute or render. */
const mediaType = (type: string) =>
  /^(video|audio)\/[\w.+-]+$/.test(type.split(";")[0] ?? "") ? type : "application/octet-stream";

/** `end` is exclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The range that a Range header requests of `length` bytes; undefined if unsatisfiable. */
export function requestedBytes(length: number, range: string | null): ByteRange | undefined {
  const requested = range === null ? { start: 0, end: length } : parseRange(range);
  if (!requested) return undefined;
  const end = Math.min(requested.end, length);
  return requested.start < end ? { start: requested.start, end } : undefined;
}

function parseRange(header: string): ByteRange | undefined {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(header.trim()) ?? [];
  if (first === undefined) return undefined;
  return { start: Number(first), end: last ? Number(last) + 1 : Number.POSITIVE_INFINITY };
}

export const rangeHeader = ({ start, end }: ByteRange) => `bytes=${start}-${end - 1}`;

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
