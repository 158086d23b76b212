import { INCOGNITO } from "../device/incognito.ts";
import * as buildCache from "./build-cache.ts";
import { OFFLINE_FILES, OFFLINE_PAGE, type Policy, policyFor } from "./policy.ts";

/** The part of the service worker's scope that is used; TypeScript's own types for it conflict with the DOM's. */
interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface WorkerEvents {
  install: ExtendableEvent & {
    /** The static routing API, which Firefox and older browsers do not have. */
    addRoutes?(rule: { condition: { requestDestination: "" }; source: "network" }): Promise<void>;
  };
  activate: ExtendableEvent;
  message: ExtendableEvent & { readonly data: unknown };
  fetch: ExtendableEvent & {
    readonly request: Request;
    readonly preloadResponse: Promise<Response | undefined>;
    respondWith(answer: Promise<Response>): void;
  };
}

interface WorkerScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void;
}

declare const BUILD: string; // inserted by the build
declare const BUILD_FILES: string[];

const worker = self as unknown as WorkerScope;

worker.addEventListener("install", (event) => {
  // what scripts fetch (streams, data, the member) always comes from the network, and then need not wait for this worker
  const routed = event.addRoutes?.({ condition: { requestDestination: "" }, source: "network" });
  const files = buildCache.cacheOfflineFiles(BUILD, OFFLINE_FILES).then(() => worker.skipWaiting());
  event.waitUntil(Promise.all([routed?.catch(() => {}), files]));
});

worker.addEventListener("activate", (event) => {
  const preload = worker.registration.navigationPreload?.enable();
  event.waitUntil(Promise.all([buildCache.deleteOldBuilds(), preload, worker.clients.claim()]));
});

// Remix reloads the page if a route's code is missing: caching all code avoids this offline
worker.addEventListener("message", (event) => {
  if (event.data === "cache-build")
    event.waitUntil(buildCache.cacheBuild(BUILD, BUILD_FILES).catch(() => {}));
});

worker.addEventListener("fetch", (event) => {
  const answer = answers[policyFor(event.request, worker.location.origin)]?.(event);
  if (answer) event.respondWith(answer);
});

type FetchEvent = WorkerEvents["fetch"];

const answers: Record<Policy, ((event: FetchEvent) => Promise<Response>) | undefined> = {
  network: undefined,
  page,
  offline: async ({ request }) => (await buildCache.findInBuild(BUILD, request)) ?? fetch(request),
  asset: (event) =>
    cacheFirst(event, (answer) => buildCache.cacheAsset(BUILD, event.request, answer)),
  cover,
};

/** Whether any tab is: Chromium gives a lock another client than a request of the same page. */
async function hasIncognitoTab(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === INCOGNITO);
}

async function cover(event: FetchEvent): Promise<Response> {
  // a page that is left before the answer comes has given up its lock
  const hadIncognitoTab = hasIncognitoTab().catch(() => true);
  try {
    return await cacheFirst(event, async (answer) => {
      if ((await hadIncognitoTab) || (await hasIncognitoTab())) return;
      await buildCache.cacheCover(event.request, answer);
    });
  } catch {
    return (await buildCache.findCoverInAnyWidth(event.request)) ?? Response.error();
  }
}

async function page({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await buildCache.findInBuild(BUILD, OFFLINE_PAGE)) ?? Response.error();
  }
}

async function cacheFirst(event: FetchEvent, cache: (answer: Response) => Promise<void>) {
  const cached = await buildCache.findCached(event.request).catch(() => undefined);
  if (cached) return cached;
  const answer = await fetch(event.request);
  if (answer.status === 200) event.waitUntil(cache(answer.clone()).catch(() => undefined));
  return answer;
}
