import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Page, Request } from "playwright/test";
import { expect } from "./fixtures/site.ts";

const POSTER = "720";
const WIDTHS = ["180", "360", "540", POSTER, "1080"];

const places = {
  "Local Storage": "localStorage",
  "Session Storage": "sessionStorage",
  Cache: "HTTP cache",
  "Service Worker": "service worker's cache",
  Downloads: "downloads",
} as Record<string, string>;

/** What betrays a visit, as it looks in files. */
export type Traces = Record<
  "title" | "word" | "code" | "poster" | "cover" | "tiny cover",
  Buffer[]
>;

/** The traces that a browser's profile holds, each behind its place; files of the browser itself count as its history. */
export function tracesIn(profile: string, traces: Traces) {
  const found = new Set<string>();
  for (const entry of readdirSync(profile, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const [place = ""] = relative(profile, file)
      .replace(/^Default./, "")
      .split(sep);
    const bytes = readFileSync(file);
    for (const [trace, forms] of Object.entries(traces))
      if (forms.some((form) => bytes.includes(form)))
        found.add(`${places[place] ?? "history"}: ${trace}`);
  }
  return [...found].sort();
}

export const inText = (text: string) => [
  Buffer.from(text),
  Buffer.from(text, "utf16le"),
  Buffer.from(encodeURIComponent(text)),
];

/** A picture's files in these widths, in the formats that browsers take. No browser asks for them here. */
export const inPictures = (address: string, widths = WIDTHS) =>
  Promise.all(
    widths.flatMap((width) =>
      ["image/avif", "image/webp"].map(async (accept) => {
        const answer = await fetch(`${address}?w=${width}`, { headers: { accept } });
        expect(answer.headers.get("content-type")).toBe(accept);
        return Buffer.from(await answer.arrayBuffer());
      }),
    ),
  );

/** The addresses of covers that a search has shown, and of those that stand in for a video before it plays. */
export function coversOn(page: Page) {
  const listed = new Set<string>();
  const posters = new Set<string>();
  const note = (covers: Set<string>, isWanted: (width: string | null) => boolean) => {
    return (request: Request) => {
      const { origin, pathname, searchParams } = new URL(request.url());
      if (pathname.startsWith("/image/") && isWanted(searchParams.get("w")))
        covers.add(origin + pathname);
    };
  };
  page.on(
    "request",
    note(posters, (width) => width === POSTER),
  );
  page.on(
    "requestfinished",
    note(listed, () => page.url().includes("/sreinfo")),
  );
  return { listed, posters };
}
