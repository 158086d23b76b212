import { orElse } from "./session-ending.ts";

/**
 * For client actions and loaders: without a network nothing was done, which is an answer and no reason for an error
 * page. The same as an attempt that failed on the server, and each time another object: pages tell answers apart by
 * that, so a second failure in a row is told as well.
 */
export const orOffline = <Data>(work: Promise<Data>) =>
  work.catch(orElse({ ok: false as const, message: "" }));
