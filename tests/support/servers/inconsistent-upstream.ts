import { type Codec, looksEncrypted } from "../../../server/upstream-client/codec.ts";
import { listen } from "./listen.ts";

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const flags = /^(show|cartoonVip)/;

/** The same facts, as a careless upstream would write them. */
function mess(value: Json, name = ""): Json {
  if (Array.isArray(value)) {
    const items = value.map((item) => mess(item));
    if (name === "" || /^(rankList|typeList|urlList)$/.test(name)) return items;
    return { records: [...items, { broken: { very: true } }, null] };
  }
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return flags.test(name) ? Number(value) : String(Number(value));
  if (value === "") return null;
  if (value === null || typeof value === "string") return value;
  return Object.fromEntries([
    ...Object.entries(value).map(([key, inner]) => [key, mess(inner, key)]),
    ["somethingNew", { nobody: "asked" }],
  ]);
}

/**
 * Stands in front of the reference upstream and spoils its answers in every way that the contract's section 1
 * allows: what is encrypted comes plain and the reverse, numbers as text, codes as text, lists in an object.
 */
export function startMessyUpstream(upstream: { url: string; codec: Codec }) {
  return listen(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const headers = new Headers();
    for (const name of ["content-type", "token", "userid", "x-security-flag"]) {
      const value = request.headers[name];
      if (typeof value === "string") headers.set(name, value);
    }
    const answer = await fetch(upstream.url + request.url, {
      method: request.method,
      headers,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const envelope = (await answer.json()) as { code: number; msg?: string; data?: Json };
    const encrypted = typeof envelope.data === "string" && looksEncrypted(envelope.data);
    const data = encrypted
      ? (upstream.codec.decrypt(String(envelope.data)) as Json)
      : envelope.data;
    const messy = mess(data ?? null);
    response.setHeader("content-type", "text/plain");
    response.end(
      JSON.stringify({
        code: String(envelope.code),
        msg: null,
        data: encrypted ? messy : upstream.codec.encrypt(messy),
      }),
    );
  });
}
