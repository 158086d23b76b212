import type {
  ActionFunctionArgs,
  LoaderFunctionArgs,
  ServerBuild,
} from "@remix-run/server-runtime";
import { RateLimitError, type VisitorLimits } from "../rate-limits/visitor-limits.ts";
import { eachHandler } from "./each-handler.ts";
import { failureAnswer } from "./failures.ts";

/** What a loader or action makes nothing of is a whole answer: the error page shows its text. */
export const tellTooOften = (build: ServerBuild): ServerBuild => ({
  ...build,
  routes: eachHandler(build.routes, {
    loader: tell<LoaderFunctionArgs>,
    action: tell<ActionFunctionArgs>,
  }),
});

function tell<Args extends LoaderFunctionArgs | ActionFunctionArgs>(
  handler: (args: Args) => unknown,
) {
  return async (args: Args) => {
    try {
      return await handler(args);
    } catch (error) {
      if (!(error instanceof RateLimitError)) throw error;
      const { requestId } = args.context;
      throw failureAnswer({ requestId, message: error.message }, 429);
    }
  };
}

/**
 * Whatever a page made of it, the answer to somebody who did something too often has status 429 and says when to
 * come back. A redirect leads to a page that says so.
 */
export function markTooOften(response: Response, { rejected: refused }: VisitorLimits): Response {
  const redirects = response.status >= 300 && response.status < 400;
  if (!refused || redirects) return response;
  const headers = new Headers(response.headers);
  headers.set("retry-after", String(Math.max(1, Math.ceil(refused.waitMs / 1_000))));
  headers.set("cache-control", "private, no-store");
  return new Response(response.body, { status: 429, headers });
}
