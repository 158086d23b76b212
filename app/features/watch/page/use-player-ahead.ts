import { useEffect } from "react";
import { prepareToPlay } from "../player/core/engine.ts";
import { connectAhead } from "./prefetch-player.ts";

const leadsToVideo = ({ target }: Event) =>
  target instanceof Element && target.closest('a[href^="/videoinfo?"]') !== null;

/**
 * Fetches the player along with the data and the page of a video, and not after them; a finger on its card opens
 * the connections to where media come from.
 */
export function usePlayerAhead(mediaOrigins: readonly string[]) {
  useEffect(() => {
    const connect = (event: Event) => leadsToVideo(event) && connectAhead(mediaOrigins);
    const prepare = (event: Event) => leadsToVideo(event) && prepareToPlay();
    // before the router hears of it
    const early = { capture: true, passive: true };
    document.addEventListener("pointerdown", connect, early);
    document.addEventListener("click", prepare, early);
    return () => {
      document.removeEventListener("pointerdown", connect, early);
      document.removeEventListener("click", prepare, early);
    };
  }, [mediaOrigins]);
}
