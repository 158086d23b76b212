import type { Logger } from "pino";
import { SessionEndedError, UpstreamRefusal } from "../upstream-client/errors.ts";

/**
 * What came of something that the visitor asked for. `refused` says that the upstream understood and said no, with
 * `code` as it named it and `message` as its own Chinese text, or ''; otherwise it could not be reached or understood.
 */
export type Attempt<Data> =
  | { ok: true; data: Data }
  | { ok: false; refused: boolean; code: string; message: string };

/** For actions: what their form can show. Faults are logged under `name`. */
export function createAttempt(log: Logger) {
  /** @throws {SessionEndedError} which is told in the same way everywhere (`server/remix/session-endings.ts`) */
  return async function attempt<Data>(name: string, work: Promise<Data>): Promise<Attempt<Data>> {
    try {
      return { ok: true, data: await work };
    } catch (error) {
      if (error instanceof SessionEndedError) throw error;
      const refused = error instanceof UpstreamRefusal;
      if (!refused) log.warn({ err: error, attempt: name }, "what a visitor asked for failed");
      const { code, message } = refused ? error : { code: "", message: "" };
      return { ok: false, refused, code, message };
    }
  };
}
