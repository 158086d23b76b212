import type { Client } from "../api/client.ts";
import type { Contract } from "../contract/index.ts";
import { createMembership, type Membership } from "./member.ts";
import type { Services } from "./services.ts";
import { openSession, type Session } from "./session.ts";

/** What every page may know about the site itself. */
export interface Site {
  name: string;
  customerServiceUrl: string;
}

/** Everything that a loader or an action can reach. */
export interface Context {
  /** The upstream, as this visitor may use it: `context.api.video.detail(code)`. */
  api: Client<Contract>;
  session: Session;
  member: Membership;
  /** Paths under which the browser may ask for pictures and streams, and what answers them. */
  images: Services["images"];
  streams: Services["streams"];
  site: Site;
  /** For inline scripts of this answer, by the content security policy. */
  nonce: string;
}

/** What the host knows of a request before anything else does. */
export interface Visit {
  cookie: string | null;
  secure: boolean;
  nonce: string;
}

export function createContext(services: Services, site: Site, visit: Visit): Context {
  const session = openSession(visit.cookie, { sealer: services.sealer, secure: visit.secure });
  const member = createMembership(session, services.guests);
  return {
    api: services.connect(member),
    session,
    member,
    images: services.images,
    streams: services.streams,
    site,
    nonce: visit.nonce,
  };
}

declare module "@remix-run/server-runtime" {
  interface AppLoadContext extends Context {}
  interface Future {
    v3_singleFetch: true;
  }
}
