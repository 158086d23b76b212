import type { ServerBuild } from "@remix-run/server-runtime";

/*
 * Deviation from stock Remix, 2026-11-27: pages have reduced builds, because the router ranks and compiles all routes
 * for each uncached page (10% of its CPU time). Remove this once `@remix-run/router` caches its ranked routes.
 */

/** Maps each path without parameters to a build with only that page's route and its parents. */
export function buildsByPath(build: ServerBuild): Map<string, ServerBuild> {
  const routes = Object.values(build.routes);
  const parents = new Set(routes.map(({ parentId }) => parentId));
  const pages = routes
    .filter(({ id }) => !parents.has(id))
    .map(({ id }) => routeChain(build, id))
    .map((chain) => [pathOf(build, chain), withOnly(build, chain)] as const);
  return new Map(pages.filter(([path]) => !/[:*]/.test(path)));
}

/** From the root to the route. */
function routeChain(build: ServerBuild, id: string): string[] {
  const parent = build.routes[id]?.parentId;
  return parent ? [...routeChain(build, parent), id] : [id];
}

const pathOf = ({ routes }: ServerBuild, chain: string[]) =>
  `/${chain.flatMap((id) => routes[id]?.path || []).join("/")}`;

const withOnly = (build: ServerBuild, ids: string[]): ServerBuild => ({
  ...build,
  routes: pick(build.routes, ids),
  assets: { ...build.assets, routes: pick(build.assets.routes, ids) },
});

const pick = <Value>(from: Record<string, Value>, keys: string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(from).filter(([key]) => keys.includes(key)));

/** Also for a page's `.data` request. */
export function requestedPagePath({ url }: Request): string {
  const { pathname } = new URL(url);
  return pathname === "/_root.data" ? "/" : pathname.replace(/\.data$/, "");
}
