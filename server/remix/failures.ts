import type {
  ActionFunctionArgs,
  LoaderFunctionArgs,
  ServerBuild,
} from "@remix-run/server-runtime";
import type { Logger } from "pino";
import { UpstreamFault, UpstreamRefusal } from "../upstream-client/errors.ts";
import { eachHandler } from "./each-handler.ts";

/** What the error boundary gets. */
export interface Failure {
  /** Under which the log tells more. */
  requestId: string;
  /** The upstream's own Chinese words, or ''. */
  message: string;
}

/**
 * Makes whatever a loader or an action throws one kind of answer, which the visitor can report by its id: 504 when
 * the upstream was late, 503 when it cannot be had now, 502 when it made no sense or said no, 500 for our own faults.
 * Answers that were thrown on purpose keep their status, and their words where they have any.
 */
export function tellFailures(build: ServerBuild, log: Logger): ServerBuild {
  const tell =
    <Args extends LoaderFunctionArgs | ActionFunctionArgs>(handler: (args: Args) => unknown) =>
    async (args: Args) => {
      try {
        return await handler(args);
      } catch (error) {
        const { requestId } = args.context;
        if (isBare(error)) throw failureAnswer({ requestId, message: "" }, error.status);
        if (!(error instanceof Error) || args.request.signal.aborted) throw error;
        const status = statusOf(error);
        log[status === 500 ? "error" : "warn"]({ err: error, requestId, status }, "a page failed");
        const message = error instanceof UpstreamRefusal ? error.message : "";
        throw failureAnswer({ requestId, message }, status);
      }
    };
  return { ...build, routes: eachHandler(build.routes, { loader: tell, action: tell }) };
}

/** A page or file that is not there, or not for this visitor, without a word of its own. */
const isBare = (error: unknown): error is Response =>
  error instanceof Response && error.status >= 400 && error.body === null;

/** A failure as an answer, for whoever throws one. */
export const failureAnswer = (failure: Failure, status: number) =>
  Response.json(failure, { status });

function statusOf(error: Error): number {
  if (error instanceof UpstreamRefusal) return 502;
  if (!(error instanceof UpstreamFault)) return 500;
  if (error.kind === "timeout") return 504;
  return /^(unreachable|paused|busy)$/.test(error.kind) ? 503 : 502;
}
