/** What this worker uses of a service worker's world; TypeScript's own description of it clashes with the page's. */
interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}

export interface WorkerEvents {
  install: Lasting;
  activate: Lasting;
  fetch: Lasting & {
    readonly request: Request;
    readonly preloadResponse: Promise<Response | undefined>;
    respondWith(answer: Promise<Response>): void;
  };
}

export interface WorkerScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void;
}
