import { OFFLINE_FILES, OFFLINE_PAGE, type Policy, policyFor } from "./policy.ts";
import { found, keepAsset, keepCover, stock, stocked, tidy } from "./shelves.ts";
import type { WorkerEvents, WorkerScope } from "./worker-types.ts";

/** Which build this worker came with; put in by the build. */
declare const BUILD: string;

const worker = self as unknown as WorkerScope;

worker.addEventListener("install", (event) => {
  event.waitUntil(stock(BUILD, OFFLINE_FILES).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  const { navigationPreload } = worker.registration;
  // pages are asked for while the worker wakes up, so that it costs them nothing
  const preload = navigationPreload?.enable();
  event.waitUntil(Promise.all([tidy(), preload, worker.clients.claim()]));
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
  offline: async ({ request }) => (await stocked(BUILD, request)) ?? fetch(request),
  asset: (event) => kept(event, (answer) => keepAsset(BUILD, event.request, answer)),
  cover: (event) => kept(event, (answer) => keepCover(event.request, answer)),
};

async function page({ request, preloadResponse }: Fetch): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await stocked(BUILD, OFFLINE_PAGE)) ?? Response.error();
  }
}

/** From this device, else from the network and kept. What cannot be kept is answered all the same. */
async function kept(event: Fetch, keep: (answer: Response) => Promise<void>): Promise<Response> {
  const known = await found(event.request).catch(() => undefined);
  if (known) return known;
  const answer = await fetch(event.request);
  if (answer.status === 200) event.waitUntil(keep(answer.clone()).catch(() => undefined));
  return answer;
}
