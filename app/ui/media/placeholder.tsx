import { drawingHref } from "./icon.tsx";
import styles from "./placeholder.module.css";

/** Stands in for a picture that does not exist or cannot be loaded. */
export function Placeholder({ alt }: { alt?: string }) {
  return (
    <>
      <svg className={styles.placeholder} aria-hidden="true">
        <use href={drawingHref("landscape")} />
      </svg>
      {alt && <span className="visually-hidden">{alt}</span>}
    </>
  );
}
