import { useEffect, useState } from "react";
import { texts } from "../../../../texts/index.ts";
import { Icon } from "../../../../ui/media/icon.tsx";
import type { Player } from "../core/player.ts";
import styles from "./controls.module.css";
import { SpeedMenu } from "./menus.tsx";
import type { Fullscreen } from "./use-fullscreen.ts";

/** Safari's older API. */
interface AppleVideo extends HTMLVideoElement {
  webkitPresentationMode?: string;
  webkitSupportsPresentationMode?: (mode: string) => boolean;
  webkitSetPresentationMode?: (mode: string) => void;
}

const APPLE_MODE = "picture-in-picture";

function toggler(video: AppleVideo): (() => void) | undefined {
  if (document.pictureInPictureEnabled)
    return () => {
      const leaving = document.pictureInPictureElement === video;
      const change = leaving ? document.exitPictureInPicture() : video.requestPictureInPicture();
      change.catch(() => undefined);
    };
  if (video.webkitSupportsPresentationMode?.(APPLE_MODE))
    return () => {
      const leaving = video.webkitPresentationMode === APPLE_MODE;
      video.webkitSetPresentationMode?.(leaving ? "inline" : APPLE_MODE);
    };
}

function usePictureInPicture(video: HTMLVideoElement | undefined) {
  const [toggle, setToggle] = useState<() => void>();
  useEffect(() => {
    if (!video) return;
    setToggle(() => toggler(video));
    return () => {
      if (document.pictureInPictureElement === video)
        document.exitPictureInPicture().catch(() => undefined);
    };
  }, [video]);
  return toggle;
}

const JUMP = 10;

interface PictureControlsProps {
  player: Player | undefined;
  paused: boolean;
  playIcon: "play" | "refresh";
  title: string;
  fullscreen: Fullscreen;
  onMenuOpen: (open: boolean) => void;
}

export function PictureControls({
  player,
  fullscreen,
  onMenuOpen,
  ...props
}: PictureControlsProps) {
  const { paused, playIcon, title } = props;
  const togglePictureInPicture = usePictureInPicture(player?.video);
  const jump = (seconds: number) => player?.seekTo(player.video.currentTime + seconds);
  return (
    <>
      <div className={styles.top}>
        {fullscreen.active && (
          <button type="button" aria-label={texts.navigation.back} onClick={fullscreen.toggle}>
            <Icon name="left" />
          </button>
        )}
        {/* elsewhere the page's heading is visible */}
        {fullscreen.fills && <p>{title}</p>}
        {togglePictureInPicture && (
          <button
            type="button"
            aria-label={texts.player.pictureInPicture}
            onClick={togglePictureInPicture}
          >
            <Icon name="pip" size={22} />
          </button>
        )}
        {/* last, so that controls that appear late shift nothing */}
        <SpeedMenu video={player?.video} onOpenChange={onMenuOpen} />
      </div>
      <div className={styles.middle}>
        <button type="button" aria-label={texts.player.back} onClick={() => jump(-JUMP)}>
          <Icon name="back10" />
        </button>
        <button
          type="button"
          className={styles.play}
          aria-label={paused ? texts.player.play : texts.player.pause}
          onClick={player?.toggle}
        >
          <Icon name={paused ? playIcon : "pause"} solid={playIcon === "play"} />
        </button>
        <button type="button" aria-label={texts.player.forward} onClick={() => jump(JUMP)}>
          <Icon name="fwd10" />
        </button>
      </div>
    </>
  );
}
