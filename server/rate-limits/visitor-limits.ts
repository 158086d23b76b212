import type { Logger } from "pino";
import { serverTexts } from "../texts.ts";
import { ShownError } from "../upstream-client/errors.ts";
import { type Counters, countEvent, networkBound } from "./counters.ts";
import { limitOfCall, type RateLimit, type RateLimitName, rateLimits } from "./limits.ts";

const SECOND = 1_000;

/** This site refuses before it calls the upstream; status 429 (`server/remix/error-mapping.ts`). */
export class RateLimitError extends ShownError {
  override name = "RateLimitError";
  constructor(readonly waitMs: number) {
    super(serverTexts.tooOften(Math.max(1, Math.ceil(waitMs / SECOND))));
  }
}

export interface VisitorLimits {
  /** Counts an event; the returned function refunds it. @throws {RateLimitError} */
  take(name: RateLimitName): Promise<() => Promise<void>>;
  allows(name: RateLimitName): Promise<boolean>;
  readonly rejected: RateLimitError | undefined;
}

/** For shared renders, which count against no visitor. */
export const unlimited: VisitorLimits = {
  take: async () => async () => undefined,
  allows: async () => true,
  rejected: undefined,
};

export function createVisitorLimits(options: {
  counters: Counters;
  visitor: () => string;
  address: string;
  log: Logger;
  onRefused?: (name: RateLimitName) => void;
}): VisitorLimits {
  const { counters, address, log, onRefused = () => undefined } = options;
  let refused: RateLimitError | undefined;

  const count = (name: RateLimitName) => {
    const { visitor, address: max, windowMs }: RateLimit = rateLimits[name];
    return countEvent(counters, [
      ...networkBound(name, address, max, windowMs),
      { key: `${name}:visitor:${options.visitor()}`, max: visitor, windowMs },
    ]);
  };

  return {
    async take(name) {
      const { waitMs, refund } = await count(name);
      if (waitMs === 0) return refund;
      refused = new RateLimitError(waitMs);
      log.info({ limit: name, waitMs }, "a visitor exceeded a rate limit");
      onRefused(name);
      throw refused;
    },
    allows: async (name) => (await count(name)).waitMs === 0,
    get rejected() {
      return refused;
    },
  };
}

const limitNames: Readonly<Record<string, RateLimitName | "counted elsewhere">> = limitOfCall;

/** The client's `beforeCall`; a `call` is, for example, "support.feedback". @throws {RateLimitError} */
export const limitCalls = (limits: VisitorLimits) => async (call: string) => {
  const name = limitNames[call];
  if (name && name !== "counted elsewhere") await limits.take(name);
};
