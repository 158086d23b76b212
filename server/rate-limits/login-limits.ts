import { type Bound, type Counters, countEvent, createCounters, networkBound } from "./counters.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Generous, because a household or a mobile network may share an address. */
const ADDRESS = { max: 30, windowMs: 15 * MINUTE };
/** Failures per account, longest wait first: waits grow with failures, but never lock an account out. */
const STEPS = [
  { max: 12, windowMs: 15 * MINUTE },
  { max: 8, windowMs: 5 * MINUTE },
  { max: 5, windowMs: MINUTE },
];
/** Failures on unknown devices within a day, after which the owner is warned. */
const WARN_AFTER = 5;

/** An allowed attempt counts as failed until it is refunded. */
type LoginAttempt = { allowed: true; refund(): Promise<void> } | { allowed: false; waitMs: number };

export type LoginLimits = ReturnType<typeof createLoginLimits>;

const failuresOf = (account: string): Bound => ({
  key: `login:strangers:${account.toLowerCase()}`,
  max: Number.POSITIVE_INFINITY,
  windowMs: DAY,
});

const boundsOf = (account: string, device: string | undefined): Bound[] => {
  const scope = device ? `device:${device}:` : "account:";
  const steps = STEPS.map(({ max, windowMs }) => ({
    key: `login:${scope}${account.toLowerCase()}:${windowMs}`,
    max,
    windowMs,
  }));
  return device ? steps : [...steps, failuresOf(account)];
};

export function createLoginLimits(
  counters: Counters = createCounters(),
  onRefused: () => void = () => undefined,
) {
  return {
    /**
     * Call this before checking the password, so that concurrent attempts count, too.
     * @param device set if it has logged in to this account before: it has limits that others cannot use up
     */
    async attempt(account: string, address: string, device?: string): Promise<LoginAttempt> {
      const { waitMs, refund } = await countEvent(counters, [
        ...networkBound("login", address, ADDRESS.max, ADDRESS.windowMs),
        ...boundsOf(account, device),
      ]);
      if (waitMs === 0) return { allowed: true, refund };
      // attempts during the wait must not prolong it
      await refund();
      onRefused();
      return { allowed: false, waitMs };
    },
    /** Whether to warn the owner of failures on unknown devices; true only once. */
    async takeWarning(account: string) {
      const { key, windowMs } = failuresOf(account);
      const { sum } = await counters.add(key, 0, windowMs);
      if (sum < WARN_AFTER) return false;
      await counters.add(key, -sum, windowMs);
      return true;
    },
  };
}
