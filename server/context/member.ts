import type { Credentials } from "../api/client.ts";
import { credentialsOf, type Guests } from "./guests.ts";
import type { Session } from "./session.ts";

/** Who is visiting. Nobody is registered before something needs a member. */
export interface Membership {
  /** The visitor's credentials; registers this device as a guest where there are none yet. */
  credentials(): Promise<Credentials>;
}

export function createMembership(session: Session, guests: Guests): Membership {
  return {
    async credentials() {
      if (session.credentials) return session.credentials;
      const credentials = credentialsOf(await guests.register(session.device));
      session.update({ credentials });
      return credentials;
    },
  };
}
