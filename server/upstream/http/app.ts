import { Hono } from "hono";
import { contract } from "../../contract/index.ts";
import { createCodec } from "../../upstream-client/codec.ts";
import type { Database } from "../db/client.ts";
import { memberOfToken } from "../domain/members.ts";
import { handlers } from "../handlers/index.ts";
import { keyBytes, type UpstreamKeys } from "../keys.ts";
import { cashier } from "./cashier.ts";
import { implement } from "./implement.ts";
import { media } from "./media-routes.ts";
import { uploadRoutes } from "./uploads.ts";

/** What the app needs from the process around it. */
export interface AppOptions {
  db: Database;
  keys: UpstreamKeys;
  /** Folder of uploaded pictures. */
  uploads: string;
  /** Whether a login ends the account's sessions elsewhere; by default it does not. */
  singleSession?: boolean;
  /** Base of the addresses in answers; by default the request's own origin. */
  publicOrigin?: string;
  onFault?: (error: unknown) => void;
}

/** The reference upstream: the contract's calls, the sandbox cashier and the demo media. */
export function createApp({
  db,
  keys,
  uploads,
  singleSession = false,
  publicOrigin,
  onFault = () => {},
}: AppOptions): Hono {
  const api = implement(contract, handlers, {
    db,
    uploads,
    codec: createCodec({ key: keyBytes(keys.aesKey), iv: keyBytes(keys.aesIv) }),
    securityHeader: keys.securityHeader,
    boughtMark: keys.boughtMark,
    singleSession,
    authenticate: (token) => memberOfToken(db, token),
    onFault,
    ...(publicOrigin && { publicOrigin }),
  });
  const app = new Hono();
  app.route("/", media);
  app.route("/", uploadRoutes(uploads));
  app.route("/", cashier(db));
  app.route("/", api);
  return app;
}
