import jsQR from "jsqr";
import type { Locator } from "playwright/test";
import sharp from "sharp";

/** Decodes the QR code on a canvas of the page. */
export const codeOn = async (canvas: Locator) => {
  const url = await canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL());
  return readQrCode(Buffer.from(url.split(",")[1] ?? "", "base64"));
};

/** The text of a picture's QR code; '' if there is none. */
export async function readQrCode(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data ?? "";
}
