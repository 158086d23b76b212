import type { Logger } from "pino";
import { withTimeout } from "../concurrency/with-timeout.ts";
import {
  SessionEndedError,
  type SessionEnding,
  ShownError,
  UnregisteredError,
} from "../upstream-client/errors.ts";

export interface Cacheability {
  /** A part is late or missing: the document must not be cached. */
  incomplete: boolean;
  /** A part is streamed after the others have been rendered. */
  streamed: boolean;
  /** Visitor data was used: the document must not be shared. */
  personal: boolean;
  /** `personal` may be a false alarm: it was unknown what belongs to the hidden section. */
  uncertain: boolean;
}

export const createCacheability = (): Cacheability => ({
  incomplete: false,
  streamed: false,
  personal: false,
  uncertain: false,
});

/** `message` is the upstream's, or ''; `unregistered`: fails until the page has registered the visitor. */
export type Outcome<Data> =
  | { ok: true; data: Data }
  | { ok: false; message: string; ended?: SessionEnding; unregistered?: true };

export type DeferredOutcome<Data> = Outcome<Data> | Promise<Outcome<Data>>;

export type DeferredParts<Parts extends Record<string, Promise<unknown>>> = {
  [Part in keyof Parts]: DeferredOutcome<Awaited<Parts[Part]>>;
};

/** Not noticeable, but long enough for a cache or a nearby upstream. */
const PARTS_WAIT_MS = 30;
/** Better than the flash of a skeleton, and long enough for most upstreams. */
const PAGE_WAIT_MS = 300;

/**
 * What arrives in time is rendered in place, so that the page is complete without JavaScript; the rest is streamed.
 * Parts never reject: failures are logged and become outcomes.
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
        return { ok: false, message: error.message, unregistered: true };
      log.warn({ err: error, part }, "a part of a page failed");
      return { ok: false, message: error instanceof ShownError ? error.message : "" };
    }
  };

  async function deferAfter<Parts extends Record<string, Promise<unknown>>>(
    ms: number,
    parts: Parts,
  ): Promise<DeferredParts<Parts>> {
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
    ) as DeferredParts<Parts>;
  }

  return {
    isStreaming: () => cacheability.streamed,
    /** For a page with independent parts. */
    deferParts: <Parts extends Record<string, Promise<unknown>>>(parts: Parts) =>
      deferAfter(PARTS_WAIT_MS, parts),
    outcomeOf: settle,
    /** For a page about one subject; waits longer. @throws {SessionEndedError} if known in time */
    async deferPage<Parts extends Record<string, Promise<unknown>>>(parts: Parts) {
      const deferred = await deferAfter(PAGE_WAIT_MS, parts);
      for (const part of Object.values(deferred)) {
        if ("ok" in part && !part.ok && part.ended) throw new SessionEndedError(part.ended);
      }
      return deferred;
    },
  };
}
