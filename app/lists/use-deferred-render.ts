import { type RefObject, useEffect, useState } from "react";
import { useSavedInEntry } from "../navigation/history-entry.ts";
import { useCommitEffect } from "../navigation/scroll-place.ts";
import { whenNear } from "../ui/media/when-near.ts";

/** True at once or, if deferred, when near or idle; before the first paint where the scroll position is restored. */
export function useDeferredRender(part: RefObject<Element>, later: boolean): boolean {
  const [drawn, setDrawn] = useState(!later);
  const saved = useSavedInEntry();

  useCommitEffect(() => {
    if (drawn || !part.current) return;
    const { top, bottom } = part.current.getBoundingClientRect();
    const [from, screen] = [(saved<number>("scroll") ?? 0) - window.scrollY, window.innerHeight];
    if (top < from + 2 * screen && bottom > from - screen) setDrawn(true);
  }, []);

  useEffect(() => {
    if (drawn || !part.current) return;
    const draw = () => setDrawn(true);
    const stopWaiting = [whenNear(part.current, draw), whenIdle(draw)];
    return () => {
      for (const stop of stopWaiting) stop();
    };
  }, [drawn, part]);
  return drawn;
}

const waiting = new Set<() => void>();

export function whenIdle(work: () => void): () => void {
  if (waiting.size === 0) scheduleWork();
  waiting.add(work);
  return () => void waiting.delete(work);
}

function scheduleWork() {
  // Safari has no requestIdleCallback
  if (typeof requestIdleCallback === "function") requestIdleCallback(next);
  else setTimeout(next, 100);
}

function next() {
  const [work] = waiting;
  if (!work) return;
  work();
  waiting.delete(work);
  if (waiting.size > 0) scheduleWork();
}
