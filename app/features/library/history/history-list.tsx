import { InfiniteList } from "../../../lists/infinite-list.tsx";
import { RowsSkeleton } from "../../../lists/list-skeletons.tsx";
import { useDeviceStorage } from "../../../session/storage.ts";
import { watchState } from "../../../session/storage-schema.ts";
import { texts } from "../../../texts/index.ts";
import { formatClock } from "../../../ui/format.ts";
import { Skeleton } from "../../../ui/layout/skeleton.tsx";
import { VideoRow } from "../../../ui/video/video-card.tsx";
import type { HistoryPage } from "../library.server.ts";
import { byDays, dayLabel } from "./days.ts";
import styles from "./history-list.module.css";
import watchedMarkStyles from "./watched-mark.module.css";

interface HistoryListProps {
  first: HistoryPage;
  clearedAt: number;
  today: string;
  address: string;
}

export function HistoryList({ first, clearedAt, today, address }: HistoryListProps) {
  return (
    <InfiniteList
      identity={`${clearedAt} ${first.page}`}
      first={first}
      address={(page) => `${address}?since=${clearedAt}&page=${page}`}
      margin={10}
    >
      {(rows, growing) => (
        <>
          {byDays(rows).map(({ day, rows: watched }) => (
            <section key={day}>
              {day && <h2 className={styles.day}>{dayLabel(day, today)}</h2>}
              <ul>
                {watched.map((video) => (
                  <li key={video.code} className={styles.watched}>
                    <VideoRow video={video} />
                    <WatchProgress code={video.code} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
          {growing && <RowsSkeleton rows={2} />}
        </>
      )}
    </InfiniteList>
  );
}

export const HistorySkeleton = () => (
  <>
    <div className={styles.day} aria-hidden="true">
      <Skeleton />
    </div>
    <RowsSkeleton rows={7} />
  </>
);

function WatchProgress({ code }: { code: string }) {
  const watched = useDeviceStorage("videoHistory").find((video) => video.code === code);
  const progress = watched && watchState(watched);
  if (!watched || progress === "not started") return null;
  const { episode, seconds, length } = watched;
  const finished = progress === "finished";
  const which = episode > 0 ? texts.video.episode(episode + 1) : "";
  return (
    <span className={watchedMarkStyles.mark}>
      <span>{texts.history.watched(which, finished ? "" : formatClock(seconds))}</span>
      {length > 0 && (
        <progress aria-hidden="true" max={length} value={finished ? length : seconds} />
      )}
    </span>
  );
}
