import { SKIP_SECONDS } from "../../../../../server/contract/rules.ts";
import { texts } from "../../../../texts/index.ts";
import { Icon } from "../../../../ui/media/icon.tsx";
import type { Player } from "../core/player.ts";
import styles from "./controls.module.css";
import { SpeedMenu } from "./menus.tsx";
import type { Fullscreen } from "./use-fullscreen.ts";

interface PictureControlsProps {
  player: Player | undefined;
  paused: boolean;
  playIcon: "play" | "refresh";
  title: string;
  fullscreen: Fullscreen;
  onMenuOpen: (open: boolean) => void;
  slot: (element: HTMLElement | null) => void; // for controls that load later
}

export function PictureControls({
  player,
  fullscreen,
  onMenuOpen,
  ...props
}: PictureControlsProps) {
  const { paused, playIcon, title, slot } = props;
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
        <span ref={slot} className={styles.slot} />
        {/* last, so that controls that load late shift nothing */}
        <SpeedMenu video={player?.video} onOpenChange={onMenuOpen} />
      </div>
      <div className={styles.middle}>
        <button type="button" aria-label={texts.player.back} onClick={() => jump(-SKIP_SECONDS)}>
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
        <button type="button" aria-label={texts.player.forward} onClick={() => jump(SKIP_SECONDS)}>
          <Icon name="fwd10" />
        </button>
      </div>
    </>
  );
}
