import type { ServerBuild } from "@remix-run/server-runtime";

/*
 * Deviation from stock Remix, 2026-11-27: the router ranks and compiles all routes for each
 * document, a tenth of its CPU time. Remove this when `@remix-run/router` caches that.
 */

/** Pages whose path has no parameter: the page's route and its parents. */
export function buildsByPath(build: ServerBuild): Map<string, ServerBuild> {
  const routes = Object.values(build.routes);
  const parents = new Set(routes.map(({ parentId }) => parentId));
  const pages = routes
    .filter(({ id }) => !parents.has(id))
    .map(({ id }) => lineOf(build, id))
    .map((line) => [pathOf(build, line), withRoutes(build, line)] as const);
  return new Map(pages.filter(([path]) => !/[:*]/.test(path)));
}

/** The root first. */
function lineOf(build: ServerBuild, id: string): string[] {
  const parent = build.routes[id]?.parentId;
  return parent ? [...lineOf(build, parent), id] : [id];
}

const pathOf = ({ routes }: ServerBuild, line: string[]) =>
  `/${line.flatMap((id) => routes[id]?.path || []).join("/")}`;

const withRoutes = (build: ServerBuild, ids: string[]): ServerBuild => ({
  ...build,
  routes: picked(build.routes, ids),
  assets: { ...build.assets, routes: picked(build.assets.routes, ids) },
});

const picked = <Value>(from: Record<string, Value>, keys: string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(from).filter(([key]) => keys.includes(key)));

export function pathAskedFor({ url }: Request): string {
  const { pathname } = new URL(url);
  return pathname === "/_root.data" ? "/" : pathname.replace(/\.data$/, "");
}
