import type { LoaderFunctionArgs } from "@remix-run/node";

/** A picture in the width and format that the browser wants. Its address is sealed, so it never changes. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const width = Number(searchParams.get("w")) || 0;
  const accept = request.headers.get("accept") ?? "";
  const personal = searchParams.has("private");
  const picture = await context.images
    .picture(params.sealed ?? "", width, accept, { signal: request.signal, personal })
    .catch(unavailable);
  if (!picture) return new Response(null, { status: 404, headers: notKept });
  if (picture instanceof Response) return picture;

  const { bytes, etag } = picture;
  const headers = {
    "content-type": picture.type,
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

const notKept = { "cache-control": "no-store" };

const unavailable = (reason: unknown) =>
  reason instanceof Error && reason.name === "QueueFull"
    ? new Response(null, { status: 503, headers: { ...notKept, "retry-after": "2" } })
    : new Response(null, { status: 502, headers: notKept });
