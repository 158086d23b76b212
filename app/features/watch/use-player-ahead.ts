import { useEffect } from "react";
import { prepareToPlay } from "./player/engine.ts";

/** Fetches the player along with the data and the page of a video, and not after them. */
export function usePlayerAhead() {
  useEffect(() => {
    const prepare = ({ target }: MouseEvent) => {
      const leads = target instanceof Element && target.closest('a[href^="/videoinfo?"]');
      if (leads) prepareToPlay();
    };
    // before the router hears of it
    document.addEventListener("click", prepare, { capture: true });
    return () => document.removeEventListener("click", prepare, { capture: true });
  }, []);
}
