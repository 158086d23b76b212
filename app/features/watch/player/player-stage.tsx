import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { Danmu } from "../../../../server/contract/video.ts";
import { texts } from "../../../texts/index.ts";
import { useOnDemand } from "../../../ui/feedback/use-on-demand.ts";
import { Controls } from "./controls/controls.tsx";
import type { Episodes } from "./controls/menus.tsx";
import { type NextEpisode, NextUp, ResumedNotice } from "./controls/offers.tsx";
import { PreviewChip } from "./controls/preview-chip.tsx";
import { useFullscreen } from "./controls/use-fullscreen.ts";
import { useControlsVisibility } from "./controls/visibility.ts";
import type { PlayerStream } from "./core/engine.ts";
import type { Player, PlayerState } from "./core/player.ts";
import { DanmakuLayer, useDanmakuSwitch } from "./danmaku/danmaku-layer.tsx";
import { createHints, HintView } from "./gestures/hints.tsx";
import { usePlayerInput } from "./gestures/use-player-input.ts";
import styles from "./player-stage.module.css";

interface NowPlaying {
  playing: boolean;
  title: string;
  poster: string;
  next: NextEpisode | undefined;
}

const importConnect = async () => (await import("./core/media-session.ts")).connectToDevice;
const ignoreFailure = () => undefined;

/** Media session and wake lock; loaded when the video first plays. */
function useMediaSession(player: Player | undefined, { playing, title, poster, next }: NowPlaying) {
  const connectToDevice = useOnDemand(importConnect, playing, ignoreFailure);
  useEffect(() => {
    if (player) return connectToDevice?.(player, { title, poster, next: next?.play });
  }, [player, connectToDevice, title, poster, next]);
}

interface PlayerStageProps {
  element: RefObject<HTMLVideoElement>;
  player: Player | undefined;
  state: PlayerState;
  stream: PlayerStream;
  poster: string;
  title: string;
  next: NextEpisode | undefined;
  episodes: Episodes;
  danmaku: readonly Danmu[];
  resumedAt: number;
}

/** Without or before scripts native controls are used. */
export function PlayerStage(props: PlayerStageProps) {
  const { element: video, player, state, stream, poster, title, next, episodes } = props;
  const { danmaku, resumedAt } = props;
  const stage: RefObject<HTMLDivElement> = useRef(null);
  const hydrated = useHydrated();
  const [hints] = useState(createHints);
  const [menuOpen, onMenuOpen] = useState(false);
  const { paused, ended, waiting, failure, preview, previewEnded } = state;
  const seeking = useSyncExternalStore(
    hints.subscribe,
    () => hints.read()?.kind === "seek",
    () => false,
  );
  const { shown, visibility } = useControlsVisibility(stage, {
    pinned: (paused && !previewEnded) || menuOpen || seeking || failure !== undefined,
    previewEnded,
  });
  const fullscreen = useFullscreen(stage, video);
  const danmakuSwitch = useDanmakuSwitch(hints);
  usePlayerInput({ stage, player, hints, visibility, toggleFullscreen: fullscreen.toggle });
  useEffect(() => {
    if (previewEnded && document.fullscreenElement) void document.exitFullscreen();
  }, [previewEnded]);
  useMediaSession(player, { playing: !paused, title, poster, next });

  return (
    <div
      ref={stage}
      className={styles.stage}
      tabIndex={-1}
      data-live={hydrated}
      data-idle={!shown}
      data-locked={fullscreen.locked}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: the upstream has no captions */}
      <video
        ref={video}
        playsInline
        preload="none"
        poster={poster}
        aria-label={title}
        controls={!hydrated}
        src={hydrated ? undefined : stream.src}
      />
      {player && danmakuSwitch.on && danmaku.length > 0 && (
        <DanmakuLayer video={player.video} items={danmaku} framed={shown} />
      )}
      {failure === "failed" ? (
        <div className={styles.failure}>
          <p role="alert">{texts.player.failed}</p>
          <button type="button" onClick={player?.retry}>
            {texts.lists.retry}
          </button>
        </div>
      ) : (
        <Controls
          {...{ player, hints, state, title, shown, seeking, fullscreen, next, episodes }}
          onMenuOpen={onMenuOpen}
          danmaku={danmakuSwitch}
        />
      )}
      {player && preview && !previewEnded && <PreviewChip player={player} end={preview.end} />}
      <ResumedNotice player={player} at={resumedAt} paused={paused} />
      {ended && !preview && next && <NextUp next={next} />}
      <HintView hints={hints} />
      {waiting && !failure && <span className={styles.waiting} />}
    </div>
  );
}
