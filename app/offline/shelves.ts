const BUILDS_KEPT = 2;
const COVERS = "covers";
const MAX_COVERS = 200;

const shelfOf = (build: string) => `build-${build}`;

/** Files for when there is no network, taken afresh, in the shelf of one build. */
export async function stock(build: string, files: readonly string[]): Promise<void> {
  const shelf = await caches.open(shelfOf(build));
  await shelf.addAll(files.map((file) => new Request(file, { cache: "reload" })));
}

/**
 * Throws out the shelves of builds that are long gone. The build before this one stays: pages that were opened with
 * it still ask for its files.
 */
export async function tidy(): Promise<void> {
  const builds = (await caches.keys()).filter((name) => name.startsWith(shelfOf("")));
  await Promise.all(builds.slice(0, -BUILDS_KEPT).map((name) => caches.delete(name)));
}

/** From whichever shelf has it: for what never changes under its name. */
export const found = (request: Request) => caches.match(request, { ignoreVary: true });

/** From the shelf of one build. */
export const stocked = async (build: string, file: Request | string) =>
  (await caches.open(shelfOf(build))).match(file);

/** Keeps a built file. */
export async function keepAsset(build: string, request: Request, answer: Response): Promise<void> {
  await (await caches.open(shelfOf(build))).put(request, answer);
}

/** Keeps a cover; the one that was kept first makes room. */
export async function keepCover(request: Request, answer: Response): Promise<void> {
  const covers = await caches.open(COVERS);
  await covers.put(request, answer);
  const kept = await covers.keys();
  await Promise.all(
    kept.slice(0, Math.max(0, kept.length - MAX_COVERS)).map((old) => covers.delete(old)),
  );
}
