import { useId } from "react";
import { deviceStorage, useDeviceStorage } from "../../../session/storage.ts";
import { texts } from "../../../texts/index.ts";
import rows from "../../../ui/layout/panel-row.module.css";
import { Icon } from "../../../ui/media/icon.tsx";
import styles from "./mini-player-switch.module.css";

const words = texts.settings;

/** Kept on the device, and works by script only. */
export function MiniPlayerSwitch() {
  const on = useDeviceStorage("miniPlayer") !== false;
  const hint = useId();
  return (
    <label className={`panel ${rows.row} ${styles.row}`}>
      <Icon name="pip" size={22} />
      <span className={rows.text}>
        {words.miniPlayer}
        <small id={hint} className={styles.hint}>
          {words.miniPlayerHint}
        </small>
      </span>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked
        role="switch"
        className="overlaid"
        aria-label={words.miniPlayer}
        aria-describedby={hint}
        checked={on}
        onChange={({ target }) => deviceStorage.update("miniPlayer", () => target.checked)}
      />
      <span className={styles.track} />
    </label>
  );
}
