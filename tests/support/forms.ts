import type { Visitor } from "./site.ts";

const page = { origin: "http://site.test", accept: "text/html,application/xhtml+xml" };

/** Sends forms as a page without scripts does: with files where there are any. */
export function formPoster(visitor: Pick<Visitor, "request">) {
  return async (path: string, fields: Record<string, string | File>) => {
    const files = Object.values(fields).some((value) => value instanceof File);
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const encoded = new Response(
      files ? form : new URLSearchParams(fields as Record<string, string>),
    );
    const body = await encoded.arrayBuffer();
    return visitor.request(path, {
      method: "POST",
      body,
      headers: {
        ...page,
        "content-type": encoded.headers.get("content-type") ?? "",
        "content-length": String(body.byteLength),
      },
    });
  };
}
