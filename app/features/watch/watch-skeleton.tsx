import { RowsSkeleton } from "../../ui/skeleton.tsx";
import styles from "./watch-skeleton.module.css";

/** The page's boxes while the upstream takes its time. */
export function WatchSkeleton() {
  return (
    <main aria-busy="true">
      <div className={styles.stage} />
      <div className={styles.facts} aria-hidden="true">
        <div />
        <div />
        <div />
        <div />
      </div>
      <RowsSkeleton />
    </main>
  );
}
