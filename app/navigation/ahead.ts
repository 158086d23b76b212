import { matchRoutes } from "@remix-run/react";

/** For how long an answer is held for somebody who follows the link. */
const HELD_MS = 10_000;

interface Held {
  address: string;
  answer: Promise<Response>;
  stop: AbortController;
}

/** What was asked for ahead, for the one link that is about to be followed. */
let held: Held | undefined;
const fetchedFiles = new Set<string>();

/** Asks for the code, the styles and the data of the page at an address of this site. */
export function fetchAhead(href: string) {
  const url = new URL(href);
  const routes = matchRoutes(window.__remixRouter.routes, url)?.map(({ route }) => route.id) ?? [];
  for (const id of routes) fetchFiles(id);
  const address = dataAddress(url, routes);
  if (!address || held?.address === address) return;
  forgetAhead();
  const stop = new AbortController();
  const answer = window.fetch(address, { signal: stop.signal });
  answer.catch(() => undefined);
  const mine = { address, answer, stop };
  held = mine;
  setTimeout(() => held === mine && forgetAhead(), HELD_MS);
}

/** For a finger that scrolls instead of tapping: what nobody has taken is given up. */
export function forgetAhead() {
  held?.stop.abort();
  held = undefined;
}

/**
 * Lets the router's own request have the answer that was asked for ahead, once: nothing is asked for twice, in any
 * browser and whatever the answer says about caching. What is sent makes everything held out of date.
 */
export function answerFromAhead() {
  const ask = window.fetch;
  window.fetch = (input, init) => {
    if (init?.method && init.method !== "GET") forgetAhead();
    const taken = take(String(input));
    if (!taken) return ask(input, init);
    const { answer, stop } = taken;
    init?.signal?.addEventListener("abort", () => stop.abort(init.signal?.reason), { once: true });
    return answer.catch(() => ask(input, init));
  };
}

function take(address: string): Held | undefined {
  if (held?.address !== address) return undefined;
  const taken = held;
  held = undefined;
  return taken;
}

/**
 * The address that the router will ask: a page's own loader and not the root's, which never asks again. Undefined
 * for pages without data.
 */
function dataAddress(url: URL, routes: string[]): string | undefined {
  const asked = routes.filter(
    (id) => id !== "root" && window.__remixManifest.routes[id]?.hasLoader,
  );
  if (asked.length === 0) return undefined;
  const address = new URL(url);
  address.hash = "";
  address.pathname = url.pathname === "/" ? "/_root.data" : `${url.pathname}.data`;
  address.searchParams.set("_routes", asked.join(","));
  return address.href;
}

function fetchFiles(id: string) {
  const route = window.__remixManifest.routes[id];
  if (!route || id in window.__remixRouteModules) return;
  for (const file of [route.module, ...(route.imports ?? [])]) want("modulepreload", file);
  for (const file of route.css ?? []) want("prefetch", file);
}

function want(rel: string, href: string) {
  if (fetchedFiles.has(href)) return;
  fetchedFiles.add(href);
  document.head.append(Object.assign(document.createElement("link"), { rel, href }));
}
