import { deviceStorage, useDeviceStorage } from "../../../session/storage.ts";
import { texts } from "../../../texts/index.ts";
import { RadioRow, RadioRows } from "../../../ui/form/radio-rows.tsx";
import styles from "./device-choices.module.css";

const words = texts.settings;
const themes = ["system", "light", "dark"] as const;
const dataUses = ["automatic", "saver", "best"] as const;

/** What is kept on the device, and works by script only. */
export function DeviceChoices() {
  const theme = useDeviceStorage("theme");
  const dataUse = useDeviceStorage("dataUse");
  return (
    <div className={`stack ${styles.choices}`}>
      <RadioRows label={words.theme}>
        {themes.map((one) => (
          <RadioRow
            key={one}
            name="theme"
            label={words.themes[one]}
            checked={theme === one}
            onChange={() => deviceStorage.update("theme", () => one)}
          />
        ))}
      </RadioRows>
      <RadioRows label={words.dataUse}>
        {dataUses.map((one) => (
          <RadioRow
            key={one}
            name="data-use"
            {...words.dataUses[one]}
            checked={dataUse === one}
            onChange={() => deviceStorage.update("dataUse", () => one)}
          />
        ))}
      </RadioRows>
    </div>
  );
}
