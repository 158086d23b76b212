import { pino } from "pino";
import sharp from "sharp";
import { expect, test } from "vitest";
import { createCounters } from "../rate-limits/counters.ts";
import { createVisitorLimits } from "../rate-limits/visitor-limits.ts";
import { createSealer } from "../secrets/seal.ts";
import { createUploads } from "./uploads.ts";

const sealer = createSealer(["s".repeat(32)]);
const limits = createVisitorLimits({
  counters: createCounters(),
  visitor: () => "a",
  address: "",
  log: pino({ level: "silent" }),
});
const noUpload = () => {
  throw new Error("a picture for a message must not be uploaded");
};
const credentials = async () => ({ token: "t", memberCode: "1" });
const { forMessage, addressOf } = createUploads(sealer, { credentials }, limits, noUpload);

const fileOf = (bytes: Buffer) => new File([new Uint8Array(bytes)], "a.jpg");
const plain = { width: 40, height: 20, channels: 3, background: "#f60" } as const;

async function drawn(bytes: Buffer): Promise<Buffer> {
  const file = await forMessage(fileOf(bytes));
  if (typeof file === "string") throw new Error(file);
  return Buffer.from(await file.arrayBuffer());
}

/** Metadata as cameras and programs write it. */
const notes = {
  IFD0: { Artist: "the photographer", Make: "camera maker" },
  IFD3: { GPSLatitudeRef: "N", GPSLatitude: "31/1 13/1 4979/100" },
};
const XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/">the photographer</x:xmpmeta>';

test.each(["jpeg", "png", "webp"] as const)(
  "from a %s, metadata about place, time, author and device is removed",
  async (format) => {
    const taken = await sharp({ create: plain })
      .withExif(notes)
      .withXmp(XMP)
      .withIccProfile("p3")
      .toFormat(format)
      .toBuffer();
    const before = await sharp(taken).metadata();
    expect([before.exif, before.xmp, before.icc].every(Boolean), "has notes").toBe(true);
    expect(before.exif?.includes("camera maker"), "has notes").toBe(true);

    const after = await sharp(await drawn(taken)).metadata();
    expect(after).toMatchObject({ format: "jpeg", width: 40, height: 20 });
    expect([after.exif, after.xmp, after.icc, after.iptc].filter(Boolean)).toEqual([]);
  },
);

test("bytes after the picture's end are removed", async () => {
  const picture = await sharp({ create: plain }).jpeg().toBuffer();
  const made = await drawn(Buffer.concat([picture, Buffer.from("<script>alert(1)</script>")]));
  expect(made.includes("script")).toBe(false);
});

const url = "/uploads/a.webp";
const referenceFor = (use: string, memberCode: string, purpose: "upload" | "image" = "upload") =>
  sealer.seal(purpose, JSON.stringify({ url, use, memberCode }));

test("a reference to an upload is valid only for its member and use", async () => {
  expect(await addressOf(referenceFor("avatar", "1"), "avatar")).toBe(url);
  for (const wrong of [
    referenceFor("avatar", "2"),
    referenceFor("code", "1"),
    referenceFor("avatar", "1", "image"),
    url,
    "",
  ]) {
    expect(await addressOf(wrong, "avatar")).toBeUndefined();
  }
});

test.each<[string, string, () => Buffer | Promise<Buffer>]>([
  ["8 MB and a byte", "large", () => Buffer.alloc(8 * 1024 * 1024 + 1)],
  ["an SVG", "kind", () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
  ["a text with JPEG's magic", "kind", () => Buffer.from("x\xff\xd8\xff", "latin1")],
  [
    "a small file with too many pixels",
    "broken",
    () =>
      sharp({ create: { ...plain, width: 9_000, height: 5_000 } })
        .png()
        .toBuffer(),
  ],
])("%s is refused: %s", async (_what, why, make) => {
  expect(await forMessage(fileOf(await make()))).toBe(why);
});
