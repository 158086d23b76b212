import type { EntryContext } from "@remix-run/node";
import { startScripts } from "./start-scripts.ts";
import { stylesOf } from "./styles.server.ts";

type Manifest = EntryContext["manifest"];

/** What all pages with the same routes have in common. */
interface PageKind {
  /** Of the page's own routes: the render walks its manifest whole. Its styles stand in the document. */
  manifest: Manifest;
  styles: string;
  start: string;
}

const known = new WeakMap<Manifest, Map<string, PageKind>>();

export function pageKindOf(page: EntryContext): PageKind {
  const kinds = known.get(page.manifest) ?? new Map<string, PageKind>();
  known.set(page.manifest, kinds);
  const routes = page.staticHandlerContext.matches.map(({ route }) => route.id);
  const key = routes.join();
  const kind = kinds.get(key) ?? makeKind(page, routes);
  kinds.set(key, kind);
  return kind;
}

function makeKind({ manifest, routeModules }: EntryContext, ids: string[]): PageKind {
  const routes = ids.flatMap((id) => manifest.routes[id] ?? []);
  const withoutStyles = routes.map((route) => [route.id, { ...route, css: [] }]);
  const plan = {
    manifest: manifest.url,
    entry: manifest.entry.module,
    routes: Object.fromEntries(routes.map(({ id, module }) => [id, module])),
    chunks: [manifest.entry, ...routes].flatMap(({ imports = [] }) => imports),
    atOnce: ids.some((id) => startsAtOnce(routeModules[id]?.handle)),
  };
  if (import.meta.env.DEV) return { manifest, styles: "", start: "" };
  return {
    manifest: { ...manifest, routes: Object.fromEntries(withoutStyles) },
    styles: stylesOf(routes.flatMap(({ css = [] }) => css)),
    start: `(${startScripts})(${JSON.stringify({ ...plan, chunks: [...new Set(plan.chunks)] })});`,
  };
}

const startsAtOnce = (handle: unknown) =>
  typeof handle === "object" &&
  handle !== null &&
  "scripts" in handle &&
  handle.scripts === "at once";
