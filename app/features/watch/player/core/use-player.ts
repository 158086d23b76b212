import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { rememberedQuality } from "../remembered-quality.ts";
import { createPlayer, idle, type Playable, type Player, type Surroundings } from "./player.ts";

const never = () => () => undefined;
const beforeMount = () => idle;

interface Wanted {
  source: Playable;
  /** In seconds: where to begin with a source that is new. */
  at: number;
  elsewhere: Pick<Surroundings, "hasAlternative" | "moveOn">;
}

/** The player of a video element, and what its controls show; it goes when the element's component goes. */
export function usePlayer(video: RefObject<HTMLVideoElement>, wanted: Wanted) {
  const [player, setPlayer] = useState<Player>();
  const latest = useRef(wanted);
  latest.current = wanted;
  useEffect(() => {
    if (!video.current) return;
    const created = createPlayer(video.current, {
      hasAlternative: () => latest.current.elsewhere.hasAlternative(),
      moveOn: (seconds) => latest.current.elsewhere.moveOn(seconds),
      quality: rememberedQuality,
    });
    setPlayer(created);
    return () => {
      created.destroy();
      setPlayer(undefined);
    };
  }, [video]);

  const { key, src, kind } = wanted.source;
  useEffect(() => player?.offer({ key, src, kind }, latest.current.at), [player, key, src, kind]);

  const state = useSyncExternalStore(
    player?.subscribe ?? never,
    player?.state ?? beforeMount,
    beforeMount,
  );
  return { player, state };
}
