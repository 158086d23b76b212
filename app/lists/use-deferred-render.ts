import { type RefObject, useEffect, useState } from "react";
import { whenNear } from "../ui/media/when-near.ts";

/** True at once or, if deferred, when near or idle. */
export function useDeferredRender(part: RefObject<Element>, later: boolean): boolean {
  const [drawn, setDrawn] = useState(!later);
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

function whenIdle(work: () => void): () => void {
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
