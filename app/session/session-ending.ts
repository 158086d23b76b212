import { isRouteErrorResponse } from "@remix-run/react";
import { useSyncExternalStore } from "react";
import type { Outcome } from "../../server/domain/defer-after.ts";
import type { SessionEnding } from "../../server/upstream-client/errors.ts";

export type { SessionEnding as Ending };

let current: SessionEnding | undefined;
const listeners = new Set<() => void>();

function change(next: SessionEnding | undefined) {
  current = next;
  for (const listener of listeners) listener();
}

export const notifySessionEnded = (ending: SessionEnding) => change(ending);
export const clearSessionEnding = () => change(undefined);

export function notifyIfSessionEnded(outcome: Outcome<unknown>) {
  if (!outcome.ok && outcome.ended) notifySessionEnded(outcome.ended);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useSessionEnding = (): SessionEnding | undefined =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );

/** Reads the 401 of `server/remix/error-mapping.ts`. */
export function sessionEndingOf(error: unknown): SessionEnding | undefined {
  if (!isRouteErrorResponse(error) || error.status !== 401) return undefined;
  const { ended } = Object(error.data) as { ended?: unknown };
  return ended === "expired" || ended === "elsewhere" ? ended : undefined;
}

/** For `catch`: gives `answer` unless the error is a redirect or an ended session. */
export const fallBackTo =
  <Answer>(answer: Answer) =>
  (error: unknown): Answer => {
    if (error instanceof Response || sessionEndingOf(error)) throw error;
    return answer;
  };
