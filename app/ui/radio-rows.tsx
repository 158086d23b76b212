import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import { Icon, type IconName } from "./icon.tsx";
import styles from "./radio-rows.module.css";

interface RadioRowsProps {
  label: string;
  children: ReactNode;
}

/** One of several, each a row in a white panel. */
export function RadioRows({ label, children }: RadioRowsProps) {
  const id = useId();
  return (
    <div role="radiogroup" aria-labelledby={id}>
      <p id={id} className={styles.title}>
        {label}
      </p>
      <div className={styles.panel}>{children}</div>
    </div>
  );
}

interface RadioRowProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  icon: IconName;
}

export const RadioRow = ({ label, icon, ...input }: RadioRowProps) => (
  <label className={styles.row}>
    <span className={styles.tile}>
      <Icon name={icon} size={20} />
    </span>
    <span className={styles.label}>{label}</span>
    <input type="radio" className={styles.input} {...input} />
    <span className={styles.dot}>
      <Icon name="check" size={14} />
    </span>
  </label>
);
