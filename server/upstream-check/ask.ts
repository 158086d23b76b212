import type { Dispatcher } from "undici";
import type { z } from "zod";
import type { Endpoint } from "../contract/endpoint.ts";
import { droppedItems, ignored, type UnusualForm, unusualForms } from "../contract/scalars.ts";
import { buildCall, type Credentials } from "../upstream-client/client.ts";
import { type Codec, looksEncrypted } from "../upstream-client/codec.ts";
import { openData, parseEnvelope, readData, readEnvelope } from "../upstream-client/envelope.ts";
import { SessionEndedError, UpstreamFault, UpstreamRefusal } from "../upstream-client/errors.ts";
import { readText, startExchange } from "../upstream-client/exchange.ts";
import {
  type Cause,
  codeCause,
  damagedCause,
  networkCause,
  shapeCause,
  statusCause,
  successCause,
  tooLargeCause,
  unopenedCause,
} from "./diagnose.ts";
import { cut, formRepairs, type Repair, repairsOf } from "./repairs.ts";

export interface AskedCall {
  call: string;
  method: string;
  path: string;
  /** `refused`: by the upstream; `skipped`: deliberately not made. */
  outcome: "ok" | "refused" | "failed" | "skipped";
  cause?: Cause;
  /** The public call was answered only with a guest's token. */
  withToken?: boolean;
  status?: number;
  code?: string;
  data?: "plain" | "encrypted" | "unopened";
  repairs: Repair[];
  dropped: { times: number; example?: string };
  bytes?: number;
  ms?: number;
}

interface Answered {
  asked: AskedCall;
  data?: unknown;
  unopened?: string;
  answered: boolean;
}

export type Asker = (
  name: string,
  endpoint: Endpoint<"read" | "write", unknown[]>,
  args: unknown[],
  guest: Credentials | undefined,
) => Promise<Answered>;

const emptyRow = (call: string, { method, path }: Pick<Endpoint, "method" | "path">) => ({
  call,
  method,
  path,
  repairs: [],
  dropped: { times: 0 },
});

export const skippedCall = (
  call: string,
  endpoint: Pick<Endpoint, "method" | "path">,
  message: string,
): AskedCall => ({
  ...emptyRow(call, endpoint),
  outcome: "skipped",
  cause: { kind: "skipped", message },
});

/** A line for `.env` with the codes of answers that hold valid data although they mean refusals. */
export function successLines(calls: readonly AskedCall[]): string[] {
  const isSuccess = ({ cause }: AskedCall) => cause?.kind === "success-code";
  if (!calls.some(isSuccess)) return [];
  const successful = calls.filter((asked) => asked.outcome === "ok" || isSuccess(asked));
  return [`UPSTREAM_SUCCESS_CODE=${[...new Set(successful.map(({ code }) => code))].join(",")}`];
}

export function createAsker(options: {
  url: string;
  dispatcher: Dispatcher;
  codec: Codec;
  securityHeader: string;
  successCodes: readonly string[] | undefined;
  timeoutMs: number;
}): Asker {
  const { url, dispatcher, codec, securityHeader, successCodes, timeoutMs } = options;

  async function once(...[name, endpoint, args, who]: Parameters<Asker>): Promise<Answered> {
    const row = emptyRow(name, endpoint);
    const call = buildCall(name, endpoint as Endpoint, args as never[], securityHeader, who);
    const started = performance.now();
    const signal = AbortSignal.timeout(timeoutMs);
    const failed = (more: Partial<AskedCall>, answered: boolean): Answered => ({
      asked: { ...row, ms: Math.round(performance.now() - started), outcome: "failed", ...more },
      answered,
    });
    const forms = new Set<UnusualForm>();
    const listen = (message: unknown) => forms.add((message as { form: UnusualForm }).form);
    unusualForms.subscribe(listen);
    try {
      const answer = await startExchange(url, call, dispatcher, signal);
      const body = await readText(name, answer);
      const seen = { status: answer.statusCode, bytes: Buffer.byteLength(body) };
      const cause = statusCause(answer.statusCode, answer.headers, body, url);
      if (cause) return failed({ ...seen, cause }, true);
      const ms = Math.round(performance.now() - started);
      const read = readAnswer(name, endpoint, body, { codec, successCodes, forms });
      const repairs = [...formRepairs(forms), ...(read.asked.repairs ?? [])];
      return { ...read, asked: { ...row, ...seen, ms, ...read.asked, repairs }, answered: true };
    } catch (error) {
      if (error instanceof UpstreamFault) {
        return failed({ cause: error.kind === "broken" ? damagedCause : tooLargeCause() }, true);
      }
      return failed({ cause: networkCause(error, url, signal.aborted ? timeoutMs : 0) }, false);
    } finally {
      unusualForms.unsubscribe(listen);
    }
  }

  return async (name, endpoint, args, guest) => {
    if (endpoint.member) return once(name, endpoint, args, guest);
    const answer = await once(name, endpoint, args, undefined);
    if (answer.asked.cause?.kind !== "session" || !guest) return answer;
    const again = await once(name, endpoint, args, guest);
    return { ...again, asked: { ...again.asked, withToken: true } };
  };
}

