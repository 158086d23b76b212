import styles from "./counter.module.css";
import { lengthOf } from "./profile-rules.ts";

interface CounterProps {
  text: string;
  most: number;
  /** At the lower edge of a field of several lines. */
  low?: boolean;
}

/** How much of a field is used up. */
export function Counter({ text, most, low = false }: CounterProps) {
  const length = lengthOf(text.trim());
  const classes = [styles.counter, low && styles.low, length > most && styles.over];
  return (
    <span aria-hidden="true" className={classes.filter(Boolean).join(" ")}>
      {length}/{most}
    </span>
  );
}
