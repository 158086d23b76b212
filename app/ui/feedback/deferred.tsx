import { Await, UNSAFE_RemixContext as RemixContext } from "@remix-run/react";
import { type Context, type ReactNode, Suspense, useContext, useEffect, useState } from "react";
import {
  UNSAFE_DataRouterStateContext as DataRouterStateContext,
  UNSAFE_FetchersContext as FetchersContext,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_RouteContext as RouteContext,
  UNSAFE_ViewTransitionContext as ViewTransitionContext,
} from "react-router-dom";
import { useHydrated } from "remix-utils/use-hydrated";
import type { DeferredOutcome, Outcome } from "../../../server/domain/defer-after.ts";
import { LinksContext } from "../../navigation/link.tsx";
import { useCommitEffect } from "../../navigation/scroll-place.ts";
import { SessionEndedScreen } from "../../session/session-ended.tsx";
import { notifyIfSessionEnded } from "../../session/session-ending.ts";
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
    outcome.ok ? children(outcome.data) : <Missing outcome={outcome} failed={failed} />;
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
  failed: (message: string) => ReactNode;
}

function Missing({ outcome, failed }: MissingProps) {
  const shellRuns = useHydrated();
  useEffect(() => notifyIfSessionEnded(outcome), [outcome]);
  if (!outcome.ended) return failed(outcome.message);
  return shellRuns ? null : <SessionEndedScreen reason={outcome.ended} />;
}

const showLoadError = (message: string) => <LoadError message={message} />;

/** Streamed data needs scripts; without them the page reloads without streaming. */
const AgainWithoutScript = () => (
  <noscript>{import.meta.env.SSR && <meta httpEquiv="refresh" content="1" />}</noscript>
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
  const show = (outcome: Outcome<Data>) => (outcome.ok ? children(outcome.data) : without);
  return <DeferredPart value={value} show={show} fallback={skeleton} errorElement={without} />;
}

interface PartProps<Data> {
  value: DeferredOutcome<Data>;
  show: (outcome: Outcome<Data>) => ReactNode;
  fallback: ReactNode;
  errorElement: ReactNode;
}

/** Available data needs no boundary. Streamed data keeps its own when reloaded. */
function DeferredPart<Data>({ value, show, fallback, errorElement: cutOff }: PartProps<Data>) {
  const streaming = value instanceof Promise;
  const [previous, setPrevious] = useState({ streaming, streams: Number(streaming) });
  if (previous.streaming !== streaming)
    setPrevious({ streaming, streams: previous.streams + Number(streaming) });
  if (previous.streams === 0 && !streaming) return show(value);
  return (
    <LatePart key={previous.streams} fallback={fallback}>
      <Await resolve={value} errorElement={cutOff}>
        {show}
      </Await>
    </LatePart>
  );
}

interface LatePartProps {
  fallback?: ReactNode;
  children: ReactNode;
}

/** All that changes while a page is shown; the first is a map that the router changes in place. */
const contexts = [
  FetchersContext,
  RemixContext,
  DataRouterStateContext,
  ViewTransitionContext,
  LocationContext,
  RouteContext,
  LinksContext,
] as Context<unknown>[];

/**
 * Of the server's document, what is hydrated later than what is around it, as late as its data is streamed: until then
 * nothing from outside reaches it. React 18 drops the markup of a part that is changed before, be it by the value of any
 * context, and throws its error 421; in a transition it may throw it though nothing is dropped.
 */
export function LatePart({ fallback, children }: LatePartProps) {
  const [arrived, setArrived] = useState(useHydrated());
  const values = contexts.map(useContext);
  if (!arrived) values[0] = new Map(values[0] as Map<unknown, unknown>);
  let part = (
    <Suspense fallback={fallback}>
      <Arrival onArrival={setArrived} />
      {children}
    </Suspense>
  );
  for (const { Provider } of contexts) part = <Provider value={values.shift()}>{part}</Provider>;
  const [first] = useState(part);
  return arrived ? part : first;
}

function Arrival({ onArrival }: { onArrival: (arrived: true) => void }) {
  useCommitEffect(() => onArrival(true), [onArrival]);
  return null;
}
