import type { Logger } from "pino";
import { serverTexts } from "../texts.ts";
import { CallError } from "../upstream-client/errors.ts";
import { type Counters, countEvent, networkBound } from "./counters.ts";
import { limitOfCall, type RateLimit, type RateLimitName, rateLimits } from "./limits.ts";

const SECOND = 1_000;

/** Before any call to the upstream; status 429 (`server/remix/error-mapping.ts`). */
export class RateLimitError extends CallError {
  override name = "RateLimitError";
  constructor(readonly waitMs: number) {
    super(serverTexts.tooOften(Math.max(1, Math.ceil(waitMs / SECOND))));
  }
  override get visitorMessage() {
    return this.message;
  }
}

export interface VisitorLimits {
  /** The returned function refunds the event. @throws {RateLimitError} */
  take(name: RateLimitName): Promise<() => Promise<void>>;
  allows(name: RateLimitName): Promise<boolean>;
  readonly rejected: RateLimitError | undefined;
}

/** Shared renders count against no visitor. */
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
    const { visitor, address: many, windowMs }: RateLimit = rateLimits[name];
    return countEvent(counters, [
      ...networkBound(name, address, many, windowMs),
      { key: `${name}:visitor:${options.visitor()}`, max: visitor, windowMs },
    ]);
  };

  return {
    async take(name) {
      const { waitMs, refund } = await count(name);
      if (waitMs === 0) return refund;
      refused = new RateLimitError(waitMs);
      log.info({ limit: name, waitMs }, "a visitor did something too often");
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

/** The client's `beforeCall`: `call` is such as "support.feedback". @throws {RateLimitError} */
export const limitCalls = (limits: VisitorLimits) => async (call: string) => {
  const name = limitNames[call];
  if (name && name !== "counted elsewhere") await limits.take(name);
};
