import { isUtf8 } from "node:buffer";
import { promisify } from "node:util";
import { brotliDecompress, inflateRaw, unzip } from "node:zlib";
import { type Dispatcher, type FormData, request } from "undici";
import { reportUnusualForm } from "./codec.ts";
import { statusFault, UpstreamFault } from "./errors.ts";

export const MAX_ANSWER = 8 * 1024 * 1024;

export interface Call {
  name: string;
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: string | FormData;
  /** Whether the call may be retried even after it was sent. */
  repeatable: boolean;
}

/** @throws {UpstreamFault} if not 2xx or over 8 MB; undici's own error if there is no answer */
export async function exchange(
  base: string,
  call: Call,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<string> {
  const answer = await startExchange(base, call, dispatcher, signal);
  if (answer.statusCode < 200 || answer.statusCode > 299) {
    await answer.body.dump();
    throw statusFault(call.name, answer.statusCode);
  }
  return readText(call.name, answer);
}

/** Decodes UTF-8 or GB18030. @throws like `readBody` */
export async function readText(name: string, answer: Body): Promise<string> {
  const bytes = await readBody(name, answer, MAX_ANSWER);
  const isGb = /charset="?gb/i.test(String(answer.headers["content-type"])) && !isUtf8(bytes);
  return isGb ? new TextDecoder("gb18030").decode(bytes) : bytes.toString("utf8");
}

type Body = Pick<Dispatcher.ResponseData, "body" | "headers">;

/** Decompresses bodies, which some servers compress without being asked. @throws {UpstreamFault} above `limit` bytes */
export async function readBody(name: string, { body, headers }: Body, limit: number) {
  const tooLarge = () => {
    const message = `${name}: the answer is over ${limit} bytes. Let the upstream send less at a time.`;
    return new UpstreamFault(message, { kind: "unexpected" });
  };
  const sent = await readWholeBody(body, limit, tooLarge);
  const bytes = await unpack(sent, String(headers["content-encoding"]), limit).catch((cause) => {
    if (isTooLarge(cause)) throw tooLarge();
    const message = `${name}: the answer's compression is damaged. Look at the upstream's own log.`;
    throw new UpstreamFault(message, { kind: "broken", cause });
  });
  if (bytes !== sent) reportUnusualForm("packed");
  return bytes;
}

const isTooLarge = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";

const unzipped = promisify(unzip);
const unpackers = { br: promisify(brotliDecompress), deflate: promisify(inflateRaw) };

/** Recognizes gzip and zlib by their first bytes, the others only by the header, which may be wrong. */
async function unpack(bytes: Buffer, encoding: string, maxOutputLength: number): Promise<Buffer> {
  const bound = { maxOutputLength };
  const [first = 0, second = 0] = bytes;
  if (first === 0x1f && second === 0x8b) return unzipped(bytes, bound);
  if (first === 0x78 && (first * 256 + second) % 31 === 0) return unzipped(bytes, bound);
  const [name] = /br|deflate/.exec(encoding) ?? [];
  if (name !== "br" && name !== "deflate") return bytes;
  return unpackers[name](bytes, bound).catch((error) => {
    if (isTooLarge(error)) throw error;
    return bytes;
  });
}

export const startExchange = (
  base: string,
  call: Call,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> =>
  request(`${base}${call.path}`, {
    method: call.method,
    headers: {
      ...call.headers,
      ...(typeof call.body === "string" && { "content-type": "application/json" }),
    },
    body: call.body,
    dispatcher,
    signal,
  });

/** @throws the result of `tooLarge` above `limit` bytes */
export async function readWholeBody(
  body: AsyncIterable<Buffer>,
  limit: number,
  tooLarge: () => UpstreamFault,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A 206 may cover the whole file: some servers send one without being asked for a range. */
export function isWhole({ statusCode, headers }: Dispatcher.ResponseData): boolean {
  const range = String(headers["content-range"] ?? "");
  const [, last, size] = /^bytes 0-(\d+)\/(\d+|\*)$/.exec(range) ?? [];
  return statusCode === 206 && last !== undefined && (size === "*" || Number(size) - 1 === +last);
}

/** Time since Last-Modified in milliseconds, if known. */
export function unchangedMs({ headers }: Dispatcher.ResponseData): number | undefined {
  const now = headers.date ? Date.parse(String(headers.date)) : Date.now();
  const ms = now - Date.parse(String(headers["last-modified"]));
  return Number.isNaN(ms) ? undefined : ms;
}
