import { orElse } from "./session-ending.ts";

/** The same as an attempt that failed on the server. */
const failed = { ok: false as const, message: "" };

/**
 * For client actions and loaders: without a network nothing was done, which is an answer and no reason for an error
 * page.
 */
export const orOffline = <Data>(work: Promise<Data>): Promise<Data | typeof failed> =>
  work.catch(orElse(failed));
