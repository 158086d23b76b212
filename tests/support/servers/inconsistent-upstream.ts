import type { Codec } from "../../../server/upstream-client/codec.ts";
import { startRewritingUpstream } from "./rewriting-upstream.ts";

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const flags = /^(show|cartoonVip)/;

/** The same values, as a careless upstream would write them. */
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
 * A proxy in front of the reference upstream that changes its answers in every way that `server/contract/scalars.ts`
 * accepts: encrypted data becomes plain and the reverse, numbers and codes become strings, lists become objects.
 */
export const startInconsistentUpstream = (upstream: { url: string; codec: Codec }) =>
  startRewritingUpstream(upstream, ({ envelope, encrypted }) => {
    const messy = mess((envelope.data ?? null) as Json);
    return {
      code: String(envelope.code),
      msg: null,
      data: encrypted ? messy : upstream.codec.encrypt(messy),
    };
  });
