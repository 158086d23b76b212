import styles from "./spinner.module.css";

export const Spinner = ({ label }: { label?: string }) =>
  label ? (
    <span className={styles.spinner} role="img" aria-label={label} />
  ) : (
    <span className={styles.spinner} />
  );
