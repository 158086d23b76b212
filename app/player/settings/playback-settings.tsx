import { useCallback, useId, useSyncExternalStore } from "react";
import { MAX_SPEED, MIN_SPEED } from "../../device/player-storage.ts";
import { deviceStorage, useDeviceStorage } from "../../device/storage.ts";
import { texts } from "../../texts/index.ts";
import type { Player } from "../core/player.ts";
import styles from "./settings-contents.module.css";

const words = texts.playerSettings;

export function PlaybackSettings({ player }: { player: Player }) {
  return (
    <section className={styles.section}>
      <h3>{words.playback}</h3>
      <SpeedSetting player={player} />
      {player.engines().mayChoose && <EngineSetting player={player} />}
    </section>
  );
}

function SpeedSetting({ player }: { player: Player }) {
  const { video } = player;
  const subscribe = useCallback(
    (listener: () => void) => {
      video.addEventListener("ratechange", listener);
      return () => video.removeEventListener("ratechange", listener);
    },
    [video],
  );
  const speed = useSyncExternalStore(subscribe, () => video.defaultPlaybackRate);
  return (
    <label className={styles.row}>
      <span>{texts.player.speed}</span>
      <input
        type="range"
        min={MIN_SPEED}
        max={MAX_SPEED}
        step={0.05}
        value={speed}
        aria-valuetext={texts.player.times(speed)}
        onChange={({ target }) => player.setSpeed(target.valueAsNumber)}
      />
      <b aria-hidden="true">{texts.player.times(speed)}</b>
    </label>
  );
}

function EngineSetting({ player }: { player: Player }) {
  useDeviceStorage("engine");
  const hint = useId();
  return (
    <div aria-describedby={hint}>
      <Choice
        words={words.engine}
        choices={["system", "script"]}
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

interface ChoiceProps<Name extends string> {
  words: Record<Name | "label", string>;
  choices: readonly Name[];
  chosen: Name;
  onChoose: (chosen: Name) => void;
}

export function Choice<Name extends string>({
  words,
  choices,
  chosen,
  onChoose,
}: ChoiceProps<Name>) {
  return (
    <div className={styles.row} role="radiogroup" aria-label={words.label}>
      <span aria-hidden="true">{words.label}</span>
      <span className={styles.choices}>
        {choices.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name={words.label}
              className="overlaid"
              checked={choice === chosen}
              onChange={() => onChoose(choice)}
            />
            <span>{words[choice]}</span>
          </label>
        ))}
      </span>
    </div>
  );
}
