import { setTimeout as pause } from "node:timers/promises";
import { type Base, createBase, type Read } from "./base.ts";
import { UpstreamFault } from "./errors.ts";
import type { Call } from "./exchange.ts";
import { isTransient, pausedFault, timeoutFault, wasNeverSent } from "./faults.ts";
import type { CallObserver, ServerHealth } from "./observer.ts";

/** A call goes out so often at most. */
const MOST_TRIES = 3;
/** Before the same server is asked again, doubled each time, with half of it by chance. In milliseconds. */
const BACK_OFF_MS = 60;

export interface Transport {
  /** What `read` makes of the body of a 2xx answer. Throws UpstreamFault, or what `read` throws. */
  send<Value>(call: Call, read: Read<Value>): Promise<Value>;
  /** The servers in order of preference, for operators. */
  health(): ServerHealth[];
  close(): Promise<void>;
}

/**
 * Sends calls to the first of several equal servers that is well.
 *
 * A read that fails goes to the next server that is well, or where there is none, after a short pause to the same one
 * if the fault is of a kind that passes. A write goes elsewhere only if nothing of it can have arrived. A server that
 * keeps failing is left alone until a probe has found it well (`breaker.ts`).
 *
 * @param options.baseUrls in order of preference
 * @param options.timeoutMs from the request to the last byte, with all repetitions, in milliseconds
 * @param options.probe a harmless call and what reads its answer
 */
export function createTransport(options: {
  baseUrls: readonly string[];
  timeoutMs: number;
  probe: { call: Call; read: Read<unknown> };
  onCall?: CallObserver;
}): Transport {
  const { timeoutMs, probe, onCall = () => undefined } = options;
  const connectMs = Math.ceil(timeoutMs / options.baseUrls.length);
  const bases = options.baseUrls.map((url) =>
    createBase({ url, timeoutMs, connectMs, probe, onCall }),
  );
  const well = () => bases.filter(({ breaker }) => !breaker.open);

  /** A fresh server at once, the same one after a pause; none where that would not help or might do harm. */
  async function nextAfter(fault: UpstreamFault, call: Call, tried: Base[], until: number) {
    if (tried.length >= MOST_TRIES || !(call.repeatable || wasNeverSent(fault))) return undefined;
    const fresh = well().find((base) => !tried.includes(base));
    if (fresh || !call.repeatable || !isTransient(fault)) return fresh;
    const wait = BACK_OFF_MS * 2 ** tried.length * (0.5 + Math.random() / 2);
    if (performance.now() + wait >= until) return undefined;
    await pause(wait);
    return well()[0];
  }

  return {
    async send(call, read) {
      const until = performance.now() + timeoutMs;
      const tried: Base[] = [];
      let base = well()[0];
      if (!base) throw pausedFault(call.name);
      for (;;) {
        tried.push(base);
        const others = call.repeatable ? well().filter((one) => !tried.includes(one)).length : 0;
        const left = until - performance.now();
        if (left <= 0) throw timeoutFault(call.name, timeoutMs);
        try {
          return await base.attempt(call, read, Math.ceil(left / (others + 1)));
        } catch (error) {
          if (!(error instanceof UpstreamFault)) throw error;
          const next = await nextAfter(error, call, tried, until);
          if (!next) throw error;
          base = next;
        }
      }
    },
    health: () =>
      bases.map(({ url, breaker, limiter }) => ({
        base: url,
        open: breaker.open,
        faults: breaker.faults,
        running: limiter.running,
        waiting: limiter.waiting,
      })),
    close: async () => void (await Promise.all(bases.map((base) => base.close()))),
  };
}
