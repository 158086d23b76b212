import { type RefObject, useEffect, useState } from "react";
import { whenNear } from "../ui/media/when-near.ts";
import { whenIdle } from "./when-idle.ts";

/**
 * Whether a part of a long page is drawn: at once, or, where it may be later, when it comes near or the browser has
 * nothing else to do.
 */
export function useDrawn(part: RefObject<Element>, later: boolean): boolean {
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
