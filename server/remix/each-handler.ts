import type {
  ActionFunctionArgs,
  LoaderFunctionArgs,
  ServerBuild,
} from "@remix-run/server-runtime";

type Handler<Args> = (args: Args) => unknown;
type Wrap<Args> = (handler: Handler<Args>) => (args: Args) => Promise<unknown>;

/** The routes of a Remix build with every loader and action in a wrapping. */
export function eachHandler(
  routes: ServerBuild["routes"],
  wrap: { loader: Wrap<LoaderFunctionArgs>; action: Wrap<ActionFunctionArgs> },
): ServerBuild["routes"] {
  const wrapped = Object.entries(routes).map(([id, route]) => {
    const { loader, action } = route.module;
    const module = {
      ...route.module,
      ...(loader && { loader: wrap.loader(loader as Handler<LoaderFunctionArgs>) }),
      ...(action && { action: wrap.action(action as Handler<ActionFunctionArgs>) }),
    };
    return [id, { ...route, module }];
  });
  return Object.fromEntries(wrapped);
}
