import type { SharedFlights } from "../concurrency/shared-flight.ts";
import { withTimeout } from "../concurrency/with-timeout.ts";
import type { Contract, EpisodeRef } from "../contract/index.ts";
import { EPISODE_PRICE } from "../contract/rules.ts";
import type { Grant } from "../media/tickets.ts";
import type { MemberSession } from "../session/member.ts";
import { isUnregistered, type Session } from "../session/session.ts";
import { mayWatchInFull } from "../session/vip.ts";
import type { Client } from "../upstream-client/client.ts";
import { orIfRefused, UpstreamFault } from "../upstream-client/errors.ts";

const TIMEOUT_MS = 6_000;

export type Access = ReturnType<typeof createAccess>;

/** The code in the contract (`buy`); some upstreams may use another. */
const TOO_FEW_COINS = "2001";

/** For how long other instances reuse a purchase instead of repeating it. */
const SAME_TAP_MS = 1_000;

export const createPurchases = (flights: SharedFlights) =>
  flights.of<unknown>("purchase", SAME_TAP_MS);

export function createAccess(options: {
  api: Client<Contract>;
  session: Pick<Session, "credentials" | "ended">;
  member: Pick<MemberSession, "credentials" | "profile">;
  boughtMark: string;
  purchases: ReturnType<typeof createPurchases>;
}) {
  const { api, session, member, boughtMark, purchases } = options;

  const owns = async (episode: EpisodeRef) =>
    (await orIfRefused(api.purchase.ownership(episode), "")) === boughtMark;

  /** What everybody may watch of any episode. @throws if that is unknown */
  async function commonGrant(): Promise<Grant> {
    const { previewSeconds } = await api.site.config();
    return { preview: previewSeconds > 0 ? previewSeconds : null };
  }

  async function decide(episode: EpisodeRef): Promise<Grant> {
    const common = await commonGrant();
    if (common.preview === null) return common;
    // a preview registers no guest, because a new guest cannot have bought anything
    if (isUnregistered(session)) return common;
    const { memberCode } = await member.credentials();
    const full = await anyOf([
      member.profile().then((profile) => mayWatchInFull(profile, new Date())),
      owns(episode),
    ]);
    return full ? { preview: null, member: memberCode } : common;
  }

  /** @throws if it cannot be determined; then nothing beyond earlier grants may be shown */
  async function grantFor(episode: EpisodeRef): Promise<Grant> {
    const grant = await withTimeout(decide(episode), TIMEOUT_MS);
    if (!grant) throw new UpstreamFault(`access: no answer within ${TIMEOUT_MS} ms.`);
    return grant;
  }

  return {
    grantFor,
    commonGrant,
    /** A member's concurrent attempts share one purchase. */
    async buy(episode: EpisodeRef) {
      const { memberCode } = await member.credentials();
      const key = `${memberCode}/${episode.video}/${episode.episode}`;
      await purchases(key, () => api.purchase.buy(episode));
    },
    async tooFewCoins({ code }: { code: string }) {
      if (code === TOO_FEW_COINS) return true;
      const profile = await member.profile().catch(() => undefined);
      return profile !== undefined && profile.coins < EPISODE_PRICE;
    },
  };
}

/** True as soon as one is true; throws if none is true and one failed. */
async function anyOf(answers: Promise<boolean>[]): Promise<boolean> {
  const no = new Error("no");
  const yeses = answers.map(async (answer) => {
    if (!(await answer)) throw no;
  });
  try {
    await Promise.any(yeses);
    return true;
  } catch (error) {
    const faults = (error as AggregateError).errors.filter((one) => one !== no);
    if (faults.length > 0) throw faults[0];
    return false;
  }
}
