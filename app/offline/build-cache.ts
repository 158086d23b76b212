const STORED_BUILDS = 2;
const COVERS = "covers";
const MAX_COVERS = 200;

const cacheName = (build: string) => `build-${build}`;

export async function cacheOfflineFiles(build: string, files: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheName(build));
  await cache.addAll(files.map((file) => new Request(file, { cache: "reload" })));
}

/** Fetches one file at a time, to leave bandwidth to the visitor; stops at the first failure. */
export async function cacheBuild(build: string, files: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheName(build));
  for (const file of files) {
    if (await caches.match(file, { ignoreVary: true })) continue;
    const answer = await fetch(file, { priority: "low" });
    if (answer.status !== 200) return;
    await cache.put(file, answer);
  }
}

export async function deleteOldBuilds(): Promise<void> {
  const builds = (await caches.keys()).filter((name) => name.startsWith(cacheName("")));
  await Promise.all(builds.slice(0, -STORED_BUILDS).map((name) => caches.delete(name)));
}

export const findCached = (request: Request) => caches.match(request, { ignoreVary: true });

export const findCoverInAnyWidth = (request: Request) =>
  caches.match(request, { ignoreSearch: true, ignoreVary: true });

export const findInBuild = async (build: string, file: Request | string) =>
  (await caches.open(cacheName(build))).match(file);

export async function cacheAsset(build: string, request: Request, answer: Response): Promise<void> {
  await (await caches.open(cacheName(build))).put(request, answer);
}

export async function cacheCover(request: Request, answer: Response): Promise<void> {
  const covers = await caches.open(COVERS);
  await covers.put(request, answer);
  const cached = await covers.keys();
  await Promise.all(
    cached.slice(0, Math.max(0, cached.length - MAX_COVERS)).map((old) => covers.delete(old)),
  );
}
