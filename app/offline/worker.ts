import {
  cacheAsset,
  cacheBuild,
  cacheCover,
  cacheOfflineFiles,
  deleteOldBuilds,
  findCached,
  findCoverInAnyWidth,
  findInBuild,
} from "./build-cache.ts";
import { OFFLINE_FILES, OFFLINE_PAGE, type Policy, policyFor } from "./policy.ts";

/** The used part of the service worker's scope; TypeScript's types for it conflict with the DOM's. */
interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}

interface WorkerEvents {
  install: Lasting & {
    /** The static routing API, which Firefox and older browsers do not have. */
    addRoutes?(rule: { condition: { requestDestination: "" }; source: "network" }): Promise<void>;
  };
  activate: Lasting;
  message: Lasting & { readonly data: unknown };
  fetch: Lasting & {
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
  // what scripts fetch (streams, data, the member) is always the network's, and need not wait until this worker has started
  const routed = event.addRoutes?.({ condition: { requestDestination: "" }, source: "network" });
  const files = cacheOfflineFiles(BUILD, OFFLINE_FILES).then(() => worker.skipWaiting());
  event.waitUntil(Promise.all([routed?.catch(() => {}), files]));
});

worker.addEventListener("activate", (event) => {
  const { navigationPreload } = worker.registration;
  const preload = navigationPreload?.enable();
  event.waitUntil(Promise.all([deleteOldBuilds(), preload, worker.clients.claim()]));
});

// Remix reloads the page when a route's code is missing: caching all of it avoids that offline
worker.addEventListener("message", (event) => {
  if (event.data === "cache-build") event.waitUntil(cacheBuild(BUILD, BUILD_FILES).catch(() => {}));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const answer = answers[policyFor(request, worker.location.origin)]?.(event);
  if (answer) event.respondWith(answer);
});

type Fetch = WorkerEvents["fetch"];

const answers: Record<Policy, ((event: Fetch) => Promise<Response>) | undefined> = {
  network: undefined,
  page,
  offline: async ({ request }) => (await findInBuild(BUILD, request)) ?? fetch(request),
  asset: (event) => cachedFirst(event, (answer) => cacheAsset(BUILD, event.request, answer)),
  cover,
};

async function cover(event: Fetch): Promise<Response> {
  try {
    return await cachedFirst(event, (answer) => cacheCover(event.request, answer));
  } catch {
    return (await findCoverInAnyWidth(event.request)) ?? Response.error();
  }
}

async function page({ request, preloadResponse }: Fetch): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await findInBuild(BUILD, OFFLINE_PAGE)) ?? Response.error();
  }
}

async function cachedFirst(
  event: Fetch,
  cache: (answer: Response) => Promise<void>,
): Promise<Response> {
  const cached = await findCached(event.request).catch(() => undefined);
  if (cached) return cached;
  const answer = await fetch(event.request);
  if (answer.status === 200) event.waitUntil(cache(answer.clone()).catch(() => undefined));
  return answer;
}
