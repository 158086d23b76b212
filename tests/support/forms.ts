import sharp from "sharp";
import type { Visitor } from "./site.ts";

const origin = "http://site.test";

/** Sends a form as a page without scripts does. */
export function sendForm(visitor: Visitor, path: string, fields: Record<string, string>) {
  const body = String(new URLSearchParams(fields));
  const headers = {
    origin,
    "content-type": "application/x-www-form-urlencoded",
    "content-length": String(body.length),
  };
  return visitor.request(path, { method: "POST", headers, body });
}

interface Kept {
  reference?: string;
  message?: string;
}

/** Sends a file as the page's script does. */
export async function sendFile(visitor: Visitor, use: string, bytes: Buffer): Promise<Kept> {
  const form = new FormData();
  form.set("use", use);
  form.set("file", new File([new Uint8Array(bytes)], "picture.png", { type: "image/png" }));
  const sent = new Request(origin, { method: "POST", body: form });
  const body = Buffer.from(await sent.arrayBuffer());
  const headers = {
    origin,
    "content-type": sent.headers.get("content-type") ?? "",
    "content-length": String(body.length),
  };
  return (await visitor.request("/upload", { method: "POST", headers, body })).json();
}

/** A picture as a phone's camera makes it: large, lying on its side, with notes of where it was taken. */
export const photo = () =>
  sharp({ create: { width: 2400, height: 1200, channels: 3, background: "#f60" } })
    .withMetadata({ orientation: 6, exif: { IFD0: { Artist: "someone" } } })
    .jpeg()
    .toBuffer();
