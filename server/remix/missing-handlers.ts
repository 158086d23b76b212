import type { ServerBuild } from "@remix-run/server-runtime";
import { failureAnswer } from "./failures.ts";

/**
 * Remix tells whoever sends a form to a page that takes none, in English, which file of ours takes none. Here every
 * route without an action has one that says no, and so has every address that is for forms only, with 405.
 */
export function refuseMissing(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const { module } = route;
    const loader = module.default ? module.loader : (module.loader ?? refuse);
    const more = { ...(loader && { loader }), action: module.action ?? refuse };
    return [id, { ...route, module: { ...module, ...more } }];
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

function refuse({ context: { requestId } }: { context: { requestId: string } }): never {
  throw failureAnswer({ requestId, message: "请求无法处理" }, 405);
}
