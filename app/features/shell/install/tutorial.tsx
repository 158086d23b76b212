import { texts } from "../../../texts/index.ts";
import { drawingHref } from "../../../ui/media/icon.tsx";
import styles from "./tutorial.module.css";

const drawings = ["ios-share", "ios-add", "ios-done"] as const;

/** How a page gets onto an iPhone's home screen. */
export function Tutorial() {
  return (
    <ol className={styles.steps}>
      {texts.install.tutorial.steps.map((step, index) => (
        <li key={step}>
          <svg aria-hidden="true">
            <use href={drawingHref(drawings[index] ?? "ios-done")} />
          </svg>
          {step}
        </li>
      ))}
    </ol>
  );
}
