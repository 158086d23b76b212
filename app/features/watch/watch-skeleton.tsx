import { RowsSkeleton } from "../../ui/skeleton.tsx";
import styles from "./watch-skeleton.module.css";

/** The page's boxes while the upstream takes its time. */
export function WatchSkeleton() {
  return (
    <main aria-busy="true">
      <div className={styles.stage} />
      <div className={styles.facts} aria-hidden="true">
        <div className={`${styles.line} ${styles.title}`} />
        <div className={`${styles.line} ${styles.meta}`} />
        <div className={styles.line} />
        <div className={styles.line} />
        <div className={styles.strip} />
      </div>
      <RowsSkeleton />
    </main>
  );
}
