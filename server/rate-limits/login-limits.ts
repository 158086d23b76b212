import { type Counters, countIn, createCounters, isPublicAddress, networkOf } from "./counters.ts";

const WINDOW_MS = 15 * 60_000;
/** An address may stand for a whole household or a mobile network's customers. */
const FAILURES = { account: 5, address: 30 };

/** A try that was let through counts as failed until it is taken back. */
export type LoginAttempt =
  | { allowed: true; takeBack(): Promise<void> }
  | { allowed: false; waitMs: number };

/** Bounds failed logins, by account and by network address. */
export interface LoginLimits {
  /** To be asked before the credentials are checked, so that many tries at once count as many. */
  attempt(account: string, address: string): Promise<LoginAttempt>;
}

/** @param onRefused told of every try that is not let through */
export function createLoginLimits(
  tallies: Counters = createCounters(),
  onRefused: () => void = () => undefined,
): LoginLimits {
  return {
    async attempt(account, address) {
      const bounds = [
        { key: `login:account:${account.toLowerCase()}`, max: FAILURES.account },
        ...(isPublicAddress(address)
          ? [{ key: `login:address:${networkOf(address)}`, max: FAILURES.address }]
          : []),
      ];
      const { waitMs, refund: takeBack } = await countIn(tallies, bounds, WINDOW_MS);
      if (waitMs === 0) return { allowed: true, takeBack };
      // who waits is not made to wait longer by asking
      await takeBack();
      onRefused();
      return { allowed: false, waitMs };
    },
  };
}
