import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Hono } from "hono";
import { cors } from "hono/cors";
import { MAX_LOOPS, SEGMENTS_BEFORE_FAILURE } from "../domain/addresses.ts";
import { mediaFolder } from "../folders.ts";
import { readAvatar, readCover, scenes } from "../media/demo-media.ts";
import { sendFile } from "./send-file.ts";

const MONTH = "public, max-age=2592000, immutable";
const svg = { "content-type": "image/svg+xml", "cache-control": MONTH };
const m3u8 = { "content-type": "application/vnd.apple.mpegurl", "cache-control": MONTH };

const isLoops = (text: string) => /^[1-9]\d?$/.test(text) && Number(text) <= MAX_LOOPS;

const clipsFolder = join(mediaFolder, "clips");

/** Any origin may fetch. */
export const mediaRoutes = new Hono();

const anyOrigin = cors({
  origin: "*",
  allowMethods: ["GET", "HEAD"],
  allowHeaders: ["range"],
  exposeHeaders: ["content-length", "content-range"],
});
for (const dir of ["/media/*", "/covers/*", "/avatars/*", "/art/*"])
  mediaRoutes.use(dir, anyOrigin);

function serveFolder(address: string, folder: string) {
  // the only dot is that of the ending, so that no path leaves the folder
  mediaRoutes.get(`${address}/:file{[\\w/-]+\\.(m3u8|mp4|vtt|webp)}`, (c) =>
    sendFile(c, join(folder, c.req.param("file")), MONTH),
  );
}
serveFolder("/media/clips", clipsFolder);
serveFolder("/media/tracks", join(clipsFolder, "tracks"));
serveFolder("/art", join(mediaFolder, "art"));

for (const truncated of ["", "torn/"] as const) {
  const loop = `/media/loop/:clip{[\\w-]+}/:loops/${truncated}` as const;
  mediaRoutes.get(`${loop}master.m3u8`, (c) => {
    const { clip, loops } = c.req.param();
    return isLoops(loops)
      ? sendFile(c, join(clipsFolder, clip, "master.m3u8"), MONTH)
      : c.notFound();
  });

  mediaRoutes.get(`${loop}:variant{[\\w-]+}/:file{(index|iframes)\\.m3u8}`, async (c) => {
    const { clip, loops, variant, file } = c.req.param();
    const source = join(clipsFolder, clip, variant, file);
    const text = isLoops(loops) && (await readFile(source, "utf8").catch(() => ""));
    if (!text) return c.notFound();
    const base = `${truncated && "../"}../../../../clips/${clip}/${variant}/`;
    const looped = repeatPlaylist(rebase(text, base), Number(loops));
    const shown = truncated ? truncatePlaylist(looped, SEGMENTS_BEFORE_FAILURE) : looped;
    return c.body(shown, 200, m3u8);
  });
}

function rebase(playlist: string, base: string): string {
  return playlist
    .replace(/^(?!#)\S+$/gm, (file) => base + file)
    .replace(/\bURI="([^"]+)"/g, (_match, file: string) => `URI="${base}${file}"`);
}

mediaRoutes.get("/covers/:file{[a-z-]+-[0-9]+\\.svg}", async (c) => {
  const [, name = "", number = ""] = /^([a-z-]+)-(\d{1,9})\.svg$/.exec(c.req.param("file")) ?? [];
  const scene = scenes.find((one) => one === name);
  return scene ? c.body(await readCover(scene, Number(number)), 200, svg) : c.notFound();
});

mediaRoutes.get("/avatars/:file{[0-9]+\\.svg}", async (c) => {
  const [, number] = /^(\d{1,9})\.svg$/.exec(c.req.param("file")) ?? [];
  return number ? c.body(await readAvatar(Number(number)), 200, svg) : c.notFound();
});

/**
 * Each repetition starts with `#EXT-X-DISCONTINUITY`, because its timestamps restart, and with the
 * clip's `#EXT-X-MAP`, which some players drop at a discontinuity.
 */
export function repeatPlaylist(source: string, loops: number): string {
  const lines = source.split(/\r?\n/).filter((line) => line !== "");
  const first = lines.findIndex((line) => isSegmentTag(line));
  if (lines[0] !== "#EXTM3U" || first < 0) throw new Error("not a media playlist");
  const end = lines.indexOf("#EXT-X-ENDLIST");
  const head = lines.slice(0, first);
  const clip = lines.slice(first, end < 0 ? undefined : end);
  const map = clip.find((line) => line.startsWith("#EXT-X-MAP:"));
  const segments = clip.filter((line) => line !== map);

  const repetition = map ? [map, ...segments] : segments;
  const count = Math.max(1, Math.floor(loops));
  const body = Array.from({ length: count }, (_, loop) =>
    loop === 0 ? repetition : ["#EXT-X-DISCONTINUITY", ...repetition],
  );
  return `${[...head, ...body.flat(), "#EXT-X-ENDLIST"].join("\n")}\n`;
}

/** Replaces the files of all segments after the first `whole` by missing ones. */
function truncatePlaylist(playlist: string, whole: number): string {
  let segments = 0;
  return playlist.replace(/^(?!#)\S+$/gm, (file) => {
    segments += 1;
    return segments > whole ? file.replace(/[^/]+$/, "missing.mp4") : file;
  });
}

function isSegmentTag(line: string): boolean {
  return line.startsWith("#EXT-X-MAP:") || line.startsWith("#EXTINF:") || !line.startsWith("#");
}
