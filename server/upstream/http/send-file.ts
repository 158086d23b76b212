import { extname } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Context } from "hono";

const types: Record<string, string> = {
  ".m3u8": "application/vnd.apple.mpegurl",
  ".vtt": "text/vtt; charset=utf-8",
};

export async function sendFile(c: Context, path: string, cacheControl: string): Promise<Response> {
  const answer = await serveStatic({ path })(c, async () => undefined);
  if (!answer) return c.notFound();
  c.res = answer;
  const type = types[extname(path)];
  if (answer.ok) c.header("cache-control", cacheControl);
  if (answer.ok && type) c.header("content-type", type);
  return c.res;
}
