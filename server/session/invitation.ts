import type { CountedEvent } from "../rate-limits/counters.ts";
import type { Credentials } from "../upstream-client/client.ts";
import type { Guests } from "./guests.ts";
import type { Session } from "./session.ts";

/** In seconds: so much of watching makes a visitor by a link a guest whom somebody invited. */
const INVITED_AFTER = 60;
const SECOND_MS = 1_000;

/**
 * Reports to the upstream by whose link a guest came, which pays the inviter at once: only after real use, and a few
 * times a day.
 */
export function createInvitation(options: {
  session: Session;
  guests: Guests;
  credentials: () => Promise<Credentials>;
  /** Counts an invitation, which may be one too many. */
  count: (inviter: string) => Promise<CountedEvent>;
}) {
  const { session, guests } = options;

  /** Tried again with a later report where the upstream is away, or where it is one too many today. */
  async function report(inviter: string): Promise<boolean> {
    const guest = await options.credentials();
    // somebody has logged in: nobody was invited
    if (session.guest !== guest.memberCode) return true;
    const { waitMs, refund } = await options.count(inviter);
    if (waitMs === 0 && (await guests.bind(guest, inviter))) return true;
    await refund();
    return false;
  }

  /** What a player says counts only as far as time has passed. */
  return async function watched(seconds: number): Promise<void> {
    const { invitation } = session;
    if (!invitation) return;
    const now = Date.now();
    const passed = (now - invitation.countedAt) / SECOND_MS;
    const sum = invitation.watched + Math.max(0, Math.min(seconds, passed));
    const counted = { ...invitation, watched: Math.min(INVITED_AFTER, sum), countedAt: now };
    const reported = sum >= INVITED_AFTER && (await report(invitation.inviter));
    session.update({ invitation: reported ? undefined : counted });
  };
}
