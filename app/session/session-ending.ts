import { isRouteErrorResponse } from "@remix-run/react";
import { useSyncExternalStore } from "react";
import type { Outcome } from "../../server/domain/deferred.ts";
import type { Ending } from "../../server/upstream-client/errors.ts";

export type { Ending };

let current: Ending | undefined;
const listeners = new Set<() => void>();

function change(next: Ending | undefined) {
  current = next;
  for (const listener of listeners) listener();
}

/** The shell shows it over the whole screen and leads to the login. */
export const notifySessionEnded = (ending: Ending) => change(ending);
export const clearSessionEnding = () => change(undefined);

export function notifyIfSessionEnded(outcome: Outcome<unknown>) {
  if (!outcome.ok && outcome.ended) notifySessionEnded(outcome.ended);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** An ending that the visitor is being told of. */
export const useSessionEnding = (): Ending | undefined =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );

/** What the server answers on every way when a session has ended (`server/remix/error-mapping.ts`). */
export function sessionEndingOf(error: unknown): Ending | undefined {
  if (!isRouteErrorResponse(error) || error.status !== 401) return undefined;
  const { ended } = Object(error.data) as { ended?: unknown };
  return ended === "expired" || ended === "elsewhere" ? ended : undefined;
}

/** Answers in place of a request that failed. Redirects and ended sessions are no failures. */
export const fallBackTo =
  <Answer>(answer: Answer) =>
  (error: unknown): Answer => {
    if (error instanceof Response || sessionEndingOf(error)) throw error;
    return answer;
  };
