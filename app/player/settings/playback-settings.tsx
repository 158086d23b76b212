import { useId, useSyncExternalStore } from "react";
import {
  changePlayerStorage,
  changeSeriesMarks,
  playerStorage,
  SPEEDS,
  usePlayerStorage,
  useSeriesMarks,
} from "../../device/player-storage.ts";
import { deviceStorage, useDeviceStorage } from "../../device/storage.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/basics/button.tsx";
import { Icon } from "../../ui/basics/icon.tsx";
import { Switch } from "../../ui/form/radio-rows.tsx";
import { formatClock } from "../../ui/format/format.ts";
import type { Player } from "../core/player.ts";
import styles from "./player-sheets.module.css";

const words = texts.playerSettings;

export function PlaybackSettings({ player }: { player: Player }) {
  const { fill } = usePlayerStorage("playback");
  const speed = useSyncExternalStore(player.subscribe, () => player.video.defaultPlaybackRate);
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
