import { type DependencyList, useEffect, useLayoutEffect, useReducer, useRef } from "react";

/** For heavy work, which must not delay the frame that responds to a tap. */
export const afterPaint = (work: () => void) => requestAnimationFrame(() => setTimeout(work));

/** A layout effect, but not on the server, where React warns about it. */
export const useCommitEffect = import.meta.env.SSR ? useEffect : useLayoutEffect;

/** An effect that ends by its signal, as listeners and requests do, instead of a cleanup function. */
export const useSignalEffect = (deps: DependencyList, effect: (signal: AbortSignal) => void) =>
  useEffect(() => {
    const lifetime = new AbortController();
    effect(lifetime.signal);
    return () => lifetime.abort();
    // biome-ignore lint/correctness/useExhaustiveDependencies: those of the caller
  }, deps);

/** Calls back once after a time, which a change of `restart` begins again; never without one. */
export function useTimer(ms: number | false, onTime: () => void, restart?: unknown) {
  const latest = useRef(onTime);
  latest.current = onTime;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `restart` is not read
  useEffect(() => {
    if (ms === false) return;
    const timer = setTimeout(() => latest.current(), ms);
    return () => clearTimeout(timer);
  }, [ms, restart]);
}

/** For what is read while rendering and changes without an event, such as a time that is left. */
export function useRenderEvery(ms: number) {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(renderAgain, ms);
    return () => clearInterval(timer);
  }, [ms]);
}

export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
