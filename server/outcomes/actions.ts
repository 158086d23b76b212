import type { Logger } from "pino";
import { RateLimitError } from "../rate-limits/visitor-limits.ts";
import {
  SessionEndedError,
  UnregisteredError,
  UpstreamRefusal,
} from "../upstream-client/errors.ts";

/**
 * Why an action failed.
 *
 * - `invalid`: the input is invalid; the upstream was not called
 * - `refused`: the upstream refused
 * - `rate-limited`: too many attempts; the upstream was not called
 * - `unavailable`: the upstream is unreachable or unintelligible
 * - `offline`: the browser cannot reach this site
 */
export type FailureReason = "invalid" | "refused" | "rate-limited" | "unavailable" | "offline";

/** Error messages by field name, in Chinese. */
export type FieldErrors = Partial<Record<string, string>>;

export interface ActionFailure<Input = unknown> {
  ok: false;
  reason: FailureReason;
  /** Empty if no single field is wrong. */
  errors: FieldErrors;
  /** For the whole form, in Chinese; '' if `errors` says everything. */
  message: string;
  /** The input, to render the form again without JavaScript; never a password. */
  input?: Input | undefined;
}

/** Result of every action, for scripts and native form submissions. */
export type ActionResult<Data = null, Input = unknown> =
  | { ok: true; data: Data }
  | ActionFailure<Input>;

/**
 * The outcome of an upstream call. For a refusal, `code` and `message` (Chinese, or '') are the upstream's own.
 */
export type Attempt<Data> =
  | { ok: true; data: Data }
  | { ok: false; reason: FailureReason; code: string; message: string };

/** Turns the expected errors of a call into outcomes for a form. Faults are logged under `name`. */
export function createAttempt(log: Logger) {
  /** @throws {SessionEndedError} handled centrally (`server/remix/error-mapping.ts`) */
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
