import type { Logger } from "pino";
import { RateLimitError } from "../rate-limits/visitor-limits.ts";
import { SessionEndedError, ShownError, UpstreamRefusal } from "../upstream-client/errors.ts";

/**
 * `invalid`, `rate-limited`: the upstream was not called; `unavailable`: it cannot be reached, or not understood;
 * `offline`: the browser cannot reach this site.
 */
export type FailureReason = "invalid" | "refused" | "rate-limited" | "unavailable" | "offline";

/** Messages by field name, in Chinese. */
export type FieldErrors = Partial<Record<string, string>>;

export interface ActionFailure<Input = unknown> {
  ok: false;
  reason: FailureReason;
  errors: FieldErrors;
  /** For the whole form, in Chinese; '' if `errors` says everything. */
  message: string;
  /** To render the form again without JavaScript; never a password. */
  input?: Input | undefined;
}

export type ActionResult<Data = null, Input = unknown> =
  | { ok: true; data: Data }
  | ActionFailure<Input>;

/** A refusal's `code` and `message` (Chinese, or '') are the upstream's own. */
export type Attempt<Data> =
  | { ok: true; data: Data }
  | { ok: false; reason: FailureReason; code: string; message: string };

/** Turns expected errors of a call into outcomes; faults are logged under `name`. */
export function createAttempt(log: Logger) {
  /** @throws {SessionEndedError} handled centrally (`server/remix/error-mapping.ts`) */
  return async function attempt<Data>(name: string, work: Promise<Data>): Promise<Attempt<Data>> {
    try {
      return { ok: true, data: await work };
    } catch (error) {
      if (error instanceof SessionEndedError) throw error;
      if (error instanceof ShownError) {
        const reason = error instanceof RateLimitError ? "rate-limited" : "refused";
        const code = error instanceof UpstreamRefusal ? error.code : "";
        return { ok: false, reason, code, message: error.message };
      }
      log.warn({ err: error, attempt: name }, "a visitor's request failed");
      return { ok: false, reason: "unavailable", code: "", message: "" };
    }
  };
}
