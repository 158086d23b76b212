import { type RefObject, useEffect, useRef } from "react";
import { placeAddress } from "../../../navigation/addresses.ts";
import type { SourceSelection } from "../episodes/use-source.ts";
import { useProgress } from "../player/core/progress.ts";
import { usePlayer } from "../player/core/use-player.ts";
import { PlayerStage } from "../player/player-stage.tsx";
import { usePlaybackTelemetry } from "../player/telemetry/telemetry.ts";
import { PaySheet } from "./pay-sheet.tsx";
import { usePreviewGate } from "./use-preview-gate.ts";
import type { Episode, WatchPageVideo } from "./watch.server.ts";

interface PlaybackProps {
  video: WatchPageVideo;
  episode: Episode;
  selection: SourceSelection;
  /** Names the episode, too. */
  title: string;
  poster: string;
  /** In seconds, of the whole episode; 0 while unknown. */
  onDuration: (seconds: number) => void;
  onExpired: () => void;
}

export function Playback(props: PlaybackProps) {
  const { video, episode, selection, title, poster, onDuration, onExpired } = props;
  const element: RefObject<HTMLVideoElement> = useRef(null);
  const { source, startAt, resumed, failover, index, next, choose } = selection;
  const { player, state } = usePlayer(element, { stream: episode, startAt, failover });
  const place = placeAddress(video.code, episode.key, state.preview?.end ?? 0);
  const { settling, decline, ...purchase } = usePreviewGate(player, video, episode, place);
  useProgress(player, video.code, index);
  usePlaybackTelemetry(player);

  const { preview, loaded, full } = state;
  const duration = preview ? full || preview.fullDuration : loaded;
  useEffect(() => onDuration(duration), [onDuration, duration]);

  const expired = state.failure === "expired";
  useEffect(() => {
    if (expired) onExpired();
  }, [expired, onExpired]);

  return (
    <>
      <PlayerStage
        {...{ element, player, state, title, poster, next, stream: episode }}
        episodes={{ list: source?.episodes ?? [], current: index, choose }}
        danmaku={video.danmaku}
        resumedAt={resumed ? startAt : 0}
      />
      <PaySheet
        open={state.previewEnded && !settling}
        title={video.title}
        code={video.code}
        episode={episode.id}
        place={place}
        busy={purchase.busy}
        onBuy={purchase.buy}
        onClose={() => {
          player?.acknowledge();
          decline();
        }}
      />
    </>
  );
}
