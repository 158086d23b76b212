import { type RefObject, useEffect, useState } from "react";
import { scrollField, useSavedInEntry } from "../navigation/history-entry.ts";
import { standWhereWanted, useCommitEffect } from "../navigation/scroll-place.ts";
import { whenIdle } from "../ui/idle-part.tsx";
import { whenNear } from "../ui/media/when-near.ts";

interface DeferredRender {
  /** Drawn when near or when there is time, as a restored list's parts are. */
  later: boolean;
  /** Drawn only when near, and no longer once it has become far. */
  far: boolean;
}

/** In screens: nobody looks at what is so far above. */
const OUT_OF_SIGHT = 4;

/** Whether a part is drawn: at once, unless deferred; before the first paint where the scroll position is restored. */
export function useDeferredRender(part: RefObject<Element>, { later, far }: DeferredRender) {
  const [drawn, setDrawn] = useState(!later);
  const saved = useSavedInEntry();

  useCommitEffect(() => {
    if (drawn || !part.current) return;
    const { top, bottom } = part.current.getBoundingClientRect();
    const [from, screen] = [
      (saved("scroll", scrollField) ?? 0) - window.scrollY,
      window.innerHeight,
    ];
    if (top < from + 2 * screen && bottom > from - screen) setDrawn(true);
  }, []);

  // the card by which the page stands may be among what is drawn now
  useCommitEffect(() => {
    if (drawn) standWhereWanted();
  }, [drawn]);

  useEffect(() => {
    if (drawn || !part.current) return;
    const draw = () => setDrawn(true);
    const stopWaiting = [whenNear(part.current, draw), ...(far ? [] : [whenIdle(draw)])];
    return () => {
      for (const stop of stopWaiting) stop();
    };
  }, [drawn, far, part]);

  useEffect(() => {
    if (!far) return;
    return whenIdle(() => {
      const { bottom = 0 } = part.current?.getBoundingClientRect() ?? {};
      const isFocused = part.current?.contains(document.activeElement);
      if (bottom < -OUT_OF_SIGHT * window.innerHeight && !isFocused) setDrawn(false);
    });
  }, [far, part]);
  return drawn;
}
