import { useId, useSyncExternalStore } from "react";
import { changePlayerStorage, SPEEDS, usePlayerStorage } from "../../device/player-storage.ts";
import { deviceStorage, useDeviceStorage } from "../../device/storage.ts";
import { texts } from "../../texts/index.ts";
import { Switch } from "../../ui/form/radio-rows.tsx";
import type { Player } from "../core/player.ts";
import styles from "./player-sheets.module.css";

const words = texts.playerSettings;

export function PlaybackSettings({ player }: { player: Player }) {
  const { fill } = usePlayerStorage("playback");
  const speed = useSyncExternalStore(player.subscribe, () => player.video.defaultPlaybackRate);
  return (
    <section className={styles.section}>
      <h3>{words.playback}</h3>
      <label className={styles.row}>
        <span>{texts.player.speed}</span>
        <input
          type="range"
          {...SPEEDS}
          step={0.05}
          value={speed}
          aria-valuetext={texts.player.times(speed)}
          onChange={({ target }) => player.setSpeed(target.valueAsNumber)}
        />
        <b aria-hidden="true">{texts.player.times(speed)}</b>
      </label>
      <Switch
        className={styles.row}
        checked={fill}
        onChange={({ target }) => changePlayerStorage("playback", { fill: target.checked })}
      >
        {texts.player.fill}
      </Switch>
      <Switch
        className={styles.row}
        defaultChecked={player.video.hasAttribute("data-mirrored")}
        onChange={() => player.video.toggleAttribute("data-mirrored")}
      >
        {texts.player.mirror}
      </Switch>
      {player.engines().mayChoose && <EngineSetting player={player} />}
    </section>
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

export function Choice<Name extends string>(props: ChoiceProps<Name>) {
  const { words, choices, chosen, onChoose } = props;
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
