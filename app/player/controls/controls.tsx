import { useRef, useSyncExternalStore } from "react";
import { SKIP_SECONDS } from "../../../server/contract/rules.ts";
import { texts } from "../../texts/index.ts";
import { Icon } from "../../ui/basics/icon.tsx";
import type { Episodes } from "../core/commands.ts";
import type { Hints } from "../core/hints.tsx";
import type { Player, PlayerState } from "../core/player.ts";
import { AUTOMATIC_QUALITY } from "../engines/engine.ts";
import { useMediaQuery } from "../use-media-query.ts";
import styles from "./controls.module.css";
import { Menu, SpeedMenu } from "./menus.tsx";
import { PlayTime, Scrubber } from "./scrubber.tsx";
import type { Fullscreen } from "./use-fullscreen.ts";
import volumeStyles from "./volume.module.css";

interface ControlsProps {
  player: Player | undefined;
  hints: Hints;
  state: PlayerState;
  title: string;
  shown: boolean;
  seeking: boolean;
  fullscreen: Fullscreen;
  episodes: Episodes;
  danmaku: { on: boolean; toggle: () => void };
  onSettings: () => void;
  onMenuOpen: (open: boolean) => void;
  slot: (element: HTMLElement | null) => void; // for controls that load later
}

export function Controls(props: ControlsProps) {
  const { player, hints, state, shown, seeking, fullscreen, danmaku, onMenuOpen } = props;
  const { list, current, choose } = props.episodes;
  const next = list[current + 1];
  const { active, locked } = fullscreen;
  const time = useRef<HTMLElement>(null);
  const edge = useRef<HTMLElement>(null);
  const hasRoom = useMediaQuery("(min-width: 600px) and (not (pointer: coarse))");
  const { paused, ended, qualities, quality } = state;
  const playIcon = ended ? "refresh" : "play";
  return (
    <div className={styles.controls} data-shown={shown} data-seeking={seeking} data-locked={locked}>
      <div className={styles.shade} />
      <PictureControls {...props} playIcon={playIcon} />
      {active && (
        <button
          type="button"
          className={styles.lock}
          aria-label={locked ? texts.player.unlock : texts.player.lock}
          onClick={fullscreen.toggleLock}
        >
          <Icon name={locked ? "lock" : "unlock"} size={22} />
        </button>
      )}
      <div className={styles.bottom}>
        <Scrubber {...{ player, hints, time, edge }} />
        <div className={styles.row}>
          {/* duplicates the labelled button in the middle */}
          <button type="button" aria-hidden tabIndex={-1} onClick={player?.toggle}>
            <Icon name={paused ? playIcon : "pause"} size={22} solid={!ended} />
          </button>
          {next && (
            <button
              type="button"
              className={styles.next}
              aria-label={texts.player.next}
              onClick={() => choose(next.key)}
            >
              <Icon name="next" size={22} solid />
            </button>
          )}
          {player && hasRoom && <VolumeControl player={player} />}
          <PlayTime time={time} />
          <button
            type="button"
            aria-label={texts.player.danmaku}
            aria-pressed={danmaku.on}
            onClick={danmaku.toggle}
          >
            <Icon name={danmaku.on ? "danmaku" : "danmakuoff"} size={22} />
          </button>
          <button
            type="button"
            aria-label={texts.player.settings}
            aria-haspopup="dialog"
            onClick={props.onSettings}
          >
            <Icon name="gear" size={22} />
          </button>
          {active && list.length > 1 && (
            <Menu
              title={texts.video.actions.episodes}
              label={texts.video.actions.episodes}
              choices={list.map(({ name }, id) => ({ id, name }))}
              chosen={current}
              onChoose={(id) => choose(list[id]?.key ?? "")}
              onOpenChange={onMenuOpen}
            />
          )}
          {!qualities && <span className={styles.menuPlaceholder}>{texts.player.auto}</span>}
          {qualities && qualities.length > 1 && player && (
            <Menu
              title={texts.player.quality}
              choices={[{ id: AUTOMATIC_QUALITY, name: texts.player.auto }, ...qualities]}
              chosen={quality}
              onChoose={player.setQuality}
              onOpenChange={onMenuOpen}
            />
          )}
          <button
            type="button"
            aria-label={active ? texts.player.leaveFullscreen : texts.player.fullscreen}
            onClick={fullscreen.toggle}
          >
            <Icon name={active ? "unfull" : "full"} size={22} />
          </button>
        </div>
      </div>
      <i ref={edge} className={styles.edge} />
    </div>
  );
}

function VolumeControl({ player: { video, subscribe } }: { player: Player }) {
  const percent = useSyncExternalStore(subscribe, () =>
    video.muted ? 0 : Math.round(video.volume * 100),
  );
  const isMuted = percent === 0;
  return (
    <div className={volumeStyles.volume}>
      <button
        type="button"
        aria-label={texts.player.mute}
        aria-pressed={isMuted}
        onClick={() => {
          video.muted = !isMuted;
          // at volume 0, unmuting alone would leave it silent
          if (isMuted && video.volume === 0) video.volume = 1;
        }}
      >
        <Icon name={isMuted ? "mute" : "sound"} size={22} />
      </button>
      <input
        type="range"
        max={100}
        value={percent}
        aria-label={texts.player.volumeLevel}
        onChange={({ target }) => {
          video.muted = false;
          video.volume = target.valueAsNumber / 100;
        }}
        onPointerUp={({ currentTarget }) => currentTarget.blur()}
      />
    </div>
  );
}

function PictureControls(props: ControlsProps & { playIcon: "play" | "refresh" }) {
  const { player, state, playIcon, title, fullscreen, slot, onSettings, onMenuOpen } = props;
  const { paused } = state;
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
        <SpeedMenu player={player} onOther={onSettings} onOpenChange={onMenuOpen} />
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
