import { useRef } from "react";
import { texts } from "../../../texts.ts";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./controls.module.css";
import type { Player, PlayerState } from "./player.ts";
import { QualityMenu } from "./quality-menu.tsx";
import { PlayTime, Scrubber } from "./scrubber.tsx";

const JUMP = 10;

interface ControlsProps {
  player: Player | undefined;
  state: PlayerState;
  shown: boolean;
  fullscreen: { active: boolean; toggle: () => void };
  onMenu: (open: boolean) => void;
}

export function Controls({ player, state, shown, fullscreen, onMenu }: ControlsProps) {
  const time = useRef<HTMLElement>(null);
  const { paused, qualities, quality } = state;
  const jump = (seconds: number) => player?.seekTo(player.video.currentTime + seconds);
  const playIcon = paused ? "play" : "pause";
  return (
    <div className={styles.controls} data-shown={shown}>
      <div className={styles.veil} />
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
          <Icon name={playIcon} solid />
        </button>
        <button type="button" aria-label={texts.player.forward} onClick={() => jump(JUMP)}>
          <Icon name="fwd10" />
        </button>
      </div>
      <div className={styles.bottom}>
        <Scrubber player={player} time={time} />
        <div className={styles.row}>
          {/* the same as the disc in the middle, which carries the name */}
          <button type="button" aria-hidden tabIndex={-1} onClick={player?.toggle}>
            <Icon name={playIcon} size={22} solid />
          </button>
          <PlayTime time={time} />
          {qualities.length > 0 && player && (
            <QualityMenu
              qualities={qualities}
              chosen={quality}
              onChoose={player.setQuality}
              onOpenChange={onMenu}
            />
          )}
          <button
            type="button"
            aria-label={fullscreen.active ? texts.player.leaveFullscreen : texts.player.fullscreen}
            onClick={fullscreen.toggle}
          >
            <Icon name="full" size={22} />
          </button>
        </div>
      </div>
    </div>
  );
}
