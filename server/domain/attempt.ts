import type { Logger } from "pino";
import { SessionEndedError, UpstreamRefusal } from "../upstream-client/errors.ts";
import type { FailureReason } from "./action-result.ts";

/**
 * What came of something that the visitor asked for. Where the upstream said no, `code` is its own name for that and
 * `message` its own Chinese text, or ''.
 */
export type Attempt<Data> =
  | { ok: true; data: Data }
  | { ok: false; reason: FailureReason; code: string; message: string };

/** For actions: what their form can show. Faults are logged under `name`. */
export function createAttempt(log: Logger) {
  /** @throws {SessionEndedError} which is told in the same way everywhere (`server/remix/error-mapping.ts`) */
  return async function attempt<Data>(name: string, work: Promise<Data>): Promise<Attempt<Data>> {
    try {
      return { ok: true, data: await work };
    } catch (error) {
      if (error instanceof SessionEndedError) throw error;
      if (error instanceof UpstreamRefusal) {
        return { ok: false, reason: "refused", code: error.code, message: error.message };
      }
      log.warn({ err: error, attempt: name }, "what a visitor asked for failed");
      return { ok: false, reason: "unavailable", code: "", message: "" };
    }
  };
}
