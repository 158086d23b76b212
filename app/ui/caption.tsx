import styles from "./caption.module.css";

/** A picture's name, on its lower edge. */
export function Caption({ text }: { text: string }) {
  return text && <span className={styles.caption}>{text}</span>;
}
