import { MAX_UPLOAD_FORM_MB } from "../../contract/rules.ts";
import { badRequest } from "./api-error.ts";

const MEGABYTE = 1024 * 1024;
const MAX_JSON = MEGABYTE;
const MAX_DISCARDED = 32 * MEGABYTE;

/** @throws {ApiError} 400 when the body is longer than `limit` bytes; the rest of it is not read */
async function readCapped(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLong = () => badRequest("请求内容过大");
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLong();
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      bytes += read.value.byteLength;
      if (bytes > limit) throw tooLong();
      chunks.push(read.value);
    }
  } finally {
    reader?.releaseLock();
  }
  return Buffer.concat(chunks);
}

/**
 * Reads on to the end of a refused request, up to 32 MB, and drops it: callers that send a whole body before
 * they look at the answer would otherwise find the connection closed instead of the answer.
 */
export async function discardBody(request: Request): Promise<void> {
  const reader = request.body?.getReader();
  let bytes = 0;
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    bytes += read.value.byteLength;
    if (bytes > MAX_DISCARDED) return;
  }
}

/**
 * The JSON of a request; an empty body reads as `{}`.
 * @throws {ApiError} 400 when it is too long, no UTF-8, no JSON, or holds NUL characters, which PostgreSQL refuses
 */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readCapped(request, MAX_JSON);
  if (bytes.byteLength === 0) return {};
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\\u0000")) return JSON.parse(text);
  } catch {
    // refused below
  }
  throw badRequest("请求内容不是有效的 JSON");
}

/**
 * The fields of a multipart form, files among them.
 * @throws {ApiError} 400 when it is too long or not such a form
 */
export async function readForm(request: Request): Promise<unknown> {
  const body = await readCapped(request, MAX_UPLOAD_FORM_MB * MEGABYTE);
  const type = request.headers.get("content-type") ?? "";
  try {
    if (!/^multipart\/form-data\b/i.test(type)) throw new Error("another kind of body");
    const form = await new Response(body, { headers: { "content-type": type } }).formData();
    return Object.fromEntries(form);
  } catch {
    throw badRequest("请求内容不是有效的表单");
  }
}
