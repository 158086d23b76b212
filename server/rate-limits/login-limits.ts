import {
  type Counters,
  countEvent,
  createCounters,
  isPublicAddress,
  networkPrefixOf,
} from "./counters.ts";

const WINDOW_MS = 15 * 60_000;
/** An address may stand for a whole household or a mobile network's customers. */
const FAILURES = { account: 5, address: 30 };

/** A try that was let through counts as failed until it is refunded. */
export type LoginAttempt =
  | { allowed: true; refund(): Promise<void> }
  | { allowed: false; waitMs: number };

/** Bounds failed logins, by account and by network address. */
export interface LoginLimits {
  /** To be asked before the credentials are checked, so that many tries at once count as many. */
  attempt(account: string, address: string): Promise<LoginAttempt>;
}

/** @param onRefused called for every try that is not let through */
export function createLoginLimits(
  counters: Counters = createCounters(),
  onRefused: () => void = () => undefined,
): LoginLimits {
  return {
    async attempt(account, address) {
      const bounds = [
        { key: `login:account:${account.toLowerCase()}`, max: FAILURES.account },
        ...(isPublicAddress(address)
          ? [{ key: `login:address:${networkPrefixOf(address)}`, max: FAILURES.address }]
          : []),
      ];
      const { waitMs, refund } = await countEvent(counters, bounds, WINDOW_MS);
      if (waitMs === 0) return { allowed: true, refund };
      // who waits is not made to wait longer by asking
      await refund();
      onRefused();
      return { allowed: false, waitMs };
    },
  };
}
