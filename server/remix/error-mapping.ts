import {
  type ActionFunctionArgs,
  type AppLoadContext,
  createRequestHandler,
  type LoaderFunctionArgs,
  type ServerBuild,
} from "@remix-run/server-runtime";
import type { Logger } from "pino";
import { cacheControl } from "../cache-times.ts";
import { UnreadableFormError } from "../http/forms.ts";
import { RateLimitError, type VisitorLimits } from "../rate-limits/visitor-limits.ts";
import { serverTexts } from "../texts.ts";
import {
  SessionEndedError,
  type SessionEnding,
  UnregisteredError,
  UpstreamFault,
  UpstreamRefusal,
} from "../upstream-client/errors.ts";
import { buildsByPath, requestedPagePath } from "./page-builds.ts";

export interface ErrorBody {
  requestId: string;
  /** In Chinese; '' if the status says it all. */
  message: string;
}

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type RouteModule = NonNullable<ServerBuild["routes"][string]>["module"];

export function remixHandler(
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: "production" | "development",
  log: Logger,
) {
  if (typeof build === "function")
    return createRequestHandler(async () => withErrorMapping(await build(), log), mode);
  const whole = withErrorMapping(build, log);
  const answer = createRequestHandler(whole, mode);
  const pages = new Map(
    [...buildsByPath(whole)].map(([path, page]) => [path, createRequestHandler(page, mode)]),
  );
  return (request: Request, context: AppLoadContext) =>
    (pages.get(requestedPagePath(request)) ?? answer)(request, context);
}

/**
 * | thrown | response |
 * |---|---|
 * | `SessionEndedError`, also if the action caught it | 401 with the reason |
 * | `RateLimitError` | 429 with its text |
 * | `UnreadableFormError` | 400 |
 * | `UnregisteredError` | 403 with its text |
 * | `UpstreamRefusal` | 502 with the upstream's text |
 * | `UpstreamFault` | 504 on timeout, 503 if the upstream is unreachable, else 502 |
 * | any other error | 500 |
 * | a response without a body, 400 or above | the same status, with the request id |
 * | any other response, or any error after the visitor has disconnected | unchanged |
 * A form for a route without an action, or a GET of one without loader and component, gets a 405. Routes are wrapped
 * because Remix's hooks come too late: `handleError` cannot change the response, and
 * `handleDataRequest` sees only data requests.
 */
function withErrorMapping(build: ServerBuild, log: Logger): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [
    id,
    { ...route, module: wrapModule(route.module, log) },
  ]);
  return { ...build, routes: Object.fromEntries(routes) };
}

function wrapModule(module: RouteModule, log: Logger): RouteModule {
  const { action = refuseMethod, default: component } = module;
  const loader = module.loader ?? (component ? undefined : refuseMethod);
  return {
    ...module,
    ...(loader && {
      async loader(args: LoaderFunctionArgs) {
        try {
          return await loader(args);
        } catch (error) {
          throw mapError(error, args, log);
        }
      },
    }),
    async action(args: ActionFunctionArgs) {
      let result: unknown;
      try {
        result = await action(args);
      } catch (error) {
        if (!args.context.member.ended) throw mapError(error, args, log);
      }
      // the action may have caught a SessionEndedError
      const { ended } = args.context.member;
      if (ended) throw sessionEndedResponse(ended);
      return result;
    },
  };
}

function mapError(error: unknown, { context, request }: Args, log: Logger): unknown {
  const { requestId } = context;
  const answer = (status: number, message = "") => errorResponse({ requestId, message }, status);
  if (error instanceof Response)
    return error.status >= 400 && error.body === null ? answer(error.status) : error;
  if (error instanceof SessionEndedError) return sessionEndedResponse(error.reason);
  if (error instanceof UnreadableFormError) return answer(400, serverTexts.unreadableForm);
  if (error instanceof UnregisteredError) return answer(403, error.message);
  if (error instanceof RateLimitError) return answer(429, error.message);
  if (!(error instanceof Error) || request.signal.aborted) return error;
  const status = statusOf(error);
  log[status === 500 ? "error" : "warn"]({ err: error, requestId, status }, "a page failed");
  return answer(status, error instanceof UpstreamRefusal ? error.message : "");
}

function statusOf(error: Error): number {
  if (error instanceof UpstreamRefusal) return 502;
  if (!(error instanceof UpstreamFault)) return 500;
  if (error.kind === "timeout") return 504;
  return /^(unreachable|paused|busy)$/.test(error.kind) ? 503 : 502;
}

const errorResponse = (body: ErrorBody, status: number) => Response.json(body, { status });

/** The browser handles it in `app/session/session-ended.tsx`. */
const sessionEndedResponse = (ended: SessionEnding) => Response.json({ ended }, { status: 401 });

function refuseMethod({ context: { requestId } }: Args): never {
  throw errorResponse({ requestId, message: serverTexts.notAllowed }, 405);
}

/** After a refusal by a rate limit, any answer but a redirect becomes a 429 with Retry-After. */
export function withRateLimitStatus(response: Response, { rejected }: VisitorLimits): Response {
  const redirects = response.status >= 300 && response.status < 400;
  if (!rejected || redirects) return response;
  const headers = new Headers(response.headers);
  headers.set("retry-after", String(Math.max(1, Math.ceil(rejected.waitMs / 1_000))));
  headers.set("cache-control", cacheControl.personal);
  return new Response(response.body, { status: 429, headers });
}
