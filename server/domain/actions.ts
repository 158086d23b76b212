import type { Logger } from "pino";
import { RateLimitError } from "../rate-limits/visitor-limits.ts";
import {
  SessionEndedError,
  UnregisteredError,
  UpstreamRefusal,
} from "../upstream-client/errors.ts";

/**
 * Why an action did nothing.
 *
 * - `invalid`: what was sent is not as it has to be; the upstream was not asked
 * - `refused`: the upstream understood and said no
 * - `rate-limited`: the visitor did it too often; the upstream was not asked
 * - `unavailable`: the upstream could not be reached or understood
 * - `offline`: the browser could not reach this site
 */
export type FailureReason = "invalid" | "refused" | "rate-limited" | "unavailable" | "offline";

/** What is wrong with single fields of a form, in Chinese, by their names. */
export type FieldErrors = Partial<Record<string, string>>;

export interface ActionFailure<Input = unknown> {
  ok: false;
  reason: FailureReason;
  /** Empty where nothing is wrong with a single field. */
  errors: FieldErrors;
  /** About the whole form, in Chinese; '' where `errors` says everything. */
  message: string;
  /** What was sent, for a form that is rendered again without JavaScript; never a password. */
  input?: Input | undefined;
}

/** What every action answers, to a script as well as to a form that the browser sent by itself. */
export type ActionResult<Data = null, Input = unknown> =
  | { ok: true; data: Data }
  | ActionFailure<Input>;

/**
 * What came of something that the visitor asked for. Where the upstream said no, `code` is its own name for that and
 * `message` its own Chinese text, or ''.
 */
export type Attempt<Data> =
  | { ok: true; data: Data }
  | { ok: false; reason: FailureReason; code: string; message: string };

/** For actions: what their form can show. Faults are logged under `name`. */
export function createAttempt(log: Logger) {
  /** @throws {SessionEndedError} which is shown in the same way everywhere (`server/remix/error-mapping.ts`) */
  return async function attempt<Data>(name: string, work: Promise<Data>): Promise<Attempt<Data>> {
    try {
      return { ok: true, data: await work };
    } catch (error) {
      if (error instanceof SessionEndedError) throw error;
      if (error instanceof UpstreamRefusal) {
        return { ok: false, reason: "refused", code: error.code, message: error.message };
      }
      if (error instanceof UnregisteredError) {
        return { ok: false, reason: "refused", code: "", message: error.message };
      }
      if (error instanceof RateLimitError) {
        return { ok: false, reason: "rate-limited", code: "", message: error.message };
      }
      log.warn({ err: error, attempt: name }, "what a visitor asked for failed");
      return { ok: false, reason: "unavailable", code: "", message: "" };
    }
  };
}
