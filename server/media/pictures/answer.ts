import { QueueFullError } from "../../upstream-client/limiter.ts";
import type { FindPicture } from "../images.ts";

/**
 * Answers a browser's question for a picture: `?w=` is the width in pixels, `&private` a member's own. Its address is
 * sealed, so that what it names never changes.
 */
export async function pictureAnswer(
  find: FindPicture,
  sealed: string,
  request: Request,
): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const width = Number(searchParams.get("w")) || 0;
  const accept = request.headers.get("accept") ?? "";
  const personal = searchParams.has("private");
  const { signal } = request;
  const picture = await find(sealed, width, accept, { signal, personal }).catch(unavailable);
  if (!picture) return new Response(null, { status: 404 });
  if (picture instanceof Response) return picture;

  const { bytes, type, etag } = picture;
  const headers = {
    "content-type": type,
    "cache-control": `${personal ? "private" : "public"}, max-age=31536000, immutable`,
    vary: "accept",
    etag,
  };
  if (request.headers.get("if-none-match") === etag)
    return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(bytes), {
    headers: { ...headers, "content-length": String(bytes.length) },
  });
}

const unavailable = (reason: unknown) =>
  reason instanceof QueueFullError
    ? new Response(null, { status: 503, headers: { "retry-after": "2" } })
    : new Response(null, { status: 502 });
