import { type ComponentProps, useState } from "react";
import { Icon } from "../../../ui/basics/icon.tsx";
import { TextField } from "../../../ui/form/form-field.tsx";
import styles from "./secret-field.module.css";

type SecretFieldProps = ComponentProps<typeof TextField> & { showLabel: string };

export function SecretField({ showLabel, ...field }: SecretFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...field}
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <button
          type="button"
          className={`icon-button ${styles.eye}`}
          aria-label={showLabel}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? "eye" : "eyeoff"} size={22} />
        </button>
      }
    />
  );
}
