import { z } from "zod";
import { plainText, readTolerantly, type UnusualForm } from "../contract/scalars.ts";
import { type Codec, looksEncrypted, parseJson, reportUnusualForm } from "./codec.ts";
import { SessionEndedError, UpstreamFault, UpstreamRefusal } from "./errors.ts";

const envelope = z.object({
  code: z.union([z.number(), z.string()]).transform(String),
  msg: plainText.catch(""),
  data: z.unknown().optional(),
});

const sessionCodes: Record<string, SessionEndedError["reason"]> = {
  "8000": "expired",
  "10040": "elsewhere",
  "SYS.0015": "elsewhere",
};

/**
 * Decrypts `data` if necessary and validates it. `call` ("video.detail") is for error messages.
 * @param options.wanted "msg" if the message for the visitor is the result
 * @param options.successCodes "0" by default
 * @throws {SessionEndedError} for the codes 8000, 10040 and SYS.0015
 * @throws {UpstreamRefusal} for any other code
 * @throws {UpstreamFault} if the answer cannot be parsed
 */
export function readEnvelope<Data extends z.ZodType>(
  call: string,
  body: string,
  schema: Data,
  codec: Codec,
  options: { wanted?: "data" | "msg"; successCodes?: readonly string[] | undefined } = {},
): z.output<Data> {
  const { wanted = "data", successCodes = ["0"] } = options;
  const { code, msg, data } = parseEnvelope(call, body);
  const ended = sessionCodes[code];
  if (ended) throw new SessionEndedError(ended);
  if (!successCodes.includes(code)) throw new UpstreamRefusal(code, msg);

  const opened = wanted === "msg" ? { value: msg } : openData(data, codec);
  const parsed = readData(schema, opened.value);
  if (parsed.success) return parsed.data;
  if (opened.undecryptable) {
    const message = `${call}: cannot decrypt. Check UPSTREAM_AES_KEY and UPSTREAM_AES_IV.`;
    throw new UpstreamFault(message, { kind: "unreadable" });
  }
  const message = `${call}: unexpected data. Check the upstream's version. ${z.prettifyError(parsed.error)}`;
  throw new UpstreamFault(message, { kind: "unexpected" });
}

const isEmptyValue = (value: unknown) =>
  value === "" ||
  value === null ||
  value === undefined ||
  (Array.isArray(value) && value.length === 0);

/** Treats invalid fields as missing, and reads empty values as an empty object if necessary. */
export function readData<Data extends z.ZodType>(schema: Data, value: unknown) {
  const parsed = readTolerantly(schema, value);
  if (parsed.success || !isEmptyValue(value)) return parsed;
  const empty = schema.safeParse({});
  if (!empty.success) return parsed;
  reportUnusualForm("empty");
  return empty;
}

/** @throws {UpstreamFault} for a body that is not JSON, or has no code */
export function parseEnvelope(call: string, body: string) {
  const json = findJson(body);
  if (json === undefined) throw unreadableFault(`${call}: the answer is not JSON.`);
  const parsed = envelope.safeParse(json);
  if (!parsed.success) throw unreadableFault(`${call}: the answer has no code.`);
  return parsed.data;
}

const MAX_STARTS = 5;

/** Finds JSON even after a byte order mark or warnings, and with unescaped line breaks in strings. */
function findJson(body: string): unknown {
  const text = body.trim();
  for (const [form, candidate] of candidatesIn(text)) {
    try {
      const json = parseJson(candidate);
      if (form) reportUnusualForm(form);
      if (body.startsWith("\ufeff")) reportUnusualForm("mark");
      return json;
    } catch {
      // try the next start
    }
  }
  return undefined;
}

function* candidatesIn(text: string): Generator<[UnusualForm | undefined, string]> {
  yield [undefined, text];
  const clean = text.replaceAll(/\p{Cc}+/gu, " ");
  yield ["control", clean];
  const end = clean.lastIndexOf("}") + 1;
  let tries = 0;
  for (const { index } of clean.matchAll(/\{\s*"/g)) {
    if (tries++ === MAX_STARTS) return;
    yield ["around", clean.slice(index, end)];
  }
}

const unreadableFault = (message: string) =>
  new UpstreamFault(`${message} Check that UPSTREAM_URL leads to the API itself.`, {
    kind: "unreadable",
  });

/** Decrypts ciphertext; the data may also be plain, even a plain string. */
export function openData(data: unknown, codec: Codec): { value: unknown; undecryptable?: boolean } {
  if (typeof data !== "string" || !looksEncrypted(data)) return { value: data };
  try {
    return { value: codec.decrypt(data) };
  } catch {
    return { value: data, undecryptable: true };
  }
}
