import { type RefObject, useEffect, useRef } from "react";
import { useProgress } from "../player/core/progress.ts";
import { usePlayer } from "../player/core/use-player.ts";
import { PlayerStage } from "../player/player-stage.tsx";
import { usePlaybackTelemetry } from "../player/telemetry/telemetry.ts";
import { PaySheet } from "./pay-sheet.tsx";
import { usePreviewGate } from "./use-preview-gate.ts";
import type { SourceSelection } from "./use-source.ts";
import type { Episode, WatchPageVideo } from "./watch.server.ts";

interface PlaybackProps {
  video: WatchPageVideo;
  episode: Episode;
  selection: SourceSelection;
  poster: string;
  onExpired: () => void;
}

export function Playback({ video, episode, selection, poster, onExpired }: PlaybackProps) {
  const element: RefObject<HTMLVideoElement> = useRef(null);
  const { startAt, resumed, failover, index, next } = selection;
  const { player, state } = usePlayer(element, { stream: episode, startAt, failover });
  const { buy, busy } = usePreviewGate(player, video, episode);
  useProgress(player, video.code, index);
  usePlaybackTelemetry(player);

  const expired = state.failure === "expired";
  useEffect(() => {
    if (expired) onExpired();
  }, [expired, onExpired]);

  return (
    <>
      <PlayerStage
        {...{ element, player, state, poster, next, stream: episode }}
        title={video.title}
        danmaku={video.danmaku}
        resumedAt={resumed ? startAt : 0}
      />
      <PaySheet
        open={state.previewEnded}
        title={video.title}
        busy={busy}
        onBuy={buy}
        onClose={() => player?.acknowledge()}
      />
    </>
  );
}
