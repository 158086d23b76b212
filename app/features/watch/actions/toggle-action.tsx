import { type ReactNode, useState } from "react";
import { videoAddress } from "../../../navigation/addresses.ts";
import { Icon, type IconName } from "../../../ui/media/icon.tsx";
import styles from "./actions.module.css";
import type { Intent } from "./use-submit-intent.ts";

interface ToggleActionProps {
  code: string;
  /** What the form asks for where no script runs. */
  intent: Intent;
  /** The same in both states. */
  name: string;
  icon: IconName;
  on: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** An action that is on or off on this device. */
export function ToggleAction({ code, intent, name, icon, on, ...rest }: ToggleActionProps) {
  const [popping, setPopping] = useState(false);
  return (
    <form
      method="post"
      action={videoAddress(code)}
      onSubmit={(event) => {
        event.preventDefault();
        setPopping(!on);
        rest.onToggle();
      }}
    >
      <input type="hidden" name="intent" value={intent} />
      <button
        type="submit"
        className={`${styles.action} ${popping ? styles.popping : ""}`}
        aria-label={name}
        aria-pressed={on}
        onAnimationEnd={() => setPopping(false)}
      >
        <Icon name={icon} solid={on} />
        {rest.children}
      </button>
    </form>
  );
}
