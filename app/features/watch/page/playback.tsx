import { type RefObject, useEffect, useRef } from "react";
import { usePlayer } from "../player/core/use-player.ts";
import { PlayerStage } from "../player/player-stage.tsx";
import { useQuality } from "../player/telemetry/telemetry.ts";
import { PaySheet } from "./pay-sheet.tsx";
import { useGate } from "./use-preview-gate.ts";
import { useProgress } from "./use-progress.ts";
import type { Channels } from "./use-source.ts";
import type { Episode, WatchedVideo } from "./watch.server.ts";

interface PlaybackProps {
  video: WatchedVideo;
  episode: Episode;
  channels: Channels;
  poster: string;
  /** The episode's address is no longer valid; a new one is expected to come. */
  onExpired: () => void;
}

/** One episode being played: as far as the member may see it, from where it was left. */
export function Playback({ video, episode, channels, poster, onExpired }: PlaybackProps) {
  const element: RefObject<HTMLVideoElement> = useRef(null);
  const { at, resumed, elsewhere, place, next } = channels;
  const { player, state } = usePlayer(element, { source: episode, at, elsewhere });
  const { buy, busy } = useGate(player, video, episode);
  useProgress(player, video.code, place);
  useQuality(player);

  const expired = state.failure === "expired";
  useEffect(() => {
    if (expired) onExpired();
  }, [expired, onExpired]);

  return (
    <>
      <PlayerStage
        {...{ element, player, state, poster, next, source: episode }}
        title={video.title}
        danmu={video.danmu}
        resumedAt={resumed ? at : 0}
      />
      <PaySheet
        open={state.held}
        title={video.title}
        busy={busy}
        onBuy={buy}
        onClose={() => player?.acknowledge()}
      />
    </>
  );
}
