import sharp from "sharp";
import type { UploadResult } from "../../../app/resources/upload.route.ts";
import type { Visitor } from "../servers/site.ts";

const origin = "http://site.test";

/**
 * Sends a form as a browser does: by itself, or to an address of data by a script. With files where there are any.
 *
 * @param more headers that are different
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

/** The tag of a page's field. */
export const fieldIn = (html: string, name: string): string =>
  new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(html)?.[0] ?? "";

/** What a page says is wrong with a field, as a screen reader finds it. */
export function errorAt(html: string, name: string): string | undefined {
  const field = fieldIn(html, name);
  const id = /aria-invalid="true"/.test(field) && /aria-describedby="([^"]+)"/.exec(field)?.[1];
  const text = id && html.split(`id="${id}"`)[1]?.split("</p>")[0];
  return text ? text.replace(/^[^>]*>|<[^>]*>/g, "") : undefined;
}

/** What a page says about its form as a whole. */
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

/** The reference of a picture that was uploaded; '' for one that was refused. */
export async function uploadPicture(visitor: Visitor, use: string, bytes: Buffer) {
  const result = await sendFile(visitor, use, bytes);
  return result.ok ? result.data.reference : "";
}

/** A picture as a phone's camera makes it: large, lying on its side, with notes of where it was taken. */
export const photo = () =>
  sharp({ create: { width: 2400, height: 1200, channels: 3, background: "#f60" } })
    .withMetadata({ orientation: 6, exif: { IFD0: { Artist: "someone" } } })
    .jpeg()
    .toBuffer();
