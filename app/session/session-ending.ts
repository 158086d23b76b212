import { isRouteErrorResponse } from "@remix-run/react";
import type { Outcome } from "../../server/outcomes/defer-after.ts";
import type { SessionEnding } from "../../server/upstream-client/errors.ts";
import { createValue } from "../device/create-store.ts";
import { useValue } from "../device/storage.ts";

export type { SessionEnding as Ending };

const current = createValue<SessionEnding>();

export const notifySessionEnded = (ending: SessionEnding) => current.change(ending);
export const clearSessionEnding = () => current.change(undefined);

export function notifyIfSessionEnded(outcome: Outcome<unknown>) {
  if (!outcome.ok && outcome.ended) notifySessionEnded(outcome.ended);
}

export const useSessionEnding = () => useValue(current);

/** Reads the 401 of `server/remix/error-mapping.ts`. */
export function sessionEndingOf(error: unknown): SessionEnding | undefined {
  if (!isRouteErrorResponse(error) || error.status !== 401) return undefined;
  const { ended } = Object(error.data) as { ended?: unknown };
  return ended === "expired" || ended === "elsewhere" ? ended : undefined;
}

export const fallBackTo =
  <Answer>(answer: Answer) =>
  (error: unknown): Answer => {
    if (error instanceof Response || sessionEndingOf(error)) throw error;
    return answer;
  };
