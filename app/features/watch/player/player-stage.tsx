import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { Danmu } from "../../../../server/contract/video.ts";
import { texts } from "../../../texts/index.ts";
import { Controls } from "./controls/controls.tsx";
import { type NextEpisode, NextUp } from "./controls/offers.tsx";
import { Resumed } from "./controls/resumed.tsx";
import { useControls } from "./controls/use-controls.ts";
import { useFullscreen } from "./controls/use-fullscreen.ts";
import type { Playable, Player, PlayerState } from "./core/player.ts";
import { DanmuLayer } from "./danmaku/danmaku-layer.tsx";
import { useDanmuSwitch } from "./danmaku/use-danmu-switch.ts";
import { createHints } from "./gestures/create-hints.ts";
import { HintView } from "./gestures/hints.tsx";
import { useHands } from "./gestures/use-player-input.ts";
import styles from "./player-stage.module.css";
import { useBeyondPage } from "./use-beyond-page.ts";

interface PlayerStageProps {
  element: RefObject<HTMLVideoElement>;
  player: Player | undefined;
  state: PlayerState;
  source: Playable;
  poster: string;
  title: string;
  next: NextEpisode | undefined;
  danmu: readonly Danmu[];
  /** The second at which the viewer goes on; 0 for one who begins. */
  resumedAt: number;
}

/** The player. Before and without JavaScript it is the browser's own, where that can play the stream. */
export function PlayerStage(props: PlayerStageProps) {
  const { element: video, player, state, source, poster, title, next, danmu, resumedAt } = props;
  const stage: RefObject<HTMLDivElement> = useRef(null);
  const hydrated = useHydrated();
  const [hints] = useState(createHints);
  const [menuOpen, onMenu] = useState(false);
  const { paused, ended, waiting, failure, preview, held } = state;
  const seeking = useSyncExternalStore(
    hints.subscribe,
    () => hints.read()?.kind === "seek",
    () => false,
  );
  const { shown, visibility } = useControls(stage, {
    pinned: (paused && !held) || menuOpen || seeking || failure !== undefined,
    held,
  });
  const fullscreen = useFullscreen(stage, video);
  const danmuSwitch = useDanmuSwitch(hints);
  useHands({ stage, player, hints, visibility, toggleFullscreen: fullscreen.toggle });
  useEffect(() => {
    // what is said at the gate is said on the page
    if (held && document.fullscreenElement) void document.exitFullscreen();
  }, [held]);
  useBeyondPage(player, { playing: !paused, title, poster, next });

  return (
    <div ref={stage} className={styles.stage} tabIndex={-1} data-live={hydrated} data-idle={!shown}>
      {/* biome-ignore lint/a11y/useMediaCaption: the upstream has no captions */}
      <video
        ref={video}
        playsInline
        preload="none"
        poster={poster}
        aria-label={title}
        controls={!hydrated}
        src={hydrated ? undefined : source.src}
      />
      {player && danmuSwitch.on && danmu.length > 0 && (
        <DanmuLayer video={player.video} items={danmu} framed={shown} />
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
          {...{ player, hints, state, title, shown, seeking, fullscreen, next, onMenu }}
          danmu={danmuSwitch}
        />
      )}
      <Resumed player={player} at={resumedAt} />
      {ended && !preview && next && <NextUp next={next} />}
      <HintView hints={hints} />
      {waiting && !failure && <span className={styles.waiting} />}
    </div>
  );
}
