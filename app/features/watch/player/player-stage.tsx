import { type RefObject, useCallback, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { texts } from "../../../texts.ts";
import { Controls } from "./controls.tsx";
import type { Playable } from "./player.ts";
import styles from "./player-stage.module.css";
import { useControls } from "./use-controls.ts";
import { useFullscreen } from "./use-fullscreen.ts";
import { usePlayer } from "./use-player.ts";

interface PlayerStageProps {
  source: Playable;
  poster: string;
  title: string;
  /** The source's address is no longer valid; a new one is expected to come as `source`. */
  onExpired: () => void;
}

/** The player. Before and without JavaScript it is the browser's own, where that can play the stream. */
export function PlayerStage({ source, poster, title, onExpired }: PlayerStageProps) {
  const stage: RefObject<HTMLDivElement> = useRef(null);
  const video: RefObject<HTMLVideoElement> = useRef(null);
  const hydrated = useHydrated();
  const [menuOpen, setMenuOpen] = useState(false);
  const { player, state } = usePlayer(video, source);
  const { paused, waiting, failure } = state;
  const shown = useControls(stage, paused || menuOpen || failure !== undefined);
  const fullscreen = useFullscreen(stage, video);
  const onMenu = useCallback((open: boolean) => setMenuOpen(open), []);

  return (
    <div ref={stage} className={styles.stage} data-live={hydrated}>
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
      {failure ? (
        <div className={styles.failure}>
          <p role="alert">{texts.player.failed}</p>
          <button type="button" onClick={failure === "expired" ? onExpired : player?.retry}>
            {texts.lists.retry}
          </button>
        </div>
      ) : (
        <Controls {...{ player, state, shown, fullscreen, onMenu }} />
      )}
      {waiting && !failure && <span className={styles.waiting} />}
    </div>
  );
}
