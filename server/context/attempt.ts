import { SessionEnded, UpstreamRefusal } from "../api/errors.ts";

/**
 * What came of something that the visitor asked for. `refused` says that the upstream understood and said no, with
 * `message` as its own Chinese text, or ''; otherwise it could not be reached or understood.
 */
export type Attempt<Data> =
  | { ok: true; data: Data }
  | { ok: false; refused: boolean; message: string };

/** @throws {SessionEnded} which is told in the same way everywhere (`server/session-endings.ts`) */
export async function attempt<Data>(work: Promise<Data>): Promise<Attempt<Data>> {
  try {
    return { ok: true, data: await work };
  } catch (error) {
    if (error instanceof SessionEnded) throw error;
    const refused = error instanceof UpstreamRefusal;
    return { ok: false, refused, message: refused ? error.message : "" };
  }
}
