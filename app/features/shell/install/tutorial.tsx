import { texts } from "../../../texts.ts";
import styles from "./tutorial.module.css";

const drawings = [
  // the share sign of iOS
  "M12 15V3m0 0L8 7m4-4 4 4M7 10H6a1 1 0 0 0-1 1v9a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-9a1 1 0 0 0-1-1h-1",
  "M6 3h12a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3zM12 8v8M8 12h8",
  "M5 13l4.500 4.500L19 7",
];

/** How a page gets onto an iPhone's home screen. */
export function Tutorial() {
  return (
    <ol className={styles.steps}>
      {texts.install.tutorial.steps.map((step, index) => (
        <li key={step}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={drawings[index]} />
          </svg>
          {step}
        </li>
      ))}
    </ol>
  );
}
