import { useEffect } from "react";
import { useOnDemand } from "../../../ui/feedback/use-on-demand.ts";
import type { NextEpisode } from "./controls/offers.tsx";
import type { Player } from "./core/player.ts";

interface Told {
  playing: boolean;
  title: string;
  poster: string;
  next: NextEpisode | undefined;
}

const fetchTelling = async () => (await import("./beyond-page.ts")).tellDevice;
const nothing = () => undefined;

/** From the first playing on, the screen stays on while the video plays, and the lock screen knows what it is. */
export function useBeyondPage(player: Player | undefined, { playing, title, poster, next }: Told) {
  const tellDevice = useOnDemand(fetchTelling, playing, nothing);
  useEffect(() => {
    if (player) return tellDevice?.(player, { title, poster, next: next?.play });
  }, [player, tellDevice, title, poster, next]);
}
