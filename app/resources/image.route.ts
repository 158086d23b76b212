import type { LoaderFunctionArgs } from "@remix-run/node";

/** A picture in the width and format that the browser wants. Its address is sealed, so it never changes. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const width = Number(searchParams.get("w")) || 0;
  const accept = request.headers.get("accept") ?? "";
  const picture = await context.images
    .picture(params.sealed ?? "", width, accept)
    .catch(() => null);
  if (!picture) {
    return new Response(null, {
      status: picture === null ? 502 : 404,
      headers: { "cache-control": "no-store" },
    });
  }

  const { etag } = picture;
  const headers = {
    "content-type": picture.type,
    "cache-control": `${searchParams.has("private") ? "private" : "public"}, max-age=31536000, immutable`,
    vary: "accept",
    etag,
  };
  if (request.headers.get("if-none-match") === etag)
    return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(picture.bytes), { headers });
}
