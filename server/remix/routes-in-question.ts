import type { AppLoadContext, ServerBuild } from "@remix-run/server-runtime";

type Handle = (request: Request, context?: AppLoadContext) => Promise<Response>;
type Routes = ServerBuild["routes"];

/**
 * Lets Remix choose among those routes only that an address can mean, by its first segment. It tries one route after
 * the other, twice for each request, and writes an expression anew for each: with the whole site map that is a tenth
 * of a page's cost, and grows with it. What is not plain is left to the whole site map.
 */
export function amongRoutesInQuestion(
  build: ServerBuild,
  createHandler: (build: ServerBuild) => Handle,
): Handle {
  const leaves = Object.values(build.routes).flatMap(({ id }) =>
    isParent(id, build.routes) ? [] : [{ id, first: firstSegment(pathOf(id, build.routes)) }],
  );
  const known = new Set(leaves.map(({ first }) => first).filter(isPlain));
  const whole = createHandler(build);
  const handlers = new Map<string, Handle>();

  const among = (segment: string) => {
    const ids = leaves
      .filter(({ first }) => first === segment || !isPlain(first))
      .flatMap(({ id }) => lineage(id, build.routes));
    return createHandler({ ...build, routes: only(new Set(ids), build.routes) });
  };

  return (request, context) => {
    const segment = firstSegment(new URL(request.url).pathname);
    const page = segment === "_root.data" ? "" : segment.replace(/\.data$/, "");
    if (!known.has(page)) return whole(request, context);
    const handle = handlers.get(page) ?? among(page);
    handlers.set(page, handle);
    return handle(request, context);
  };
}

const firstSegment = (path: string) => path.replace(/^\//, "").split("/", 1)[0] ?? "";

/** Not a parameter or a rest, nothing that stands for something else. */
const isPlain = (segment: string) => /^[\w.-]*$/.test(segment);

const isParent = (id: string, routes: Routes) =>
  Object.values(routes).some(({ parentId }) => parentId === id);

/** A route and what it stands in, the outermost first. */
function lineage(id: string, routes: Routes): string[] {
  const parent = routes[id]?.parentId;
  return parent ? [...lineage(parent, routes), id] : [id];
}

const pathOf = (id: string, routes: Routes) =>
  lineage(id, routes)
    .flatMap((one) => routes[one]?.path || [])
    .join("/");

const only = (ids: Set<string>, routes: Routes): Routes =>
  Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
