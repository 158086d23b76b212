import { RowsSkeleton } from "../../../lists/list-skeletons.tsx";
import { texts } from "../../../texts/index.ts";
import { AdStripSkeleton } from "../../../ui/ads/ads.tsx";
import { SectionHead } from "../../../ui/layout/section-head.tsx";
import { useTappedCover } from "./use-poster.ts";
import page from "./watch-page.module.css";
import styles from "./watch-skeleton.module.css";

export function WatchSkeleton() {
  const cover = useTappedCover();
  return (
    <main className={page.theatre} aria-busy="true">
      <div className={page.stage}>
        <div className={styles.stage}>{cover && <img src={cover} alt="" />}</div>
      </div>
      <div className={styles.facts} aria-hidden="true">
        <div className={`${styles.line} ${styles.title}`} />
        <div className={`${styles.line} ${styles.meta}`} />
        <div className={styles.line} />
        <div className={styles.line} />
      </div>
      <div className={styles.actions} aria-hidden="true">
        <i className={styles.action} />
        <i className={styles.action} />
        <i className={styles.action} />
        <i className={styles.action} />
      </div>
      <AdStripSkeleton />
      <div className={page.newest}>
        <SectionHead title={texts.video.newest} />
        <RowsSkeleton />
      </div>
    </main>
  );
}
