import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { savesData } from "../../device/playback.ts";
import { deviceStorage } from "../../device/storage.ts";
import { useAgeGatePassed } from "../../session/site.ts";
import { whenVisible } from "../../ui/when-visible.ts";
import { whenWatched } from "../engines/background.ts";
import type { Failover, PlayerStream } from "../engines/engine.ts";
import { createPlayer, idleState, type Player, type PlayerCallbacks } from "./player.ts";

const qualityChoice: PlayerCallbacks["qualityChoice"] = {
  read: () => (savesData() ? "" : deviceStorage.read("quality")),
  store: (name) => deviceStorage.update("quality", () => name),
};

export const subscribeToNothing = () => () => undefined;
const stateBeforeMount = () => idleState;

export interface MiniWindow {
  plays: (player: Player) => boolean;
  moveVideo: (video: HTMLVideoElement, to: HTMLElement) => void;
}

interface PlayerOptions {
  stream: PlayerStream;
  startAt: number;
  resumed: boolean; // whether `startAt` was stored, not requested
  failover: Failover;
  adopted: Player | undefined; // already plays, in the element that is passed
  mini: () => MiniWindow | undefined;
}

export function usePlayer(video: RefObject<HTMLVideoElement>, options: PlayerOptions) {
  const { adopted, mini } = options;
  const [player, setPlayer] = useState(adopted);
  const ageGatePassed = useAgeGatePassed();
  const latest = useRef({ ...options, ageGatePassed });
  const waited = useRef(false);
  latest.current = { ...options, ageGatePassed };
  useEffect(() => {
    if (!video.current) return;
    const mayStart = () => latest.current.ageGatePassed;
    const shown = adopted ?? createPlayer(video.current, { mayStart, qualityChoice });
    shown.setFailover({
      hasAlternative: () => latest.current.failover.hasAlternative(),
      switchSource: (seconds) => latest.current.failover.switchSource(seconds),
    });
    setPlayer(shown);
    return () => {
      if (!mini()?.plays(shown)) shown.destroy();
      setPlayer(undefined);
    };
  }, [video, adopted, mini]);

  const { key, src, kind } = options.stream;
  useEffect(() => {
    if (!player) return;
    const load = () => {
      const { startAt, resumed } = latest.current;
      player.load({ key, src, kind }, startAt, resumed);
    };
    // a tab that is opened in the background waits
    return player.stream() ? whenWatched(player.video, load) : whenVisible(load);
  }, [player, key, src, kind]);

  useEffect(() => {
    if (!ageGatePassed) waited.current = true;
    // runs within the tap that confirms the age, so that browsers allow sound
    else if (waited.current) player?.play();
  }, [player, ageGatePassed]);

  const state = useSyncExternalStore(
    player?.subscribe ?? subscribeToNothing,
    player?.state ?? stateBeforeMount,
    stateBeforeMount,
  );
  return { player, state };
}
