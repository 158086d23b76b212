import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { SharedFlights } from "../concurrency/shared-flight.ts";
import type { Contract, Identity } from "../contract/index.ts";
import type { CountedEvent } from "../rate-limits/counters.ts";
import { createSingleFlight } from "../shared-store/single-flight.ts";
import type { Client, Credentials } from "../upstream-client/client.ts";
import { UpstreamRefusal } from "../upstream-client/errors.ts";

type Register = Client<Contract>["member"]["registerGuest"];

/** Requests that were sent before the new cookie was set may arrive this much later. */
const LATE_REQUEST_MS = 10 * 60 * 1000;
/** A new device's first requests may reach different instances this far apart. */
const SAME_ARRIVAL_MS = 2_000;

export type Guests = ReturnType<typeof createGuests>;

/** Runs one upstream call at a time per device and per guest. */
export function createGuests(flights: SharedFlights) {
  const registering = flights.of<Identity>("guest", SAME_ARRIVAL_MS);
  const binding = flights.of<boolean>("bind", SAME_ARRIVAL_MS);
  const settled = new LRUCache<string, true>({ max: 10_000, ttl: LATE_REQUEST_MS });

  async function bindOnce(
    guest: string,
    count: () => Promise<CountedEvent>,
    call: () => Promise<unknown>,
  ) {
    if (settled.has(guest)) return true;
    const { waitMs, refund } = await count();
    const isSettled =
      waitMs === 0 &&
      (await call().then(
        () => true,
        (error) => error instanceof UpstreamRefusal,
      ));
    if (isSettled) settled.set(guest, true);
    else await refund();
    return isSettled;
  }

  return {
    register: (device: string, call: Register) => registering(device, () => call(device)),
    /**
     * False if the invitation must be reported again: the upstream is unavailable, or the inviter's limit is reached.
     * `guest` is the member code; `count` counts the invitation against the limit, and is called once per guest.
     */
    bind: (...[guest, ...invitation]: Parameters<typeof bindOnce>) =>
      binding(guest, () => bindOnce(guest, ...invitation)),
  };
}

export const credentialsOf = ({ token, profile }: Identity): Credentials => ({
  token,
  memberCode: profile.code,
});

/** The BFF's own guest, registered only if the upstream requires a token for public calls. */
export function createServiceAccount(register: () => Register) {
  const device = randomUUID();
  let current: Credentials | undefined;
  const once = createSingleFlight<Credentials>();
  return {
    current: () => current,
    renew: () =>
      once("", async () => {
        current = credentialsOf(await register()(device));
        return current;
      }),
  };
}

const inviterParameters: Record<string, string> = { "/": "id", "/videoinfo": "share" };

const MEMBER_CODE = /^[0-9A-Za-z]{1,40}$/;

export function inviterOf({ pathname, searchParams }: URL): string | undefined {
  const parameter = inviterParameters[pathname];
  const code = parameter && searchParams.get(parameter);
  return code && MEMBER_CODE.test(code) ? code : undefined;
}
