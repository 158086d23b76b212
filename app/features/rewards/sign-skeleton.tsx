import { texts } from "../../texts/index.ts";
import { PanelRowsSkeleton, Skeleton } from "../../ui/layout/skeleton.tsx";
import styles from "./rewards.module.css";
import taskRow from "./task-row.module.css";
import strip from "./week-strip.module.css";

/** The balance, the week and the tasks, while they are on their way. */
export const SignSkeleton = () => (
  <>
    <div className={styles.balance} />
    <div className={`panel ${styles.panel}`} aria-hidden="true">
      <p className={styles.streak}>
        <Skeleton shape="short" />
      </p>
      <div className={strip.week}>
        {[1, 2, 3, 4, 5, 6, 7].map((day) => (
          <span key={day} className={strip.day} />
        ))}
      </div>
      <div className={styles.checkIn}>
        <Skeleton shape="button" />
      </div>
    </div>
    <h2 className="section-title">{texts.rewards.tasks}</h2>
    <PanelRowsSkeleton rows={4} className={`panel ${taskRow.tasks}`} leading="tile40" />
  </>
);
