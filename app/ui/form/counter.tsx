import styles from "./counter.module.css";

/** How much of a field is used up. */
export const Counter = ({ used, most }: { used: number; most: number }) => (
  <span aria-hidden="true" className={`${styles.counter} ${used > most ? styles.over : ""}`}>
    {used}/{most}
  </span>
);
