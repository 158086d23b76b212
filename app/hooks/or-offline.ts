import { isRouteErrorResponse } from "@remix-run/react";

/** The same as an attempt that failed on the server. */
const failed = { ok: false as const, message: "" };

/**
 * For client actions and loaders: without a network nothing was done, which is an answer and no reason for an error
 * page. What the server meant to say (a redirect, a refusal of the session) goes on as it is.
 */
export async function orOffline<Data>(work: Promise<Data>): Promise<Data | typeof failed> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Response) throw error;
    if (isRouteErrorResponse(error) && error.status < 500) throw error;
    return failed;
  }
}
