import type { ServerBuild } from "@remix-run/server-runtime";

/*
 * Deviation from stock Remix, 2026-11-27: a page is answered by a build that has its own routes alone. For each document
 * the router ranks all routes of the build three times and compiles their patterns until one matches: a tenth of the
 * processor's time of a page that is not cached. It goes when `@remix-run/router` keeps what it has ranked.
 */

/** The build of each page whose path holds no parameter, by that path: the page's route and its parents. */
export function buildsByPath(build: ServerBuild): Map<string, ServerBuild> {
  const routes = Object.values(build.routes);
  const parents = new Set(routes.map(({ parentId }) => parentId));
  const pages = routes
    .filter(({ id }) => !parents.has(id))
    .map(({ id }) => lineOf(build, id))
    .map((line) => [pathOf(build, line), withRoutes(build, line)] as const);
  return new Map(pages.filter(([path]) => !/[:*]/.test(path)));
}

/** A route and its parents, the root first. */
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

/** The path of the page that a request is about, also where it asks for the page's data. */
export function pathAskedFor({ url }: Request): string {
  const { pathname } = new URL(url);
  return pathname === "/_root.data" ? "/" : pathname.replace(/\.data$/, "");
}
