import { type CountedEvent, type Counters, countEvent, networkBound } from "./counters.ts";

const DAY = 24 * 60 * 60_000;

/**
 * Invitations that count within a day: each pays the inviter a day of VIP. Somebody invites their household, or a
 * whole class, not dozens from one network address day after day.
 */
const PER_INVITER = 20;
const PER_NETWORK = 10;
const PER_INVITER_AND_NETWORK = 3;

/** @returns whether this invitation may count now; what it took can be refunded where it came to nothing */
export const countInvitation = (
  counters: Counters,
  inviter: string,
  address: string,
): Promise<CountedEvent> =>
  countEvent(counters, [
    ...networkBound("invitation", address, PER_NETWORK, DAY),
    ...networkBound(`invitation:${inviter}`, address, PER_INVITER_AND_NETWORK, DAY),
    { key: `invitation:inviter:${inviter}`, max: PER_INVITER, windowMs: DAY },
  ]);
