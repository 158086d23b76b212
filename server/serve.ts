import { randomBytes } from "node:crypto";
import type {
  ActionFunctionArgs,
  AppLoadContext,
  LoaderFunctionArgs,
  ServerBuild,
} from "@remix-run/server-runtime";
import { parseCookie } from "cookie";
import { assembleSite } from "./assemble-site.ts";
import { createContext } from "./context.ts";
import { readEnv } from "./env.ts";
import { believedOrigin, requestIdOf } from "./http/proxy.ts";
import { isShared, keepFromCaches, securityHeaders } from "./http/security.ts";
import { failStart } from "./process.ts";
import { eachHandler } from "./remix/each-handler.ts";
import { tellOutcomes } from "./remix/tell-outcomes.ts";

/**
 * The same Remix build for stock `remix-serve`, which knows no load context: Remix gives every request an empty
 * object to share between its loaders, and the first that runs fills it with ours.
 */
const env = readSettings();
const site = await assembleSite(env, new URL("./upstream.js", import.meta.url)).catch(failStart);
const built: ServerBuild = await import(new URL("../server/index.js", import.meta.url).href);
const remix = tellOutcomes(built, site.parts.log);

// remix-serve closes its own server on these; the embedded upstream would keep the process alive
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void site.stop());

function readSettings() {
  try {
    return readEnv(process.env);
  } catch (error) {
    return failStart(error);
  }
}

function filled(context: AppLoadContext, request: Request): AppLoadContext {
  if (context.session) return context;
  const { trustProxy } = site.parts;
  const requestId = requestIdOf(request.headers.get("x-request-id"), trustProxy);
  const visit = {
    log: site.parts.log.child({ requestId }),
    requestId,
    cookies: parseCookie(request.headers.get("cookie") ?? ""),
    accept: request.headers.get("accept") ?? "",
    url: new URL(request.url),
    // the connection itself is out of reach here
    address: believedOrigin(request, "", trustProxy).address,
    nonce: randomBytes(16).toString("base64"),
  };
  return Object.assign(context, createContext(site.parts.services, site.parts.site, visit));
}

/** What the host does to every answer, for those that remix-serve sends. */
function finish(headers: Headers, context: AppLoadContext, request: Request) {
  const secure = new URL(request.url).protocol === "https:";
  const { nonce } = context;
  const { mediaOrigins, site: about } = site.parts;
  const { analyticsUrl } = about;
  const added = securityHeaders({ nonce, mediaOrigins, analyticsUrl, secure });
  for (const [name, value] of Object.entries(added)) headers.set(name, value);
  headers.set("x-request-id", context.requestId);
  keepFromCaches(headers);
  const cookie = isShared(headers) ? undefined : context.session.commit();
  if (cookie) headers.append("set-cookie", cookie);
}

type Handler<Args> = (args: Args) => unknown;

/** A loader or action of a page gives data; one of a resource gives the whole answer. */
function withContext<Args extends LoaderFunctionArgs | ActionFunctionArgs>(handler: Handler<Args>) {
  return async (args: Args) => {
    const context = filled(args.context, args.request);
    const result = await handler({ ...args, context });
    if (result instanceof Response) finish(result.headers, context, args.request);
    return result;
  };
}

export const { assets, assetsBuildDirectory, basename, future, isSpaMode, mode, publicPath } =
  remix;

export const routes = eachHandler(remix.routes, { loader: withContext, action: withContext });

const page = remix.entry.module;
export const entry = {
  module: {
    ...page,
    default: (async (request, status, headers, remixContext, context) => {
      finish(headers, filled(context, request), request);
      return page.default(request, status, headers, remixContext, context);
    }) satisfies typeof page.default,
    handleDataRequest: (async (response, { context, request }) => {
      finish(response.headers, filled(context, request), request);
      return response;
    }) satisfies typeof page.handleDataRequest,
  },
};
