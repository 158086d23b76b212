import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Contract, Identity } from "../contract/index.ts";
import type { SharedFlights } from "../domain/shared-flight.ts";
import type { CountedEvent } from "../rate-limits/counters.ts";
import { createSingleFlight } from "../shared-store/single-flight.ts";
import type { Client, Credentials } from "../upstream-client/client.ts";
import { UpstreamRefusal } from "../upstream-client/errors.ts";

type Register = Client<Contract>["member"]["registerGuest"];
type Bind = (guest: Credentials, inviter: string) => Promise<unknown>;

/** Requests that set out before the cookie was renewed come within this time, in milliseconds. */
const STRAGGLERS = 10 * 60 * 1000;
/** Two requests of a new device may reach two instances, this many milliseconds apart. */
const SAME_ARRIVAL = 2_000;

/** Registers devices as guests and says who invited them, one call at a time for each device and guest. */
export interface Guests {
  register(device: string): Promise<Identity>;
  /**
   * True when the upstream has answered, yes or no; false when it must be reported again: the upstream was away, or it
   * was one invitation too many today.
   *
   * @param count asked once for each guest
   */
  bind(guest: Credentials, inviter: string, count: () => Promise<CountedEvent>): Promise<boolean>;
}

export function createGuests(register: Register, bind: Bind, flights: SharedFlights): Guests {
  const registering = flights.of<Identity>("guest", SAME_ARRIVAL);
  const binding = flights.of<boolean>("bind", SAME_ARRIVAL);
  const answered = new LRUCache<string, true>({ max: 10_000, ttl: STRAGGLERS });

  async function bindOnce(...[guest, inviter, count]: Parameters<Guests["bind"]>) {
    if (answered.has(guest.memberCode)) return true;
    const { waitMs, refund } = await count();
    const isSettled =
      waitMs === 0 &&
      (await bind(guest, inviter).then(
        () => true,
        (error) => error instanceof UpstreamRefusal,
      ));
    if (isSettled) answered.set(guest.memberCode, true);
    else await refund();
    return isSettled;
  }

  return {
    register: (device) => registering(device, () => register(device)),
    bind: (guest, ...invitation) => binding(guest.memberCode, () => bindOnce(guest, ...invitation)),
  };
}

export const credentialsOf = ({ token, profile }: Identity): Credentials => ({
  token,
  memberCode: profile.code,
});

/** The BFF's own guest, registered only when an upstream wants a token for public calls. */
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

/** Invite and share links, by path: the question that holds the inviting member's code. */
const links: Record<string, string> = { "/": "id", "/videoinfo": "share" };

const MEMBER_CODE = /^[0-9A-Za-z]{1,40}$/;

/** The member by whose link somebody comes here; undefined for any other address, and for what can be no code. */
export function inviterOf({ pathname, searchParams }: URL): string | undefined {
  const question = links[pathname];
  const code = question && searchParams.get(question);
  return code && MEMBER_CODE.test(code) ? code : undefined;
}
