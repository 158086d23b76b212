import { Await } from "@remix-run/react";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { DeferredOutcome, Outcome } from "../../../server/domain/deferred.ts";
import { SessionEndedScreen } from "../../session/session-ended.tsx";
import { notifyIfSessionEnded } from "../../session/session-ending.ts";
import { LoadError } from "./load-error.tsx";

interface LaterProps<Data> {
  value: DeferredOutcome<Data>;
  /** What stands in the same place, in the same size, until the data is there. */
  skeleton: ReactNode;
  /** What stands there instead when it does not come. */
  failed?: (message: string) => ReactNode;
  children: (data: Data) => ReactNode;
}

/** A part of a page whose data may still be on its way, and may not come at all. */
export function Deferred<Data>({ value, skeleton, failed = sorry, children }: LaterProps<Data>) {
  const show = (outcome: Outcome<Data>) =>
    outcome.ok ? children(outcome.data) : <Missing outcome={outcome} failed={failed} />;
  const fallback = (
    <>
      {skeleton}
      <AgainWithoutScript />
    </>
  );
  return <DeferredPart value={value} show={show} fallback={fallback} cutOff={failed("")} />;
}

interface MissingProps {
  outcome: Outcome<never> & { ok: false };
  failed: (message: string) => ReactNode;
}

/** The shell tells of an ended session over the whole screen, where it runs. */
function Missing({ outcome, failed }: MissingProps) {
  const shellRuns = useHydrated();
  useEffect(() => notifyIfSessionEnded(outcome), [outcome]);
  if (!outcome.ended) return failed(outcome.message);
  return shellRuns ? null : <SessionEndedScreen reason={outcome.ended} />;
}

const sorry = (message: string) => <LoadError message={message} />;

/** What streams in needs a script to be put in its place. Where none runs, the next try finds the data there. */
const AgainWithoutScript = () => (
  <noscript>
    <meta httpEquiv="refresh" content="1" />
  </noscript>
);

interface ExtraProps<Data> {
  value: DeferredOutcome<Data>;
  skeleton?: ReactNode;
  /** What stands there instead when it does not come. */
  without?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** A part that a page can do without: when it does not come, the visitor is not bothered with it. */
export function OptionalDeferred<Data>({
  value,
  skeleton = null,
  without = null,
  children,
}: ExtraProps<Data>) {
  const show = (outcome: Outcome<Data>) => (outcome.ok ? children(outcome.data) : without);
  return <DeferredPart value={value} show={show} fallback={skeleton} cutOff={without} />;
}

interface PartProps<Data> {
  value: DeferredOutcome<Data>;
  show: (outcome: Outcome<Data>) => ReactNode;
  fallback: ReactNode;
  /** What stands there when the page's answer broke off. */
  cutOff: ReactNode;
}

/**
 * A part of a page: drawn in place where its data is there, else in a boundary, which it then keeps, so that what has
 * streamed in stays the same when its data is asked for anew. Data that is late after it was there begins anew, with
 * the skeleton. What is there has no boundary: one that is still to be hydrated would lose what the server drew
 * whenever anything above it changes.
 */
function DeferredPart<Data>({ value, show, fallback, cutOff }: PartProps<Data>) {
  const late = value instanceof Promise;
  const [before, setBefore] = useState({ late, streamed: late, turn: 0 });
  if (before.late !== late) {
    setBefore({ late, streamed: true, turn: late ? before.turn + 1 : before.turn });
  }
  if (!before.streamed && !late) return show(value);
  return (
    <Suspense key={before.turn} fallback={fallback}>
      <Await resolve={value} errorElement={cutOff}>
        {show}
      </Await>
    </Suspense>
  );
}
