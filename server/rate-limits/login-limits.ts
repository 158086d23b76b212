import { type Bound, type Counters, countEvent, createCounters, networkBound } from "./counters.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** An address may stand for a whole household or a mobile network's customers. */
const ADDRESS = { max: 30, windowMs: 15 * MINUTE };
/** Failures of one account, longest wait first: more of them make longer waits, none so long that it locks out for good. */
const STEPS = [
  { max: 12, windowMs: 15 * MINUTE },
  { max: 8, windowMs: 5 * MINUTE },
  { max: 5, windowMs: MINUTE },
];
/** So many failures of strangers within a day are worth telling the owner. */
const TOLD_FROM = 5;

/** A try that was let through counts as failed until it is refunded. */
type LoginAttempt = { allowed: true; refund(): Promise<void> } | { allowed: false; waitMs: number };

/** Bounds failed logins, by network address and by account. */
export interface LoginLimits {
  /**
   * To be asked before the credentials are checked, so that many tries at once count as many.
   *
   * @param device that has been in this account before: strangers do not use up its tries
   */
  attempt(account: string, address: string, device?: string): Promise<LoginAttempt>;
  /** Whether strangers have failed so often lately that the owner should know; says so once. */
  takeWarning(account: string): Promise<boolean>;
}

const failuresOf = (account: string): Bound => ({
  key: `login:strangers:${account.toLowerCase()}`,
  max: Number.POSITIVE_INFINITY,
  windowMs: DAY,
});

const boundsOf = (account: string, device: string | undefined): Bound[] => {
  const who = device ? `device:${device}:` : "account:";
  const steps = STEPS.map(({ max, windowMs }) => ({
    key: `login:${who}${account.toLowerCase()}:${windowMs}`,
    max,
    windowMs,
  }));
  return device ? steps : [...steps, failuresOf(account)];
};

/** @param onRefused called for every try that is not let through */
export function createLoginLimits(
  counters: Counters = createCounters(),
  onRefused: () => void = () => undefined,
): LoginLimits {
  return {
    async attempt(account, address, device) {
      const { waitMs, refund } = await countEvent(counters, [
        ...networkBound("login", address, ADDRESS.max, ADDRESS.windowMs),
        ...boundsOf(account, device),
      ]);
      if (waitMs === 0) return { allowed: true, refund };
      // who waits is not made to wait longer by asking
      await refund();
      onRefused();
      return { allowed: false, waitMs };
    },
    async takeWarning(account) {
      const { key, windowMs } = failuresOf(account);
      const { sum } = await counters.add(key, 0, windowMs);
      if (sum < TOLD_FROM) return false;
      await counters.add(key, -sum, windowMs);
      return true;
    },
  };
}
