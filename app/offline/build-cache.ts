const STORED_BUILDS = 2;
const COVERS = "covers";
const MAX_COVERS = 200;

const cacheOf = (build: string) => `build-${build}`;

/** Files for when there is no network, fetched anew, in the cache of one build. */
export async function cacheOfflineFiles(build: string, files: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheOf(build));
  await cache.addAll(files.map((file) => new Request(file, { cache: "reload" })));
}

/**
 * Fetches what is not cached yet, one file after another, so that it takes little of the line from what the visitor
 * waits for. The first file that cannot be had ends it.
 */
export async function cacheBuild(build: string, files: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheOf(build));
  for (const file of files) {
    if (await caches.match(file, { ignoreVary: true })) continue;
    const answer = await fetch(file, { priority: "low" });
    if (answer.status !== 200) return;
    await cache.put(file, answer);
  }
}

/**
 * Deletes the caches of builds that are long gone. The build before this one stays: pages that were opened with it
 * still ask for its files.
 */
export async function deleteOldBuilds(): Promise<void> {
  const builds = (await caches.keys()).filter((name) => name.startsWith(cacheOf("")));
  await Promise.all(builds.slice(0, -STORED_BUILDS).map((name) => caches.delete(name)));
}

/** From whichever cache has it: for what never changes under its name. */
export const findCached = (request: Request) => caches.match(request, { ignoreVary: true });

/** From the cache of one build. */
export const findInBuild = async (build: string, file: Request | string) =>
  (await caches.open(cacheOf(build))).match(file);

export async function cacheAsset(build: string, request: Request, answer: Response): Promise<void> {
  await (await caches.open(cacheOf(build))).put(request, answer);
}

/** The cover that was cached first makes room. */
export async function cacheCover(request: Request, answer: Response): Promise<void> {
  const covers = await caches.open(COVERS);
  await covers.put(request, answer);
  const cached = await covers.keys();
  await Promise.all(
    cached.slice(0, Math.max(0, cached.length - MAX_COVERS)).map((old) => covers.delete(old)),
  );
}
