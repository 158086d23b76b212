import { isUtf8 } from "node:buffer";
import { promisify } from "node:util";
import { brotliDecompress, inflateRaw, unzip } from "node:zlib";
import { type Dispatcher, type FormData, request } from "undici";
import { tellForm } from "./codec.ts";
import { statusFault, UpstreamFault } from "./errors.ts";

/** The largest answer that is read, in bytes. */
export const MAX_ANSWER = 8 * 1024 * 1024;

export interface Call {
  /** Names the call in messages: "video.detail". */
  name: string;
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  /** JSON text, or a form with files. */
  body?: string | FormData;
  /** Reads may go out again after a fault; writes never, once a byte of them may have arrived. */
  repeatable: boolean;
}

/**
 * The body of a 2xx answer.
 *
 * @param base without a slash at its end
 * @throws {UpstreamFault} for any other answer and for one over 8 MB; what undici throws where there is none
 */
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

/** The text of an answer, also in GB18030. Throws as `readBody`. */
export async function readText(name: string, answer: Body): Promise<string> {
  const bytes = await readBody(name, answer, MAX_ANSWER);
  const isGb = /charset="?gb/i.test(String(answer.headers["content-type"])) && !isUtf8(bytes);
  return isGb ? new TextDecoder("gb18030").decode(bytes) : bytes.toString("utf8");
}

type Body = Pick<Dispatcher.ResponseData, "body" | "headers">;

/**
 * What an answer holds, which may be compressed though nobody asked for it, with or without saying so.
 *
 * @param limit in bytes
 * @throws {UpstreamFault} where there is more, as it comes or unpacked, or its compression is damaged
 */
export async function readBody(
  name: string,
  { body, headers }: Body,
  limit: number,
): Promise<Buffer> {
  const tooLarge = () => {
    const message = `${name}: the answer is over ${limit} bytes. Let the upstream send less at a time.`;
    return new UpstreamFault(message, { kind: "unexpected" });
  };
  const sent = await readWholeBody(body, limit, tooLarge);
  const bytes = await unpacked(sent, String(headers["content-encoding"]), limit).catch((cause) => {
    if (isTooLarge(cause)) throw tooLarge();
    const message = `${name}: the answer's compression is damaged. Look at the upstream's own log.`;
    throw new UpstreamFault(message, { kind: "broken", cause });
  });
  if (bytes !== sent) tellForm("packed");
  return bytes;
}

const isTooLarge = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";

const unzipped = promisify(unzip);
const unpackers = { br: promisify(brotliDecompress), deflate: promisify(inflateRaw) };

/** gzip and deflate begin as neither JSON nor pictures do; of the others only the header tells, and it may be wrong. */
async function unpacked(bytes: Buffer, encoding: string, maxOutputLength: number): Promise<Buffer> {
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

/** The answer as it begins, whatever its status; its body is to be read. */
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

/**
 * The body of an answer, read to its end.
 *
 * @param limit in bytes
 * @throws what `tooLarge` makes, as soon as there is more than that
 */
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

/** Some servers answer with a part that is all of the file, though nobody asked for a part. */
export function isWhole({ statusCode, headers }: Dispatcher.ResponseData): boolean {
  const range = String(headers["content-range"] ?? "");
  const [, last, size] = /^bytes 0-(\d+)\/(\d+|\*)$/.exec(range) ?? [];
  return statusCode === 206 && last !== undefined && (size === "*" || Number(size) - 1 === +last);
}

/** For how long a file has been as it is, in milliseconds, where its server says so. */
export function unchangedMs({ headers }: Dispatcher.ResponseData): number | undefined {
  const now = headers.date ? Date.parse(String(headers.date)) : Date.now();
  const ms = now - Date.parse(String(headers["last-modified"]));
  return Number.isNaN(ms) ? undefined : ms;
}
