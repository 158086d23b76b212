import type { Logger } from "pino";
import { serverTexts } from "../texts.ts";
import { CallError } from "../upstream-client/errors.ts";
import { type Counters, countEvent, networkBound } from "./counters.ts";
import { limitOfCall, type RateLimit, type RateLimitName, rateLimits } from "./limits.ts";

const SECOND = 1_000;

/** This site says no before the upstream is asked; the answer has status 429 (`server/remix/error-mapping.ts`). */
export class RateLimitError extends CallError {
  override name = "RateLimitError";
  constructor(readonly waitMs: number) {
    super(serverTexts.tooOften(Math.max(1, Math.ceil(waitMs / SECOND))));
  }
  override get visitorMessage() {
    return this.message;
  }
}

/** How often one visitor may do things. */
export interface VisitorLimits {
  /**
   * To be asked before something is done; what it answers takes that back.
   * @throws {RateLimitError}
   */
  take(name: RateLimitName): Promise<() => Promise<void>>;
  /** The same for what can be done in another way: whether it was allowed, and so counts. */
  allows(name: RateLimitName): Promise<boolean>;
  /** What was refused in this request. */
  readonly rejected: RateLimitError | undefined;
}

/** Of a render for many, which counts against no visitor. */
export const unlimited: VisitorLimits = {
  take: async () => async () => undefined,
  allows: async () => true,
  rejected: undefined,
};

export function createVisitorLimits(options: {
  counters: Counters;
  /** The device's own identifier. */
  visitor: () => string;
  /** The network address; '' where it is not known. */
  address: string;
  log: Logger;
  /** Called for everything that is refused. */
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

/**
 * To be asked before each upstream call that is made for the visitor, "support.feedback".
 * @throws {RateLimitError} from the call that made too many of its kind (`limits.ts`)
 */
export const limitCalls = (limits: VisitorLimits) => async (call: string) => {
  const name = limitNames[call];
  if (name && name !== "counted elsewhere") await limits.take(name);
};