type Reading = Omit<Answered, "asked" | "answered"> & {
  asked: Pick<AskedCall, "outcome"> & Partial<AskedCall>;
};

interface Reader {
  codec: Codec;
  successCodes: readonly string[] | undefined;
  forms: ReadonlySet<UnusualForm>;
}

/** Reads an answer as the site does, and records which repairs were necessary. */
function readAnswer(
  name: string,
  endpoint: Endpoint<"read" | "write", unknown[]>,
  body: string,
  { codec, successCodes, forms }: Reader,
): Reading {
  const envelope = envelopeIn(name, body);
  if (!envelope) return { asked: { outcome: "failed", cause: shapeCause(body) } };
  const code = cut(envelope.code, 20);
  const issues: string[] = [];
  const listen = (message: unknown) => issues.push((message as { issue: string }).issue);
  droppedItems.subscribe(listen);
  try {
    const wanted = endpoint.answer;
    const data = readEnvelope(name, body, endpoint.data, codec, { wanted, successCodes });
    const { undecryptable, ...opened } = openData(envelope.data, codec);
    const value = forms.has("empty") ? {} : opened.value;
    const encrypted = isCiphertext(envelope.data) && !undecryptable;
    droppedItems.unsubscribe(listen);
    const hidden = isPrivate(endpoint);
    return {
      data,
      asked: {
        outcome: "ok",
        code,
        ...(envelope.data !== undefined && { data: encrypted ? "encrypted" : "plain" }),
        repairs: endpoint.answer === "data" ? repairsOf(endpoint.data, value, hidden) : [],
        dropped: {
          times: issues.length,
          ...(issues[0] && !hidden && { example: cut(issues[0], 60) }),
        },
      },
    };
  } catch (error) {
    if (error instanceof UpstreamRefusal || error instanceof SessionEndedError) {
      const isAnswer = holdsAnswer(endpoint, openData(envelope.data, codec));
      const cause = isAnswer ? successCause(code) : codeCause(code, error);
      return { asked: { outcome: cause.kind === "refused" ? "refused" : "failed", code, cause } };
    }
    const { value } = openData(envelope.data, codec);
    const unopened = typeof envelope.data === "string" && value === envelope.data;
    const cause = unopened ? unopenedCause : shapeCause(body, invalidFields(endpoint.data, value));
    return {
      asked: {
        outcome: "failed",
        code,
        cause,
        data: unopened ? "unopened" : isCiphertext(envelope.data) ? "encrypted" : "plain",
      },
      ...(unopened && { unopened: envelope.data as string }),
    };
  } finally {
    droppedItems.unsubscribe(listen);
  }
}

/** Whether the data is an answer although the code is a refusal's: refusals hold no ciphertext. */
const holdsAnswer = (
  { data, answer }: Endpoint,
  { value, undecryptable }: ReturnType<typeof openData>,
) =>
  undecryptable ||
  (answer === "data" &&
    data !== ignored &&
    typeof value === "object" &&
    Object.keys(value ?? {}).length > 0 &&
    readData(data, value).success);

const isCiphertext = (data: unknown) => typeof data === "string" && looksEncrypted(data);

/** Whether answers hold personal data or tokens, which must not be printed. */
const isPrivate = ({ member, path }: Pick<Endpoint, "member" | "path">) =>
  member || /register|login/.test(path);

function envelopeIn(name: string, body: string) {
  try {
    return parseEnvelope(name, body);
  } catch {
    return undefined;
  }
}

function invalidFields(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value);
  return (error?.issues ?? []).map(({ path }) => path.join(".") || "data");
}
