import jsQR from "jsqr";
import type { Locator, Page } from "playwright/test";
import sharp from "sharp";

interface Pixels {
  width: number;
  height: number;
  /** RGBA, one character for each byte. */
  bytes: string;
}

const read = ({ width, height, bytes }: Pixels) =>
  jsQR(Uint8ClampedArray.from(Buffer.from(bytes, "latin1")), width, height)?.data;

/** Decodes the QR code on a canvas of the page. */
export const codeOn = async (canvas: Locator) =>
  read(
    await canvas.evaluate((element: HTMLCanvasElement) => {
      const { width, height } = element;
      const data = element.getContext("2d")?.getImageData(0, 0, width, height).data ?? [];
      return { width, height, bytes: Array.from(data, (one) => String.fromCharCode(one)).join("") };
    }),
  );

/** Decodes the QR code in a picture file, and returns the picture's size. */
export async function codeInPicture(page: Page, file: Buffer) {
  const pixels = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const { width, height } = bitmap;
    const pen = new OffscreenCanvas(width, height).getContext("2d");
    pen?.drawImage(bitmap, 0, 0);
    const data = pen?.getImageData(0, 0, width, height).data ?? [];
    return { width, height, bytes: Array.from(data, (one) => String.fromCharCode(one)).join("") };
  }, file.toString("base64"));
  return { text: read(pixels), width: pixels.width, height: pixels.height };
}

/** The text of a picture's QR code; '' if there is none. */
export async function readQrCode(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data ?? "";
}
