import { type CountedEvent, type Counters, countEvent, networkBound } from "./counters.ts";

const DAY = 24 * 60 * 60_000;

/** Each invitation pays a day of VIP: people invite a household or a class, not dozens a day. */
const PER_INVITER = 20;
const PER_NETWORK = 10;
const PER_INVITER_AND_NETWORK = 3;

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
