import { badRequest } from "./api-error.ts";

const MAX_BYTES = 1024 * 1024;

/** @throws {ApiError} 400 when the body is longer than 1 MB; the rest of it is not read */
async function readCapped(request: Request): Promise<Uint8Array> {
  const tooLong = () => badRequest("请求内容过大");
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BYTES) throw tooLong();
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    bytes += read.value.byteLength;
    if (bytes > MAX_BYTES) throw tooLong();
    chunks.push(read.value);
  }
  return Buffer.concat(chunks);
}

/**
 * The JSON of a request; an empty body reads as `{}`.
 * @throws {ApiError} 400 when it is too long, no UTF-8, no JSON, or holds NUL characters, which PostgreSQL refuses
 */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readCapped(request);
  if (bytes.byteLength === 0) return {};
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\\u0000")) return JSON.parse(text);
  } catch {
    // told below
  }
  throw badRequest("请求内容不是有效的 JSON");
}
