import sharp from "sharp";
import { expect, test } from "vitest";
import { preparePicture, UnusablePicture } from "./uploads.ts";

const create = { width: 2400, height: 1200, channels: 4, background: "#f608" } as const;
const file = (bytes: Uint8Array | string, name = "photo.png", type = "image/png") =>
  new File([typeof bytes === "string" ? bytes : new Uint8Array(bytes)], name, { type });

test("a picture keeps its looks in at most the given size, and loses what else is in the file", async () => {
  const taken = await sharp({ create })
    .withExif({ IFD0: { Artist: "a name" }, IFD3: { GPSLatitude: "31/1 14/1 0/1" } })
    .jpeg()
    .toBuffer();
  const prepared = await preparePicture(file(taken, "IMG_0001.jpg", "image/jpeg"), 1600);
  const bytes = Buffer.from(await prepared.arrayBuffer());
  const facts = await sharp(bytes).metadata();
  expect([facts.format, facts.width, facts.height]).toEqual(["jpeg", 1600, 800]);
  expect(facts.exif).toBeUndefined();
  expect(bytes.includes("a name")).toBe(false);
  expect(prepared.name).toBe("picture.jpg");
});

test("a small picture is not made larger", async () => {
  const small = await sharp({ create: { ...create, width: 40, height: 20 } })
    .png()
    .toBuffer();
  const prepared = await preparePicture(file(small), 1600);
  const { width, height } = await sharp(Buffer.from(await prepared.arrayBuffer())).metadata();
  expect([width, height]).toEqual([40, 20]);
});

test("what only calls itself a picture is refused, in Chinese", async () => {
  const whole = await sharp({ create }).png().toBuffer();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  for (const bytes of ["<script>alert(1)</script>", "", svg, whole.subarray(0, 900)]) {
    const refusal = await preparePicture(file(bytes), 1600).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UnusablePicture);
    expect(String(refusal)).toMatch(/[\u4e00-\u9fff]/);
  }
});

test("a file over 8 MB is not even looked at", async () => {
  await expect(preparePicture(file(new Uint8Array(8 * 1024 * 1024 + 1)), 1600)).rejects.toThrow(
    "图片不能超过8MB",
  );
});
