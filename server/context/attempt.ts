import type { Logger } from "pino";
import { SessionEnded, UpstreamRefusal } from "../api/errors.ts";
import type { Outcome } from "./soon.ts";
import { UnusablePicture } from "./uploads.ts";

/** What came of something that a visitor wanted done; `code` is the upstream's, where it said no. */
export type Attempted<Data> = Outcome<Data> & { code?: string };

/**
 * For actions: a refusal and a fault are outcomes that the page shows, and faults are logged under `name`.
 *
 * @throws {SessionEnded} which concerns more than what was attempted
 */
export function createAttempt(log: Logger) {
  return async function attempt<Data>(name: string, work: Promise<Data>): Promise<Attempted<Data>> {
    try {
      return { ok: true, data: await work };
    } catch (error) {
      if (error instanceof SessionEnded) throw error;
      if (error instanceof UpstreamRefusal) {
        return { ok: false, message: error.message, code: error.code };
      }
      if (error instanceof UnusablePicture) return { ok: false, message: error.message };
      log.warn({ err: error, attempt: name }, "what a visitor wanted failed");
      return { ok: false, message: "" };
    }
  };
}
