import sharp from "sharp";
import type { UploadResult } from "../../../app/resources/upload.route.ts";
import type { Visitor } from "../servers/site.ts";

const origin = "http://site.test";

/**
 * Sends a form as a browser does: natively, or by a script if `path` is a data address. Multipart if there are files.
 *
 * @param more replaces headers
 */
export async function sendForm(
  visitor: Pick<Visitor, "request">,
  path: string,
  fields: Record<string, string | File> = {},
  more: Record<string, string> = {},
) {
  const files = Object.values(fields).some((value) => value instanceof File);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const encoded = new Response(
    files ? form : new URLSearchParams(fields as Record<string, string>),
  );
  const body = await encoded.arrayBuffer();
  const headers = {
    origin,
    accept: path.includes(".data") ? "*/*" : "text/html,application/xhtml+xml",
    "content-type": encoded.headers.get("content-type") ?? "",
    "content-length": String(body.byteLength),
    ...more,
  };
  return visitor.request(path, { method: "POST", headers, body });
}

/** The tag of the field with this name. */
export const fieldIn = (html: string, name: string): string =>
  new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(html)?.[0] ?? "";

/** The error message of a field, as a screen reader finds it. */
export function errorAt(html: string, name: string): string | undefined {
  const field = fieldIn(html, name);
  const id = /aria-invalid="true"/.test(field) && /aria-describedby="([^"]+)"/.exec(field)?.[1];
  const text = id && html.split(`id="${id}"`)[1]?.split("</p>")[0];
  return text ? text.replace(/^[^>]*>|<[^>]*>/g, "") : undefined;
}

/** The error message of the whole form. */
export const alertIn = (html: string) =>
  /<p role="alert"[^>]*>(?:<svg.*?<\/svg>)?([^<]+)<\/p>/.exec(html)?.[1];

/** Sends a file as the page's script does. */
export async function sendFile(
  visitor: Visitor,
  use: string,
  bytes: Buffer,
): Promise<UploadResult> {
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

/** Uploads a picture and returns its reference; '' if the picture was refused. */
export async function uploadPicture(visitor: Visitor, use: string, bytes: Buffer) {
  const result = await sendFile(visitor, use, bytes);
  return result.ok ? result.data.reference : "";
}

/** A picture like a phone camera's: large, rotated by its EXIF orientation, with other EXIF data. */
export const photo = () =>
  sharp({ create: { width: 2400, height: 1200, channels: 3, background: "#f60" } })
    .withMetadata({ orientation: 6, exif: { IFD0: { Artist: "someone" } } })
    .jpeg()
    .toBuffer();
