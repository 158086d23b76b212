import { useEffect, useId, useSyncExternalStore } from "react";
import { createValue } from "../../device/create-store.ts";
import {
  changePlayerStorage,
  changeSeriesMarks,
  playerStorage,
  SPEEDS,
  usePlayerStorage,
  useSeriesMarks,
} from "../../device/player-storage.ts";
import { deviceStorage, useDeviceStorage, useValue } from "../../device/storage.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/basics/button.tsx";
import { Icon } from "../../ui/basics/icon.tsx";
import { Switch } from "../../ui/form/radio-rows.tsx";
import { formatClock } from "../../ui/format/format.ts";
import type { Player } from "../core/player.ts";
import { setSleepTimer, sleepsAfterEpisode, sleepTimer } from "../core/presence.ts";
import styles from "./player-sheets.module.css";

const words = texts.playerSettings;

export function PlaybackSettings({ player }: { player: Player }) {
  const { fill } = usePlayerStorage("playback");
  const sleep = useValue(sleepTimer)?.choice ?? "off";
  const speed = useSyncExternalStore(player.subscribe, () => player.video.defaultPlaybackRate);
  const { preview } = useSyncExternalStore(player.subscribe, player.state);
  useEffect(() => endWithVideo(player), [player]);
  const begun = useValue(repeated);
  const marks = begun?.player === player ? begun.marks : [];
  const nextMarks = () => (marks.length < 2 ? [...marks, player.time()].sort((a, b) => a - b) : []);
  return (
    <section className={styles.section}>
      <h3>{words.playback}</h3>
      <Slider
        label={texts.player.speed}
        text={texts.player.times(speed)}
        range={{ ...SPEEDS, step: 0.05 }}
        value={speed}
        onSlide={player.setSpeed}
      />
      <Switch
        className={styles.row}
        checked={fill}
        onChange={({ target }) => changePlayerStorage("playback", { fill: target.checked })}
      >
        {texts.playerExtras.fill}
      </Switch>
      <Switch
        className={styles.row}
        defaultChecked={player.video.hasAttribute("data-mirrored")}
        onChange={() => player.video.toggleAttribute("data-mirrored")}
      >
        {texts.playerExtras.mirror}
      </Switch>
      {!preview && (
        <>
          <Switch
            className={styles.row}
            defaultChecked={player.video.loop}
            onChange={({ target }) => Object.assign(player.video, { loop: target.checked })}
          >
            {words.loop}
          </Switch>
          <div className={styles.row}>
            <span>{words.part}</span>
            <span>{marks.map(formatClock).join("–")}</span>
            <Button kind="soft" size="row" onClick={() => repeat(player, nextMarks())}>
              {words.mark[marks.length]}
            </Button>
          </div>
        </>
      )}
      <Switch
        className={styles.row}
        checked={useDeviceStorage("playInBackground")}
        onChange={({ target }) => deviceStorage.update("playInBackground", () => target.checked)}
      >
        {words.background}
      </Switch>
      <Choice words={words.sleep} chosen={sleep} onChoose={setSleepTimer} />
      {player.engines().mayChoose && <EngineSetting player={player} />}
    </section>
  );
}

interface SliderProps {
  label: string;
  text: string; // of the value
  range: { min: number; max: number; step: number };
  value: number;
  onSlide: (value: number) => void;
}

export const Slider = ({ label, text, range, value, onSlide }: SliderProps) => (
  <label className={styles.row}>
    <span>{label}</span>
    <input
      type="range"
      {...range}
      value={value}
      aria-valuetext={text}
      onChange={({ target }) => onSlide(target.valueAsNumber)}
    />
    <b aria-hidden="true">{text}</b>
  </label>
);

/** Mirroring and both loops end with the video, A–B with the episode; another source of it goes on with them. */
function endWithVideo(player: Player) {
  const { video, stream } = player;
  const begun = stream()?.key.split("/") ?? [];
  video.onloadstart = () => {
    const [code, , episode] = stream()?.key.split("/") ?? [];
    if (code !== begun[0]) video.loop = video.toggleAttribute("data-mirrored", false);
    if (code !== begun[0] || episode !== begun[2]) repeat(player, []);
  };
}

