import styles from "./spinner.module.css";

/** Something is on its way. What stands beside it says what; alone it says so itself. */
export const Spinner = ({ label }: { label?: string }) =>
  label ? (
    <span className={styles.spinner} role="img" aria-label={label} />
  ) : (
    <span className={styles.spinner} />
  );
