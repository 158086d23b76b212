import { Await, useLocation } from "@remix-run/react";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { WITHOUT_SCRIPTS } from "../../../server/contract/rules.ts";
import type { DeferredOutcome, Outcome } from "../../../server/outcomes/defer-after.ts";
import { useMember, useMemberLoaded, useRevalidateWhenRegistered } from "../../session/member.ts";
import { keepsCookies } from "../../session/member-lock.ts";
import { notifyIfSessionEnded, SessionEndedScreen } from "../../session/session-ended.tsx";
import { useAgeGatePassed } from "../../session/site.ts";
import { texts } from "../../texts/index.ts";
import { LoadError } from "./load-error.tsx";

/** Undefined if it failed or is late. */
export const arrivedData = <Data,>(value: DeferredOutcome<Data> | undefined) =>
  value && "ok" in value && value.ok ? value.data : undefined;

interface DeferredProps<Data> {
  value: DeferredOutcome<Data>;
  skeleton: ReactNode;
  failed?: (message: string) => ReactNode;
  children: (data: Data) => ReactNode;
}

export function Deferred<Data>(props: DeferredProps<Data>) {
  const { value, skeleton, failed = showLoadError, children } = props;
  const show = (outcome: Outcome<Data>) =>
    outcome.ok ? children(outcome.data) : <FailedOutcome {...{ outcome, skeleton, failed }} />;
  const fallback = (
    <>
      {skeleton}
      <ReloadWithoutScripts />
    </>
  );
  return <DeferredPart value={value} show={show} fallback={fallback} errorElement={failed("")} />;
}

interface FailedOutcomeProps {
  outcome: Outcome<never> & { ok: false };
  skeleton: ReactNode;
  failed: (message: string) => ReactNode;
}

function FailedOutcome({ outcome, skeleton, failed }: FailedOutcomeProps) {
  const hydrated = useHydrated();
  useEffect(() => notifyIfSessionEnded(outcome), [outcome]);
  if (outcome.unregistered) return <UnregisteredOutcome {...{ outcome, skeleton, failed }} />;
  if (!outcome.ended) return failed(outcome.message);
  return hydrated ? null : <SessionEndedScreen reason={outcome.ended} />;
}

/** Waits until the `/member` request has registered a guest. Without scripts, reloads once with a parameter that registers one. */
function UnregisteredOutcome({ outcome, skeleton, failed }: FailedOutcomeProps) {
  useRevalidateWhenRegistered();
  const { pathname, search } = useLocation();
  const ageGatePassed = useAgeGatePassed();
  const [loaded, member] = [useMemberLoaded(), useMember()];
  const mayRegister = !useHydrated() || keepsCookies();
  const reloadedWithoutScripts = search.includes(WITHOUT_SCRIPTS);
  if (ageGatePassed && (reloadedWithoutScripts || !mayRegister))
    return failed(mayRegister ? outcome.message : texts.cookiesNeeded);
  if (loaded && !member) return failed("");
  return (
    <>
      {skeleton}
      {ageGatePassed && (
        <ReloadWithoutScripts address={`${pathname}${search || "?"}&${WITHOUT_SCRIPTS}=`} />
      )}
    </>
  );
}

const showLoadError = (message: string) => <LoadError message={message} />;

/** Streamed data needs scripts. Without them, the page reloads after a second, when the server has usually cached the data. */
const ReloadWithoutScripts = ({ address }: { address?: string }) => (
  <noscript>
    {import.meta.env.SSR && (
      <meta httpEquiv="refresh" content={address ? `0;url=${address}` : "1"} />
    )}
  </noscript>
);

interface OptionalDeferredProps<Data> {
  value: DeferredOutcome<Data>;
  skeleton?: ReactNode;
  unavailable?: ReactNode;
  children: (data: Data) => ReactNode;
}

export function OptionalDeferred<Data>(props: OptionalDeferredProps<Data>) {
  const { value, skeleton = null, unavailable = null, children } = props;
  const show = (outcome: Outcome<Data>) => {
    if (outcome.ok) return children(outcome.data);
    return outcome.unregistered ? <OptionalUnregistered skeleton={skeleton} /> : unavailable;
  };
  return <DeferredPart value={value} show={show} fallback={skeleton} errorElement={unavailable} />;
}

function OptionalUnregistered({ skeleton }: { skeleton: ReactNode }) {
  useRevalidateWhenRegistered();
  return skeleton;
}

interface PartProps<Data> {
  value: DeferredOutcome<Data>;
  show: (outcome: Outcome<Data>) => ReactNode;
  fallback: ReactNode;
  errorElement: ReactNode;
}

// Revalidation must not replace the boundary of streamed data, and the part must not render again before it
// hydrates: otherwise React discards the server's HTML and throws.
function DeferredPart<Data>({ value, show, fallback, errorElement: whenCutOff }: PartProps<Data>) {
  const streaming = value instanceof Promise;
  const [previous, setPrevious] = useState({ streaming, count: Number(streaming) });
  if (previous.streaming !== streaming)
    setPrevious({ streaming, count: previous.count + Number(streaming) });
  const hydrated = useHydrated();
  const [arrived, setArrived] = useState(!streaming || hydrated);
  const part = (
    <Suspense key={previous.count} fallback={fallback}>
      <Arrival onArrival={setArrived} />
      <Await resolve={value} errorElement={whenCutOff}>
        {show}
      </Await>
    </Suspense>
  );
  const [first] = useState(part);
  if (previous.count === 0 && !streaming) return show(value);
  return arrived ? part : first;
}

function Arrival({ onArrival }: { onArrival: (arrived: true) => void }) {
  useEffect(() => onArrival(true), [onArrival]);
  return null;
}
