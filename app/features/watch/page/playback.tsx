import { useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { beginningAddress, placeAddress } from "../../../addresses.ts";
import { isUsedUp } from "../../../player/core/preview-gate.ts";
import { usePlayer } from "../../../player/core/use-player.ts";
import { PlayerStage } from "../../../player/player-stage.tsx";
import { PaySheet } from "../../../purchase/pay-sheet.tsx";
import { useCommitEffect } from "../../../ui/paint.ts";
import type { KeptPlayback } from "../../mini/kept-playback.ts";
import { loadMiniPlayer, miniPlayer } from "../../mini/on-demand.tsx";
import type { SourceSelection } from "../episodes/use-source.ts";
import type { Episode, WatchPageVideo } from "../watch.server.ts";
import { releaseTapped, tappedVideo } from "./tap.ts";
import { usePreviewGate } from "./use-preview-gate.ts";

interface PlaybackProps {
  video: WatchPageVideo;
  episode: Episode;
  selection: SourceSelection;
  title: string; // with the name of the episode
  poster: string;
  onDuration: (seconds: number) => void; // of the whole episode; 0 while unknown
}

export function Playback(props: PlaybackProps) {
  const { video, episode, selection, title, poster, onDuration } = props;
  const element = useRef<HTMLVideoElement | null>(null);
  const open = useNavigate();
  const { source, startAt, resumed, isRequested, failover, index, choose } = selection;
  const adopted = useAdopted(video.code, episode.key);
  const begun = useTapped(beginningAddress(episode.src, startAt));
  const isStored = resumed && !isRequested;
  const { player, state } = usePlayer(element, {
    stream: episode,
    startAt,
    resumed: isStored,
    failover,
    adopted,
    mini: miniPlayer,
  });
  useKeptOnLeaving(
    !video.hidden && player
      ? { player, code: video.code, key: episode.key, title, poster }
      : undefined,
  );
  const place = placeAddress(video.code, episode.key, state.preview?.end ?? 0);
  const permitted = usePreviewGate(player, state.full > 0, video, episode);

  const { preview, loaded, full, paused, waiting } = state;
  const plays = !paused && !waiting;
  useEffect(() => {
    if (plays) void loadMiniPlayer();
  }, [plays]);
  const duration = preview ? full || preview.fullDuration : loaded;
  useEffect(() => onDuration(duration), [onDuration, duration]);

  return (
    <>
      <PlayerStage
        {...{ element, player, state, title, poster, source }}
        adopted={adopted?.video ?? begun}
        stream={episode}
        mini={miniPlayer}
        episodes={{ list: source?.episodes ?? [], current: index, choose }}
        series={permitted === null ? selection.series : undefined}
        watched={{ ...video, open }}
        resumedAt={resumed && !(isStored && isUsedUp(state.preview, startAt)) ? startAt : 0}
      />
      <PaySheet
        title={video.title}
        code={video.code}
        episode={episode.id}
        place={place}
        previewEnded={state.previewEnded}
        preview={permitted}
        onClose={() => player?.acknowledge()}
      />
    </>
  );
}

function useAdopted(code: string, key: string) {
  const [adopted, adopt] = useState(() => miniPlayer()?.keptOf(code, key)?.player);
  useCommitEffect(() => {
    if (!miniPlayer()?.handBack(adopted)) adopt(undefined);
  }, []);
  return adopted;
}

function useTapped(address: string) {
  const [begun] = useState(() => tappedVideo(address));
  useCommitEffect(() => releaseTapped(begun), [begun]);
  return begun;
}

function useKeptOnLeaving(playback: KeptPlayback | undefined) {
  const latest = useRef(playback);
  latest.current = playback;
  useCommitEffect(
    () => () => {
      if (latest.current) miniPlayer()?.keep(latest.current);
    },
    [],
  );
}
