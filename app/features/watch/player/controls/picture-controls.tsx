import { texts } from "../../../../texts/index.ts";
import { Icon } from "../../../../ui/media/icon.tsx";
import type { Player } from "../core/player.ts";
import styles from "./controls.module.css";
import { setSpeed } from "./speed.ts";
import { SpeedMenu } from "./speed-menu.tsx";
import { usePictureInPicture } from "./use-picture-in-picture.ts";
import { useSpeed } from "./use-speed.ts";

const JUMP = 10;

interface PictureControlsProps {
  player: Player | undefined;
  paused: boolean;
  /** What playing on would be: going on, or beginning anew. */
  playIcon: "play" | "refresh";
  /** Shown where the page's own heading is out of sight. */
  title: string;
  onMenu: (open: boolean) => void;
}

/** The controls that lie over the picture itself: along its upper edge and in its middle. */
export function PictureControls({ player, title, onMenu, ...props }: PictureControlsProps) {
  const { paused, playIcon } = props;
  const speed = useSpeed(player?.video);
  const togglePictureInPicture = usePictureInPicture(player?.video);
  const jump = (seconds: number) => player?.seekTo(player.video.currentTime + seconds);
  return (
    <>
      <div className={styles.top}>
        {title && <p>{title}</p>}
        {togglePictureInPicture && (
          <button
            type="button"
            aria-label={texts.player.pictureInPicture}
            onClick={togglePictureInPicture}
          >
            <Icon name="pip" size={22} />
          </button>
        )}
        {/* last, so that what comes later moves nothing */}
        <SpeedMenu
          chosen={speed}
          onChoose={(rate) => player && setSpeed(player.video, rate)}
          onOpenChange={onMenu}
        />
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
