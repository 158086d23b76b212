import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { webStream } from "../http/web-stream.ts";
import type { Downloader } from "../upstream-client/download.ts";
import { UpstreamFault } from "../upstream-client/errors.ts";
import { askedOf, type Bytes, cut, rangeHeader } from "./byte-window.ts";

interface Wanted {
  url: string;
  /** All that may be had of the file, whatever is asked for; undefined for the whole of it. */
  bytes?: Bytes | undefined;
}

/** A piece of media as its origin answers, or the part of it that may be had. Throws UpstreamFault. */
export function mediaAnswer(downloader: Downloader, wanted: Wanted, request: Request) {
  const range = request.headers.get("range");
  if (!wanted.bytes) return wholeFile(downloader, wanted.url, range, request.signal);
  const asked = askedOf(wanted.bytes, range);
  if (!asked) return new Response(null, { status: 416 });
  return partOfFile(downloader, wanted.url, asked, request.signal);
}

async function wholeFile(
  downloader: Downloader,
  url: string,
  range: string | null,
  signal: AbortSignal,
) {
  const answer = await downloader.open(url, range === null ? {} : { range }, signal);
  await requireStatus(answer, [200, 206, 416]);
  const headers = headersOf(answer);
  for (const name of ["content-length", "content-range", "last-modified"]) {
    const value = answer.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  return new Response(webStream(answer.body), { status: answer.statusCode, headers });
}

/** An origin that knows no ranges sends everything: it is cut here. */
async function partOfFile(downloader: Downloader, url: string, asked: Bytes, signal: AbortSignal) {
  const answer = await downloader.open(url, { range: rangeHeader(asked) }, signal);
  await requireStatus(answer, [200, 206, 416]);
  const size = sizeOf(answer);
  const end = Math.min(asked.end, size ?? asked.end);
  if (answer.statusCode === 416 || asked.start >= end) {
    await answer.body.dump();
    return new Response(null, { status: 416 });
  }
  if (answer.statusCode === 206 && startOf(answer) !== asked.start) {
    await answer.body.dump();
    throw new UpstreamFault("stream: another range than was asked for.");
  }
  const headers = headersOf(answer);
  headers.set("content-range", `bytes ${asked.start}-${end - 1}/*`);
  if (size !== undefined) headers.set("content-length", String(end - asked.start));
  const skip = answer.statusCode === 206 ? 0 : asked.start;
  const body = Readable.from(cut(answer.body, skip, end - asked.start));
  // where nothing was read of it, the cut has not begun and would not end what it cuts
  body.once("close", () => void answer.body.dump().catch(() => undefined));
  return new Response(webStream(body), { status: 206, headers });
}

async function requireStatus(answer: Dispatcher.ResponseData, statuses: number[]) {
  if (statuses.includes(answer.statusCode)) return;
  await answer.body.dump();
  throw new UpstreamFault(`stream: HTTP status ${answer.statusCode}.`, {
    status: answer.statusCode,
  });
}

const contentRange = ({ headers }: Dispatcher.ResponseData) =>
  /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(String(headers["content-range"] ?? ""));

const startOf = (answer: Dispatcher.ResponseData) => Number(contentRange(answer)?.[1]);

/** The whole file's size in bytes, where the origin tells it. */
function sizeOf(answer: Dispatcher.ResponseData): number | undefined {
  const told =
    answer.statusCode === 206 ? contentRange(answer)?.[2] : answer.headers["content-length"];
  return told === undefined || told === "*" ? undefined : Number(told);
}

const headersOf = (answer: Dispatcher.ResponseData) =>
  new Headers({
    "cache-control": "private, max-age=21600",
    "accept-ranges": "bytes",
    "content-type": mediaType(String(answer.headers["content-type"] ?? "")),
  });

/** Only types that a browser plays or downloads; never one that it would run or render. */
const mediaType = (type: string) =>
  /^(video|audio)\/[\w.+-]+$/.test(type.split(";")[0] ?? "") ? type : "application/octet-stream";
