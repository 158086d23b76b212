import type { Client, Credentials } from "../api/client.ts";
import { SessionEnded } from "../api/errors.ts";
import type { Contract, Profile } from "../contract/index.ts";
import { credentialsOf, type Guests } from "./guests.ts";
import type { Session } from "./session.ts";

/** Who is visiting. Nobody is registered before something needs a member. */
export interface Membership {
  /** The visitor's credentials; registers this device as a guest where there are none yet. */
  credentials(): Promise<Credentials>;
  /** What the upstream knows of the visitor. A token that has ended is forgotten before the error is thrown. */
  profile(): Promise<Profile>;
}

export function createMembership(
  session: Session,
  guests: Guests,
  api: () => Client<Contract>,
): Membership {
  async function credentials() {
    if (session.credentials) return session.credentials;
    const registered = credentialsOf(await guests.register(session.device));
    session.update({ credentials: registered });
    return registered;
  }
  return {
    credentials,
    async profile() {
      const { memberCode } = await credentials();
      try {
        return await api().member.profile(memberCode);
      } catch (error) {
        if (error instanceof SessionEnded) session.update({ credentials: undefined });
        throw error;
      }
    },
  };
}
