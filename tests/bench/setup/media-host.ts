import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { setTimeout as pass } from "node:timers/promises";
import { listen } from "../../support/servers/listen.ts";
import { foreignStream } from "./foreign-media.ts";
import type { ForeignKind } from "./media-kinds.ts";

/** From the site to another host and back, in milliseconds. */
export const FAR_MS = 80;

/** Another host than the upstream's, of this machine. */
const HOST = "127.0.0.2";

const types: Record<string, string> = {
  ".m3u8": "application/vnd.apple.mpegurl",
  ".ts": "video/mp2t",
  ".mp4": "video/mp4",
};

/**
 * Another host with a film that it has under every folder: `/100301/index.m3u8`. It is far from the site; how far it is
 * from a browser is a matter of the line that the browser is put on.
 */
export async function startMediaHost(kind: ForeignKind, segmentSeconds: number) {
  const folder = foreignStream(kind, segmentSeconds);
  return listen(async (request, response) => {
    const isOfBrowser = "sec-fetch-mode" in request.headers;
    if (!isOfBrowser) await pass(FAR_MS);
    const { pathname } = new URL(request.url ?? "/", "http://host.test");
    const name = /^\/\d+\/([\w.-]+)$/.exec(pathname)?.[1] ?? "";
    const file = await readFile(join(folder, name)).catch(() => undefined);
    response.setHeader("access-control-allow-origin", "*");
    if (!file) return response.writeHead(404).end();
    response.setHeader("cache-control", "max-age=3600");
    sendFile(file, types[extname(name)] ?? "application/octet-stream", request, response);
  }, HOST);
}

/** What a browser asks for of a file is from a byte on, to its end or to another. */
export function sendFile(
  file: Buffer,
  type: string,
  { headers }: IncomingMessage,
  response: ServerResponse,
) {
  const [, from = "0", to = ""] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? "") ?? [];
  const end = Math.min(to === "" ? Number.POSITIVE_INFINITY : Number(to) + 1, file.length);
  const part = file.subarray(Number(from), end);
  response.writeHead(headers.range ? 206 : 200, {
    "content-type": type,
    "content-length": part.length,
    "accept-ranges": "bytes",
    ...(headers.range && { "content-range": `bytes ${from}-${end - 1}/${file.length}` }),
  });
  response.end(part);
}
