import { type RefObject, useEffect, useState } from "react";
import { whenNear } from "../ui/media/when-near.ts";

/**
 * Whether a part of a long page is drawn: at once, or, where it may be later, when it comes near or the browser has
 * nothing else to do.
 */
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

/** One piece of work at a time, in the order of asking, each when the browser is idle; the answer stops the waiting. */
function whenIdle(work: () => void): () => void {
  if (waiting.size === 0) soon();
  waiting.add(work);
  return () => void waiting.delete(work);
}

function soon() {
  // Safari knows no idle time
  if (typeof requestIdleCallback === "function") requestIdleCallback(next);
  else setTimeout(next, 100);
}

function next() {
  const [work] = waiting;
  if (!work) return;
  work();
  waiting.delete(work);
  if (waiting.size > 0) soon();
}
