import { type ReactNode, useEffect } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { Later as LaterData, Outcome } from "../../../server/domain/soon.ts";
import { SessionEnded } from "../../session/session-ended.tsx";
import { tellEndingOf } from "../../session/session-ending.ts";
import { Failure } from "./failure.tsx";
import { Part } from "./part.tsx";

interface LaterProps<Data> {
  value: LaterData<Data>;
  /** What stands in the same place, in the same size, until the data is there. */
  skeleton: ReactNode;
  /** What stands there instead when it does not come. */
  failed?: (message: string) => ReactNode;
  children: (data: Data) => ReactNode;
}

/** A part of a page whose data may still be on its way, and may not come at all. */
export function Later<Data>({ value, skeleton, failed = sorry, children }: LaterProps<Data>) {
  const show = (outcome: Outcome<Data>) =>
    outcome.ok ? children(outcome.data) : <Missing outcome={outcome} failed={failed} />;
  const fallback = (
    <>
      {skeleton}
      <AgainWithoutScript />
    </>
  );
  return <Part value={value} show={show} fallback={fallback} cutOff={failed("")} />;
}

interface MissingProps {
  outcome: Outcome<never> & { ok: false };
  failed: (message: string) => ReactNode;
}

/** The shell tells of an ended session over the whole screen, where it runs. */
function Missing({ outcome, failed }: MissingProps) {
  const shellRuns = useHydrated();
  useEffect(() => tellEndingOf(outcome), [outcome]);
  if (!outcome.ended) return failed(outcome.message);
  return shellRuns ? null : <SessionEnded reason={outcome.ended} />;
}

const sorry = (message: string) => <Failure message={message} />;

/** What streams in needs a script to be put in its place. Where none runs, the next try finds the data there. */
const AgainWithoutScript = () => (
  <noscript>
    <meta httpEquiv="refresh" content="1" />
  </noscript>
);
