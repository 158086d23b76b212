import type { Dispatcher } from "undici";
import type { z } from "zod";
import type { Endpoint } from "../contract/endpoint.ts";
import { droppedItems, ignored, type UnusualForm, unusualForms } from "../contract/scalars.ts";
import type { UpstreamSettings } from "../services.ts";
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
import { type CallName, endpointOf } from "./steps.ts";

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
  name: CallName,
  args: unknown[],
  guest: Credentials | undefined,
) => Promise<Answered>;

function emptyRow(call: CallName) {
  const { method, path } = endpointOf(call);
  return { call, method, path, repairs: [], dropped: { times: 0 } };
}

export const skippedCall = (call: CallName, message: string): AskedCall => ({
  ...emptyRow(call),
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

/** What is said of an answer while it is read, on the contract's channels. */
interface Heard {
  forms: Set<UnusualForm>;
  dropped: string[];
}

export function createAsker(
  options: Pick<UpstreamSettings, "url" | "securityHeader" | "successCodes" | "timeoutMs"> & {
    dispatcher: Dispatcher;
    codec: Codec;
  },
): Asker {
  const { url, dispatcher, codec, securityHeader, successCodes, timeoutMs } = options;

  async function once(...[name, args, who]: Parameters<Asker>): Promise<Answered> {
    const row = emptyRow(name);
    const call = buildCall(
      name,
      endpointOf(name) as Endpoint,
      args as never[],
      securityHeader,
      who,
    );
    const started = performance.now();
    const signal = AbortSignal.timeout(timeoutMs);
    const failed = (more: Partial<AskedCall>, answered: boolean): Answered => ({
      asked: { ...row, ms: Math.round(performance.now() - started), outcome: "failed", ...more },
      answered,
    });
    const heard: Heard = { forms: new Set(), dropped: [] };
    const onForm = (message: unknown) => heard.forms.add((message as { form: UnusualForm }).form);
    const onDropped = (message: unknown) =>
      heard.dropped.push((message as { issue: string }).issue);
    unusualForms.subscribe(onForm);
    droppedItems.subscribe(onDropped);
    try {
      const answer = await startExchange(url, call, dispatcher, signal);
      const body = await readText(name, answer);
      const seen = { status: answer.statusCode, bytes: Buffer.byteLength(body) };
      const cause = statusCause(answer.statusCode, answer.headers, body, url);
      if (cause) return failed({ ...seen, cause }, true);
      const ms = Math.round(performance.now() - started);
      const read = readAnswer(name, body, heard);
      const repairs = [...formRepairs(heard.forms), ...(read.asked.repairs ?? [])];
      return { ...read, asked: { ...row, ...seen, ms, ...read.asked, repairs }, answered: true };
    } catch (error) {
      if (error instanceof UpstreamFault) {
        return failed({ cause: error.kind === "broken" ? damagedCause : tooLargeCause() }, true);
      }
      return failed({ cause: networkCause(error, url, signal.aborted ? timeoutMs : 0) }, false);
    } finally {
      unusualForms.unsubscribe(onForm);
      droppedItems.unsubscribe(onDropped);
    }
  }

  /** Reads an answer as the site does, and records which repairs were necessary. */
  function readAnswer(name: CallName, body: string, heard: Heard): Reading {
    const envelope = envelopeIn(name, body);
    if (!envelope) return { asked: { outcome: "failed", cause: shapeCause(body) } };
    const endpoint = endpointOf(name);
    const code = cut(envelope.code, 20);
    const { value, undecryptable } = openData(envelope.data, codec);
    const isCiphertext = typeof envelope.data === "string" && looksEncrypted(envelope.data);
    try {
      const wanted = endpoint.answer;
      const data = readEnvelope(name, body, endpoint.data, codec, { wanted, successCodes });
      const hidden = isPrivate(endpoint);
      // copied before the repairs, which read the lists again
      const [...dropped] = heard.dropped;
      const example = dropped[0] && !hidden && { example: cut(dropped[0], 60) };
      const sent = heard.forms.has("empty") ? {} : value;
      const form = isCiphertext && !undecryptable ? "encrypted" : "plain";
      return {
        data,
        asked: {
          outcome: "ok",
          code,
          ...(envelope.data !== undefined && { data: form }),
          repairs: endpoint.answer === "data" ? repairsOf(endpoint.data, sent, hidden) : [],
          dropped: { times: dropped.length, ...example },
        },
      };
    } catch (error) {
      if (error instanceof UpstreamRefusal || error instanceof SessionEndedError) {
        // refusals hold no ciphertext
        const isAnswer = undecryptable || holdsAnswer(endpoint, value);
        const cause = isAnswer ? successCause(code) : codeCause(code, error);
        return { asked: { outcome: cause.kind === "refused" ? "refused" : "failed", code, cause } };
      }
      const failed = { outcome: "failed", code } as const;
      if (typeof value === "string" && value === envelope.data)
        return { asked: { ...failed, cause: unopenedCause, data: "unopened" }, unopened: value };
      const cause = shapeCause(body, invalidFields(endpoint.data, value));
      return { asked: { ...failed, cause, data: isCiphertext ? "encrypted" : "plain" } };
    }
  }

  return async (name, args, guest) => {
    if (endpointOf(name).member) return once(name, args, guest);
    const answer = await once(name, args, undefined);
    if (answer.asked.cause?.kind !== "session" || !guest) return answer;
    const again = await once(name, args, guest);
    return { ...again, asked: { ...again.asked, withToken: true } };
  };
}

type Reading = Omit<Answered, "asked" | "answered"> & {
  asked: Pick<AskedCall, "outcome"> & Partial<AskedCall>;
};

/** Whether the data is an answer although the code is a refusal's. */
const holdsAnswer = ({ data, answer }: Pick<Endpoint, "data" | "answer">, value: unknown) =>
  answer === "data" &&
  data !== ignored &&
  typeof value === "object" &&
  Object.keys(value ?? {}).length > 0 &&
  readData(data, value).success;

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
