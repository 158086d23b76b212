import type { Logger } from "pino";
import { SessionEnded, UpstreamRefusal } from "../api/errors.ts";
import { UnusablePicture } from "./uploads.ts";

/**
 * What came of something that a visitor wanted done. `message` may be shown and is '' where the reason is nobody's
 * business; `code` is the upstream's, where it said no.
 */
export type Attempted<Data> =
  | { ok: true; data: Data }
  | { ok: false; message: string; code?: string };

/**
 * For actions: a refusal and a fault are outcomes that the page shows, and faults are logged. The end of a session is
 * thrown on: it concerns more than what was attempted.
 */
export function createAttempt(log: Logger) {
  return async function attempt<Data>(
    name: string,
    work: () => Promise<Data>,
  ): Promise<Attempted<Data>> {
    try {
      return { ok: true, data: await work() };
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
