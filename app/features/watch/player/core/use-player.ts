import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useAgeGatePassed } from "../../../../session/site.ts";
import { deviceStorage } from "../../../../session/storage.ts";
import type { PlayerStream } from "./engine.ts";
import { createPlayer, idleState, type Player, type PlayerCallbacks } from "./player.ts";

const qualityChoice: PlayerCallbacks["qualityChoice"] = {
  read: () => deviceStorage.read("quality"),
  store: (name) => deviceStorage.update("quality", () => name),
};

const subscribeToNothing = () => () => undefined;
const stateBeforeMount = () => idleState;

interface PlayerOptions {
  stream: PlayerStream;
  startAt: number;
  failover: Pick<PlayerCallbacks, "hasAlternative" | "switchSource">;
}

export function usePlayer(video: RefObject<HTMLVideoElement>, options: PlayerOptions) {
  const [player, setPlayer] = useState<Player>();
  const ageGatePassed = useAgeGatePassed();
  const latest = useRef({ ...options, ageGatePassed });
  const waited = useRef(false);
  latest.current = { ...options, ageGatePassed };
  useEffect(() => {
    if (!video.current) return;
    const created = createPlayer(video.current, {
      mayStart: () => latest.current.ageGatePassed,
      hasAlternative: () => latest.current.failover.hasAlternative(),
      switchSource: (seconds) => latest.current.failover.switchSource(seconds),
      qualityChoice,
    });
    setPlayer(created);
    return () => {
      created.destroy();
      setPlayer(undefined);
    };
  }, [video]);

  const { key, src, kind } = options.stream;
  useEffect(
    () => player?.load({ key, src, kind }, latest.current.startAt),
    [player, key, src, kind],
  );

  useEffect(() => {
    if (!ageGatePassed) waited.current = true;
    // within the tap that confirmed the age, which allows sound
    else if (waited.current) player?.play();
  }, [player, ageGatePassed]);

  const state = useSyncExternalStore(
    player?.subscribe ?? subscribeToNothing,
    player?.state ?? stateBeforeMount,
    stateBeforeMount,
  );
  return { player, state };
}
