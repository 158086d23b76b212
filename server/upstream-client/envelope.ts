import { z } from "zod";
import { type Codec, looksEncrypted } from "./codec.ts";
import { SessionEndedError, UpstreamFault, UpstreamRefusal } from "./errors.ts";

const envelope = z.object({
  code: z.union([z.number(), z.string()]).transform(String),
  msg: z.string().nullish().catch(""),
  data: z.unknown().optional(),
});

const sessionCodes: Record<string, SessionEndedError["reason"]> = {
  "8000": "expired",
  "10040": "elsewhere",
  "SYS.0015": "elsewhere",
};

/**
 * Reads the body of an answer: opens the envelope, decrypts `data` if it is encrypted, and checks it with the
 * call's schema. `call` names the call in messages: "video.detail". `wanted` is "msg" where the message for the
 * visitor is what the call is about.
 *
 * @throws {SessionEndedError} for the codes 8000, 10040 and SYS.0015
 * @throws {UpstreamRefusal} for any other code than 0
 * @throws {UpstreamFault} when the answer cannot be understood
 */
export function readEnvelope<Data extends z.ZodType>(
  call: string,
  body: string,
  schema: Data,
  codec: Codec,
  wanted: "data" | "msg" = "data",
): z.output<Data> {
  const { code, msg, data } = parseEnvelope(call, body);
  const ended = sessionCodes[code];
  if (ended) throw new SessionEndedError(ended);
  if (code !== "0") throw new UpstreamRefusal(code, msg ?? "");

  const opened = wanted === "msg" ? { value: msg } : openData(data, codec);
  const parsed = schema.safeParse(opened.value);
  if (parsed.success) return parsed.data;
  if (opened.undecryptable) {
    const message = `${call}: cannot decrypt. Check UPSTREAM_AES_KEY and UPSTREAM_AES_IV.`;
    throw new UpstreamFault(message, { kind: "unreadable" });
  }
  const message = `${call}: unexpected data. Check the upstream's version. ${z.prettifyError(parsed.error)}`;
  throw new UpstreamFault(message, { kind: "unexpected" });
}

/** @throws {UpstreamFault} for what is no JSON, or has no code */
export function parseEnvelope(call: string, body: string) {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw unreadable(`${call}: the answer is not JSON.`);
  }
  const parsed = envelope.safeParse(json);
  if (!parsed.success) throw unreadable(`${call}: the answer has no code.`);
  return parsed.data;
}

const unreadable = (message: string) =>
  new UpstreamFault(`${message} Check that UPSTREAM_URL leads to the API itself.`, {
    kind: "unreadable",
  });

/** A text may be ciphertext or, where the call's schema allows it, simply a text. */
export function openData(data: unknown, codec: Codec): { value: unknown; undecryptable?: boolean } {
  if (typeof data !== "string" || !looksEncrypted(data)) return { value: data };
  try {
    return { value: codec.decrypt(data) };
  } catch {
    return { value: data, undecryptable: true };
  }
}
