import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import { MAX_LOOPS, SEGMENTS_BEFORE_FAILURE } from "../domain/addresses.ts";
import { mediaFolder } from "../folders.ts";
import { clips, readAvatar, readCover, scenes } from "../media/demo-media.ts";
import { sendFile } from "./send-file.ts";

const MONTH = "public, max-age=2592000, immutable";
const svg = { "content-type": "image/svg+xml", "cache-control": MONTH };
const m3u8 = { "content-type": "application/vnd.apple.mpegurl", "cache-control": MONTH };

const isClip = (name: string) => clips.some((clip) => clip.name === name);
const isVariant = (name: string) => /^(270p|480p|720p)$/.test(name);
const isLoops = (text: string) => /^[1-9]\d?$/.test(text) && Number(text) <= MAX_LOOPS;

const clipFile = (...path: string[]) => join(mediaFolder, "clips", ...path);
const send = (c: Context, file: string) => sendFile(c, file, MONTH);

/** Path components are checked before they are used in file names. Any origin may fetch. */
export const mediaRoutes = new Hono();

const anyOrigin = cors({
  origin: "*",
  allowMethods: ["GET", "HEAD"],
  allowHeaders: ["range"],
  exposeHeaders: ["content-length", "content-range"],
});
for (const dir of ["/media/*", "/covers/*", "/avatars/*", "/art/*"])
  mediaRoutes.use(dir, anyOrigin);

mediaRoutes.get("/media/clips/plain.mp4", (c) => send(c, clipFile("plain.mp4")));

mediaRoutes.get("/media/clips/:clip/master.m3u8", (c) => {
  const { clip } = c.req.param();
  return isClip(clip) ? send(c, clipFile(clip, "master.m3u8")) : c.notFound();
});

mediaRoutes.get("/media/clips/:clip/:variant/:file", (c) => {
  const { clip, variant, file } = c.req.param();
  const exists =
    isClip(clip) && isVariant(variant) && /^((index|iframes)\.m3u8|media\.mp4)$/.test(file);
  return exists ? send(c, clipFile(clip, variant, file)) : c.notFound();
});

const trackFile =
  /^(master\.m3u8|(zh|en)\/(index\.m3u8|text\.vtt)|(voice|music|270p|480p)\/(index\.m3u8|media\.mp4))$/;

mediaRoutes.get("/media/tracks/:file{.+}", (c) => {
  const { file } = c.req.param();
  return trackFile.test(file) ? send(c, clipFile("tracks", file)) : c.notFound();
});

for (const truncated of ["", "torn/"] as const) {
  mediaRoutes.get(`/media/loop/:clip/:loops/${truncated}master.m3u8`, (c) => {
    const { clip, loops } = c.req.param();
    return isClip(clip) && isLoops(loops) ? send(c, clipFile(clip, "master.m3u8")) : c.notFound();
  });

  mediaRoutes.get(
    `/media/loop/:clip/:loops/${truncated}:variant/:file{(index|iframes)\\.m3u8}`,
    async (c) => {
      const { clip, loops, variant, file } = c.req.param();
      if (!isClip(clip) || !isLoops(loops) || !isVariant(variant)) return c.notFound();
      const text = await readFile(clipFile(clip, variant, file), "utf8").catch(() => null);
      if (text === null) return c.notFound();
      const base = `${truncated && "../"}../../../../clips/${clip}/${variant}/`;
      const looped = repeatPlaylist(rebase(text, base), Number(loops));
      return c.body(
        truncated ? truncatePlaylist(looped, SEGMENTS_BEFORE_FAILURE) : looped,
        200,
        m3u8,
      );
    },
  );
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

mediaRoutes.get("/art/:file{[a-z0-9-]+\\.webp}", (c) =>
  send(c, join(mediaFolder, "art", c.req.param("file"))),
);

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
