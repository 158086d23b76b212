import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, expect, it } from "vitest";
import { saveUpload, uploadRoutes } from "./uploads.ts";

let folder: string;
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "chengying-uploads-")), "uploads");
});

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#f60" } });
const fileOf = (bytes: Buffer, name = "a.bin") => new File([new Uint8Array(bytes)], name);

it.each(["jpeg", "png", "gif", "webp"] as const)(
  "a %s is stored, whatever its file name",
  async (format) => {
    const path = await saveUpload(folder, fileOf(await drawn(40, 30).toFormat(format).toBuffer()));
    expect(path).toMatch(/^\/uploads\/[\w-]{24}\.webp$/);
    expect(await sharp(await readFile(join(folder, "..", path))).metadata()).toMatchObject({
      format: "webp",
      width: 40,
      height: 30,
    });
  },
);

it("a picture loses its metadata, keeps its rotation, and is bounded in size", async () => {
  const photo = await drawn(3000, 1500)
    .withExif({ IFD0: { Artist: "someone", Orientation: "6" } })
    .jpeg()
    .toBuffer();
  const path = await saveUpload(folder, fileOf(photo));
  const stored = await sharp(await readFile(join(folder, "..", path))).metadata();
  expect(stored.exif).toBeUndefined();
  expect(Math.max(stored.width, stored.height)).toBe(2048);
});

it.each<[string, () => Promise<Buffer>]>([
  ["text", async () => Buffer.from("hello")],
  ["nothing", async () => Buffer.alloc(0)],
  ["a TIFF", async () => drawn(4, 4).tiff().toBuffer()],
  ["half a PNG", async () => (await drawn(400, 400).png().toBuffer()).subarray(0, 200)],
  ["too many pixels", async () => drawn(10_000, 5_000).png().toBuffer()],
])("%s is refused and leaves no file", async (_name, make) => {
  const before = (await readdir(folder)).length;
  await expect(saveUpload(folder, fileOf(await make(), "a.png"))).rejects.toMatchObject({
    code: 400,
  });
  expect(await readdir(folder)).toHaveLength(before);
});

it.each(["/uploads/x.webp", "/uploads/..%2f..%2fkeys.json", `/uploads/${"a".repeat(24)}.webp`])(
  "%s is not found",
  async (path) => {
    expect((await uploadRoutes(folder).request(path)).status).toBe(404);
  },
);
