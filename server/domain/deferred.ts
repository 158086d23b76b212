import type { Logger } from "pino";
import type { Cacheability } from "../session/anonymous-session.ts";
import { CallError, type Ending, SessionEndedError } from "../upstream-client/errors.ts";
import { within } from "./within.ts";

/**
 * How data arrived, or why it did not. `message` is the upstream's own Chinese text where it gave one;
 * `ended` says that there is no data because the visitor's session is over.
 */
export type Outcome<Data> =
  | { ok: true; data: Data }
  | { ok: false; message: string; ended?: Ending };

/** Data that is there already, or that the page may be sent without. */
export type DeferredOutcome<Data> = Outcome<Data> | Promise<Outcome<Data>>;

type Arriving<Parts extends Record<string, Promise<unknown>>> = {
  [Part in keyof Parts]: DeferredOutcome<Awaited<Parts[Part]>>;
};

/** Too short to be felt, long enough for what a cache or a near upstream answers. */
const GRACE_MS = 30;
/** For a page that is about one thing: less than a skeleton's flash, enough for most upstreams. */
const PATIENCE_MS = 300;

/**
 * Gives the parts of a page a moment to arrive. Those that do are rendered in place, so that the page is whole
 * without JavaScript; the others are streamed. No part ever rejects: a failure is an outcome, and is logged.
 */
export function createSoon(log: Logger, note: Cacheability) {
  const settle = async <Data>(part: string, promise: Promise<Data>): Promise<Outcome<Data>> => {
    try {
      return { ok: true, data: await promise };
    } catch (error) {
      note.incomplete = true;
      if (error instanceof SessionEndedError)
        return { ok: false, message: "", ended: error.reason };
      log.warn({ err: error, part }, "a part of the page failed");
      return { ok: false, message: error instanceof CallError ? error.visitorMessage : "" };
    }
  };

  async function arriving<Parts extends Record<string, Promise<unknown>>>(
    parts: Parts,
    patienceMs: number,
  ): Promise<Arriving<Parts>> {
    const arrived: Record<string, Outcome<unknown>> = {};
    const outcomes = Object.entries(parts).map(([part, promise]) => {
      const outcome = settle(part, promise).then((settled) => {
        arrived[part] = settled;
        return settled;
      });
      return [part, outcome] as const;
    });
    await within(Promise.all(outcomes.map(([, outcome]) => outcome)), patienceMs);
    if (outcomes.some(([part]) => !arrived[part])) note.incomplete = true;
    return Object.fromEntries(
      outcomes.map(([part, outcome]) => [part, arrived[part] ?? outcome]),
    ) as Arriving<Parts>;
  }

  return {
    /** For pages of many parts. */
    soon: <Parts extends Record<string, Promise<unknown>>>(parts: Parts) =>
      arriving(parts, GRACE_MS),
    /**
     * For pages that are about one thing, whose status may depend on it.
     * @throws {SessionEndedError} when a part is known in time to be missing because of that
     */
    async patiently<Parts extends Record<string, Promise<unknown>>>(parts: Parts) {
      const known = await arriving(parts, PATIENCE_MS);
      const settled = Object.values<DeferredOutcome<unknown>>(known);
      for (const part of settled) {
        if ("ok" in part && !part.ok && part.ended) throw new SessionEndedError(part.ended);
      }
      return known;
    },
  };
}
