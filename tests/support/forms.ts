import type { Visitor } from "./site.ts";

/** Sends a form as a page without scripts does. */
export function sendForm(
  visitor: Visitor,
  path: string,
  fields: Record<string, string>,
  more: Record<string, string> = {},
) {
  const body = String(new URLSearchParams(fields));
  const headers = {
    origin: "http://site.test",
    "content-type": "application/x-www-form-urlencoded",
    "content-length": String(body.length),
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
export const alertIn = (html: string) => /<p role="alert">([^<]+)<\/p>/.exec(html)?.[1];
