import { serverAnswers, whenServerAnswers } from "./server-answers.ts";

/** Told to the window when a route's code has to wait for the network. */
export const ROUTE_WAITS = "route-waits";

/**
 * A route's code, for Remix (`server/lean-remix.js`). Remix takes a script that cannot be fetched for one that a new
 * build has replaced and loads the page anew, which without a network loses the page and what was written on it, even
 * if it was only the member that was asked for. Here it is waited for; only what the server no longer has is given up.
 */
export async function fetchRoute(address: string): Promise<unknown> {
  for (;;) {
    try {
      return await import(/* @vite-ignore */ address);
    } catch (error) {
      if (await serverAnswers()) throw error;
      window.dispatchEvent(new Event(ROUTE_WAITS));
      await whenServerAnswers();
      // the page's data had failed as well
      const { state, revalidate } = window.__remixRouter;
      if (state.navigation.state === "loading") revalidate();
    }
  }
}
