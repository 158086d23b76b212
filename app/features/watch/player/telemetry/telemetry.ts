import { useEffect } from "react";
import type { Player } from "../core/player.ts";
import { followSmoothness } from "./smoothness.ts";
import { tellPlayback } from "./tell-playback.ts";

/** Tells the site how playing went, in numbers alone, whenever the page is hidden or left. */
export function useQuality(player: Player | undefined) {
  useEffect(() => {
    if (!player) return;
    const life = new AbortController();
    const { signal } = life;
    const smoothness = followSmoothness(player.video, signal);
    const tell = () => {
      const news = { ...smoothness.take(), ...player.takeTroubles() };
      if (!Object.values(news).some((value) => value > 0)) return;
      tellPlayback(
        Object.fromEntries(Object.entries(news).map(([name, value]) => [name, String(value)])),
      );
    };
    const onTurn = () => {
      if (document.visibilityState === "hidden") tell();
    };
    document.addEventListener("visibilitychange", onTurn, { signal });
    window.addEventListener("pagehide", tell, { signal });
    return () => {
      life.abort();
      tell();
    };
  }, [player]);
}
