import type { Logger } from "pino";
import type { Cacheability } from "../session/anonymous-session.ts";
import {
  CallError,
  SessionEndedError,
  type SessionEnding,
  UnregisteredError,
} from "../upstream-client/errors.ts";
import { withTimeout } from "../with-timeout.ts";

/**
 * How data arrived, or why it did not. `message` is the upstream's own Chinese text where it gave one;
 * `ended` says that there is no data because the visitor's session is over, `unregistered` that there is none before
 * the page has asked who is visiting.
 */
export type Outcome<Data> =
  | { ok: true; data: Data }
  | { ok: false; message: string; ended?: SessionEnding; unregistered?: true };

/** Data that is there already, or that the page may be sent without. */
export type DeferredOutcome<Data> = Outcome<Data> | Promise<Outcome<Data>>;

type Deferred<Parts extends Record<string, Promise<unknown>>> = {
  [Part in keyof Parts]: DeferredOutcome<Awaited<Parts[Part]>>;
};

/** In milliseconds: too short to be felt, long enough for what a cache or a near upstream answers. */
const PARTS_WAIT_MS = 30;
/** In milliseconds: less than a skeleton's flash, enough for most upstreams. */
const PAGE_WAIT_MS = 300;

/**
 * Gives data some time to arrive. What does is rendered in place, so that the page is whole without JavaScript; the rest
 * is streamed. No part ever rejects: a failure is an outcome, and is logged.
 */
export function createDefer(log: Logger, cacheability: Cacheability) {
  const settle = async <Data>(part: string, promise: Promise<Data>): Promise<Outcome<Data>> => {
    try {
      return { ok: true, data: await promise };
    } catch (error) {
      cacheability.incomplete = true;
      if (error instanceof SessionEndedError)
        return { ok: false, message: "", ended: error.reason };
      if (error instanceof UnregisteredError)
        return { ok: false, message: error.visitorMessage, unregistered: true };
      log.warn({ err: error, part }, "a part of the page failed");
      return { ok: false, message: error instanceof CallError ? error.visitorMessage : "" };
    }
  };

  async function deferAfter<Parts extends Record<string, Promise<unknown>>>(
    ms: number,
    parts: Parts,
  ): Promise<Deferred<Parts>> {
    const arrived: Record<string, Outcome<unknown>> = {};
    const outcomes = Object.entries(parts).map(([part, promise]) => {
      const outcome = settle(part, promise).then((settled) => {
        arrived[part] = settled;
        return settled;
      });
      return [part, outcome] as const;
    });
    await withTimeout(Promise.all(outcomes.map(([, outcome]) => outcome)), ms);
    if (outcomes.some(([part]) => !arrived[part])) {
      cacheability.incomplete = true;
      cacheability.streamed = true;
    }
    return Object.fromEntries(
      outcomes.map(([part, outcome]) => [part, arrived[part] ?? outcome]),
    ) as Deferred<Parts>;
  }

  return {
    /** Whether something that was deferred is still on its way. */
    isStreaming: () => cacheability.streamed,
    /** For a page of many parts. */
    deferParts: <Parts extends Record<string, Promise<unknown>>>(parts: Parts) =>
      deferAfter(PARTS_WAIT_MS, parts),
    /** For a part that is asked for by itself. */
    outcomeOf: settle,
    /**
     * For a page that is about one thing.
     * @throws {SessionEndedError} when that is known in time
     */
    async deferPage<Parts extends Record<string, Promise<unknown>>>(parts: Parts) {
      const deferred = await deferAfter(PAGE_WAIT_MS, parts);
      for (const part of Object.values(deferred)) {
        if ("ok" in part && !part.ok && part.ended) throw new SessionEndedError(part.ended);
      }
      return deferred;
    },
  };
}
