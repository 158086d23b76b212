import { Hono } from "hono";
import { createCodec } from "../api/codec.ts";
import { contract } from "../contract/index.ts";
import type { Database } from "./db/client.ts";
import { handlers } from "./handlers/index.ts";
import { implement } from "./implement.ts";
import { keyBytes, type UpstreamKeys } from "./keys.ts";
import { media } from "./media-routes.ts";
import { memberOfToken } from "./members.ts";

/** What the app needs from the process around it. */
export interface AppOptions {
  db: Database;
  keys: UpstreamKeys;
  /** Base of the addresses in answers; by default the request's own origin. */
  publicOrigin?: string;
  onFault?: (error: unknown) => void;
}

/** The reference upstream: the contract's calls and the demo media. */
export function createApp({ db, keys, publicOrigin, onFault = () => {} }: AppOptions): Hono {
  const api = implement(contract, handlers, {
    db,
    codec: createCodec({ key: keyBytes(keys.aesKey), iv: keyBytes(keys.aesIv) }),
    securityHeader: keys.securityHeader,
    authenticate: (token) => memberOfToken(db, token),
    onFault,
    ...(publicOrigin && { publicOrigin }),
  });
  const app = new Hono();
  app.route("/", media);
  app.route("/", api);
  return app;
}
