import { Await, useLocation } from "@remix-run/react";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { WITHOUT_SCRIPTS } from "../../../server/contract/rules.ts";
import type { DeferredOutcome, Outcome } from "../../../server/outcomes/defer-after.ts";
import { useMember, useMemberLoaded, useReloadOnceRegistered } from "../../session/member.ts";
import { keepsCookies } from "../../session/member-lock.ts";
import { notifyIfSessionEnded, SessionEndedScreen } from "../../session/session-ended.tsx";
import { useAgeGatePassed } from "../../session/site.ts";
import { texts } from "../../texts/index.ts";
import { LoadError } from "./load-error.tsx";

interface DeferredProps<Data> {
  value: DeferredOutcome<Data>;
  skeleton: ReactNode;
  failed?: (message: string) => ReactNode;
  children: (data: Data) => ReactNode;
}

export function Deferred<Data>({
  value,
  skeleton,
  failed = showLoadError,
  children,
}: DeferredProps<Data>) {
  const show = (outcome: Outcome<Data>) =>
    outcome.ok ? children(outcome.data) : <Missing {...{ outcome, skeleton, failed }} />;
  const fallback = (
    <>
      {skeleton}
      <AgainWithoutScript />
    </>
  );
  return <DeferredPart value={value} show={show} fallback={fallback} errorElement={failed("")} />;
}

interface MissingProps {
  outcome: Outcome<never> & { ok: false };
  skeleton: ReactNode;
  failed: (message: string) => ReactNode;
}

function Missing({ outcome, skeleton, failed }: MissingProps) {
  const shellRuns = useHydrated();
  useEffect(() => notifyIfSessionEnded(outcome), [outcome]);
  if (outcome.unregistered) return <Unregistered {...{ outcome, skeleton, failed }} />;
  if (!outcome.ended) return failed(outcome.message);
  return shellRuns ? null : <SessionEndedScreen reason={outcome.ended} />;
}

/** Waits for the page's own member request; without scripts the page is requested once more. */
function Unregistered({ outcome, skeleton, failed }: MissingProps) {
  useReloadOnceRegistered();
  const { pathname, search } = useLocation();
  const mayAsk = useAgeGatePassed();
  const [loaded, member] = [useMemberLoaded(), useMember()];
  const mayRegister = !useHydrated() || keepsCookies();
  const cameBack = search.includes(WITHOUT_SCRIPTS);
  if (mayAsk && (cameBack || !mayRegister))
    return failed(mayRegister ? outcome.message : texts.cookiesNeeded);
  if (loaded && !member) return failed("");
  return (
    <>
      {skeleton}
      {mayAsk && <AgainWithoutScript address={`${pathname}${search || "?"}&${WITHOUT_SCRIPTS}=`} />}
    </>
  );
}

const showLoadError = (message: string) => <LoadError message={message} />;

/** Streamed data needs scripts; without them the page reloads without streaming. */
const AgainWithoutScript = ({ address }: { address?: string }) => (
  <noscript>
    {import.meta.env.SSR && (
      <meta httpEquiv="refresh" content={address ? `0;url=${address}` : "1"} />
    )}
  </noscript>
);

interface OptionalDeferredProps<Data> {
  value: DeferredOutcome<Data>;
  skeleton?: ReactNode;
  without?: ReactNode;
  children: (data: Data) => ReactNode;
}

export function OptionalDeferred<Data>({
  value,
  skeleton = null,
  without = null,
  children,
}: OptionalDeferredProps<Data>) {
  const show = (outcome: Outcome<Data>) => {
    if (outcome.ok) return children(outcome.data);
    return outcome.unregistered ? <OptionalUnregistered skeleton={skeleton} /> : without;
  };
  return <DeferredPart value={value} show={show} fallback={skeleton} errorElement={without} />;
}

function OptionalUnregistered({ skeleton }: { skeleton: ReactNode }) {
  useReloadOnceRegistered();
  return skeleton;
}

interface PartProps<Data> {
  value: DeferredOutcome<Data>;
  show: (outcome: Outcome<Data>) => ReactNode;
  fallback: ReactNode;
  errorElement: ReactNode;
}

// Keeps its boundary on reload; rendered again before it hydrates, React would drop the server's
// markup, and throw.
function DeferredPart<Data>({ value, show, fallback, errorElement: cutOff }: PartProps<Data>) {
  const streaming = value instanceof Promise;
  const [previous, setPrevious] = useState({ streaming, streams: Number(streaming) });
  if (previous.streaming !== streaming)
    setPrevious({ streaming, streams: previous.streams + Number(streaming) });
  const hydrated = useHydrated();
  const [arrived, setArrived] = useState(!streaming || hydrated);
  const part = (
    <Suspense key={previous.streams} fallback={fallback}>
      <Arrival onArrival={setArrived} />
      <Await resolve={value} errorElement={cutOff}>
        {show}
      </Await>
    </Suspense>
  );
  const [first] = useState(part);
  if (previous.streams === 0 && !streaming) return show(value);
  return arrived ? part : first;
}

function Arrival({ onArrival }: { onArrival: (arrived: true) => void }) {
  useEffect(() => onArrival(true), [onArrival]);
  return null;
}