const repeated = createValue<{ player: Player; marks: readonly number[] }>();

/** @param marks A and B in seconds; with fewer nothing is repeated yet */
function repeat(player: Player, marks: readonly number[]) {
  const { video, time, seekTo, play, duration, state } = player;
  const [first = 0, last] = marks;
  const from = Math.min(first, duration() - 1);
  video.toggleAttribute("data-repeats", last !== undefined);
  video.ontimeupdate = video.onended = ({ type }) => {
    if (last === undefined || state().preview || sleepsAfterEpisode()) return;
    if (time() >= Math.max(last, from + 1) || type === "ended") seekTo(from);
    if (type === "ended") play(); // B may be the end, where the browser stops
  };
  repeated.change({ player, marks });
}

function EngineSetting({ player }: { player: Player }) {
  useDeviceStorage("engine");
  const hint = useId();
  return (
    <div aria-describedby={hint}>
      <Choice
        words={words.engine}
        chosen={player.engines().bySystem ? "system" : "script"}
        onChoose={(chosen) => {
          deviceStorage.update("engine", () => chosen);
          player.reload();
        }}
      />
      <p id={hint} className={styles.hint}>
        {words.engineHint}
      </p>
    </div>
  );
}

export function SubtitleSettings() {
  const { size, colour } = usePlayerStorage("tracks");
  return (
    <section className={styles.section}>
      <h3>{words.subtitles}</h3>
      <Choice
        words={words.subtitleSize}
        chosen={size}
        onChoose={(chosen) => changePlayerStorage("tracks", { size: chosen })}
      />
      <Choice
        words={words.subtitleColour}
        chosen={colour}
        onChoose={(chosen) => changePlayerStorage("tracks", { colour: chosen })}
      />
    </section>
  );
}

export function MarksSettings({ player, code }: { player: Player; code: string }) {
  const marks = useSeriesMarks(code);
  const seconds = { opening: player.time, ending: () => player.duration() - player.time() };
  return (
    <section className={styles.section}>
      <h3>{words.marks}</h3>
      {(["opening", "ending"] as const).map((part) => (
        <div key={part} className={styles.row}>
          <span>{words[part].label}</span>
          {marks[part] > 0 && (
            <button
              type="button"
              className={styles.removable}
              aria-label={words[part].remove(formatClock(marks[part]))}
              onClick={() => changeSeriesMarks(code, { [part]: 0 })}
            >
              {formatClock(marks[part])}
              <Icon name="x" size={14} />
            </button>
          )}
          <Button
            kind="soft"
            size="row"
            onClick={() => changeSeriesMarks(code, { [part]: seconds[part]() })}
          >
            {words[part].set}
          </Button>
        </div>
      ))}
      <Switch
        className={styles.row}
        checked={usePlayerStorage("skipsByItself")}
        onChange={({ target }) => playerStorage.update("skipsByItself", () => target.checked)}
      >
        <span>{words.skipsByItself}</span>
      </Switch>
    </section>
  );
}

interface ChoiceProps<Name extends string> {
  words: Record<Name, string> & { label: string }; // the choices in their order
  chosen: Name;
  onChoose: (chosen: Name) => void;
}

export function Choice<Name extends string>({ words, chosen, onChoose }: ChoiceProps<Name>) {
  const { label, ...choices } = words;
  return (
    <div className={styles.row} role="radiogroup" aria-label={label}>
      <span aria-hidden="true">{label}</span>
      <span className={styles.choices}>
        {Object.entries<string>(choices).map(([choice, name]) => (
          <label key={choice}>
            <input
              type="radio"
              name={label}
              className="overlaid"
              checked={choice === chosen}
              onChange={() => onChoose(choice as Name)}
            />
            <span>{name}</span>
          </label>
        ))}
      </span>
    </div>
  );
}
