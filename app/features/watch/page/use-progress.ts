import { useEffect } from "react";
import { device } from "../../../session/storage.ts";
import type { Player } from "../player/core/player.ts";
import { followProgress } from "../player/core/progress.ts";
import { tellPlayback } from "../player/telemetry/tell-playback.ts";

/** Remembers on this device how far an episode was watched, and tells the upstream. */
export function useProgress(player: Player | undefined, code: string, place: number) {
  useEffect(() => {
    if (!player) return;
    const life = new AbortController();
    const keep = (seconds: number) =>
      device.update("videoHistory", (history) => [
        { code, episode: place, seconds, length: player.duration(), at: Date.now() },
        ...history.filter((watched) => watched.code !== code),
      ]);
    const report = (seconds: number) =>
      tellPlayback({ video: code, seconds: String(Math.floor(seconds)) });
    followProgress(player.video, { keep, report }, life.signal);
    return () => life.abort();
  }, [player, code, place]);
}
