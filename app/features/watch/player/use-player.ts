import { type RefObject, useEffect, useState, useSyncExternalStore } from "react";
import { createPlayer, idle, type Playable, type Player } from "./player.ts";

const never = () => () => undefined;
const beforeMount = () => idle;

/** The player of a video element, and what its controls show; it goes when the element's component goes. */
export function usePlayer(video: RefObject<HTMLVideoElement>, source: Playable) {
  const [player, setPlayer] = useState<Player>();
  useEffect(() => {
    if (!video.current) return;
    const created = createPlayer(video.current);
    setPlayer(created);
    return () => {
      created.destroy();
      setPlayer(undefined);
    };
  }, [video]);

  const { key, src, kind } = source;
  useEffect(() => player?.offer({ key, src, kind }), [player, key, src, kind]);

  const state = useSyncExternalStore(
    player?.subscribe ?? never,
    player?.state ?? beforeMount,
    beforeMount,
  );
  return { player, state };
}
