import type { Client, Credentials } from "../api/client.ts";
import { SessionEnded } from "../api/errors.ts";
import type { Contract, Profile } from "../contract/index.ts";
import { analyticsScript } from "./analytics.ts";
import { credentialsOf, type Guests } from "./guests.ts";
import type { Images } from "./images.ts";
import type { Session } from "./session.ts";
import { mayEnterHiddenSection, playsInFull } from "./vip.ts";

/** What pages may know of the member who is visiting, for everything that is not about the member alone. */
export interface PublicMember {
  code: string;
  nickname: string;
  /** A path of this site, '' for none. */
  avatar: string;
  coins: number;
  /** Watches every video to its end. */
  playsInFull: boolean;
  /** The address of the operator's analytics script for this member; '' for none. */
  analytics: string;
}

/** Who is visiting. Nobody is registered before something needs a member. */
export interface Membership {
  /** The visitor's credentials; registers this device as a guest where there are none yet. */
  credentials(): Promise<Credentials>;
  /**
   * Registers a new device before the answer begins, while its cookie can still be set. For pages that are about the
   * member and are streamed; a failure shows where the member's data is asked for.
   */
  arrive(): Promise<void>;
  /** What the upstream knows of the visitor. A token that has ended is forgotten before the error is thrown. */
  profile(): Promise<Profile>;
  /** The part of it that every page may know. */
  card(): Promise<PublicMember>;
  /** Whether the visitor may see the hidden section and lists of it. */
  mayEnterHiddenSection(): Promise<boolean>;
}

export function createMembership(
  session: Session,
  guests: Guests,
  images: Images,
  api: () => Client<Contract>,
  analyticsUrl?: string,
): Membership {
  async function credentials() {
    if (session.credentials) return session.credentials;
    const registered = credentialsOf(await guests.register(session.device));
    session.update({ credentials: registered });
    return registered;
  }
  async function profile() {
    const { memberCode } = await credentials();
    try {
      return await api().member.profile(memberCode);
    } catch (error) {
      if (error instanceof SessionEnded) session.update({ credentials: undefined });
      throw error;
    }
  }
  return {
    credentials,
    arrive: () =>
      credentials().then(
        () => undefined,
        () => undefined,
      ),
    profile,
    async card() {
      const known = await profile();
      return {
        code: known.code,
        nickname: known.nickname,
        avatar: images.address(known.avatar),
        coins: known.coins,
        playsInFull: playsInFull(known, new Date()),
        analytics: analyticsScript(analyticsUrl, known.analyticsId),
      };
    },
    mayEnterHiddenSection: async () => mayEnterHiddenSection(await profile()),
  };
}
