import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { RateLimitError } from "../rate-limits/visitor-limits.ts";
import type { Sealer } from "../secrets/seal.ts";
import { type SharedStore, withLocalFallback } from "../shared-store/shared-store.ts";
import { createSingleFlight } from "../shared-store/single-flight.ts";
import { SessionEndedError, UpstreamFault, UpstreamRefusal } from "../upstream-client/errors.ts";

const POLL_MS = 25;
/** Long enough for waiting instances to see the failure, too short for a user's retry to see it. */
const FAILURE_TTL_MS = 4 * POLL_MS;
const UNDER_WAY = "";

type Flight<Result> = (key: string, call: () => Promise<Result>) => Promise<Result>;

export type SharedFlights = ReturnType<typeof createSharedFlights>;

const outcome = z.union([
  z.object({ refused: z.object({ code: z.string(), message: z.string() }) }),
  z.object({ ended: z.enum(["expired", "elsewhere"]) }),
  z.object({ limitedForMs: z.number() }),
  z.object({ fault: z.string() }),
  // last, because it matches everything; `result` is missing for a call that returns undefined
  z.object({ result: z.unknown().optional() }),
]);
type Outcome = z.output<typeof outcome>;

/**
 * Across all instances, concurrent calls with the same key share one. Without a store, or while it is unavailable,
 * flights are per instance.
 * @param shared.leaseMs longer than any call: a crashed instance blocks the others for this long
 */
export function createSharedFlights(
  sealer: Sealer,
  shared?: { store: SharedStore; leaseMs: number },
) {
  return {
    /** @param resultTtlMs how long other instances may reuse the result */
    of<Result>(name: string, resultTtlMs: number): Flight<Result> {
      const local = createSingleFlight<Result>();
      if (!shared) return local;
      const { store, leaseMs } = shared;

      async function fromOtherInstance(key: string): Promise<Outcome | undefined> {
        const until = Date.now() + leaseMs;
        while (Date.now() < until && !(await store.claim(key, UNDER_WAY, leaseMs))) {
          const sealed = await store.get(key);
          if (sealed) return opened(sealed);
          await wait(POLL_MS);
        }
        return undefined;
      }

      function opened(sealed: string): Outcome | undefined {
        const text = sealer.open("flight", sealed);
        return outcome.safeParse(text && JSON.parse(text)).data;
      }

      async function make(key: string, call: () => Promise<Result>) {
        const publish = (published: Outcome, ttlMs: number) =>
          store
            .set(key, sealer.seal("flight", JSON.stringify(published)), ttlMs)
            .catch(() => undefined);
        try {
          const result = await call();
          await publish({ result }, resultTtlMs);
          return result;
        } catch (error) {
          await publish(failureOf(error), FAILURE_TTL_MS);
          throw error;
        }
      }

      return (key, call) =>
        local(key, async () => {
          const flight = `flight:${name}:${key}`;
          const published = await withLocalFallback(
            () => fromOtherInstance(flight),
            () => undefined,
          );
          return published ? (resultOf(published) as Result) : make(flight, call);
        });
    },
  };
}

function failureOf(error: unknown): Outcome {
  if (error instanceof SessionEndedError) return { ended: error.reason };
  if (error instanceof UpstreamRefusal) {
    return { refused: { code: error.code, message: error.message } };
  }
  if (error instanceof RateLimitError) return { limitedForMs: error.waitMs };
  return { fault: error instanceof Error ? error.name : "unknown" };
}

function resultOf(published: Outcome): unknown {
  if ("ended" in published) throw new SessionEndedError(published.ended);
  if ("refused" in published)
    throw new UpstreamRefusal(published.refused.code, published.refused.message);
  if ("limitedForMs" in published) throw new RateLimitError(published.limitedForMs);
  if ("fault" in published)
    throw new UpstreamFault(`another instance's call failed: ${published.fault}.`);
  return published.result;
}
