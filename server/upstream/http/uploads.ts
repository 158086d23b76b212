import { randomBytes } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Hono } from "hono";
import sharp from "sharp";
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_MB } from "../../contract/rules.ts";
import { badRequest } from "../domain/api-error.ts";
import { sendFile } from "./send-file.ts";

const MAX_PIXELS = 40_000_000;
const MAX_SIDE = 2048;
const MONTH = "public, max-age=2592000, immutable";

/** First bytes of JPEG, PNG, GIF and WebP, in hex: the declared type is not trusted. */
const pictures = [/^ffd8ff/, /^89504e470d0a1a0a/, /^474946383[79]61/, /^52494646.{8}57454250/];

/** Re-encodes it without metadata. @returns `/uploads/….webp` @throws {ApiError} 400 */
export async function saveUpload(folder: string, file: File): Promise<string> {
  if (file.size > MAX_UPLOAD_BYTES) throw badRequest(`图片不能超过 ${MAX_UPLOAD_MB} MB`);
  const picture = await redraw(Buffer.from(await file.arrayBuffer()));
  const name = `${randomBytes(18).toString("base64url")}.webp`;
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  await writeFile(`${path}.new`, picture);
  await rename(`${path}.new`, path);
  return `/uploads/${name}`;
}

async function redraw(bytes: Buffer): Promise<Buffer> {
  const start = bytes.subarray(0, 16).toString("hex");
  if (!pictures.some((magic) => magic.test(start))) {
    throw badRequest("只能上传 JPG、PNG、GIF 或 WebP 图片");
  }
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error" })
      .rotate()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 88 })
      .toBuffer();
  } catch {
    throw badRequest("图片已损坏或尺寸过大");
  }
}

export function uploadRoutes(folder: string): Hono {
  const app = new Hono();
  app.get("/uploads/:file{[A-Za-z0-9_-]{24}\\.webp}", (c) => {
    c.header("x-content-type-options", "nosniff");
    c.header("content-security-policy", "default-src 'none'; sandbox");
    return sendFile(c, join(folder, c.req.param("file")), MONTH);
  });
  return app;
}
