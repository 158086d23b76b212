import { memo } from "react";
import { InfiniteList } from "../../../lists/infinite-list.tsx";
import { RowsSkeleton } from "../../../lists/list-skeletons.tsx";
import { sameItems, splitIntoBlocks } from "../../../lists/video-grid.tsx";
import { useDeviceStorage } from "../../../session/storage.ts";
import { Skeleton } from "../../../ui/layout/skeleton.tsx";
import { VideoRow } from "../../../ui/video/video-card.tsx";
import { WatchedMark } from "../../../ui/video/watched-mark.tsx";
import type { LibraryPage, LibraryVideo } from "../library-videos.ts";
import { byDays, dayLabel } from "./days.ts";
import styles from "./history-list.module.css";

const BLOCK = 20;

interface HistoryListProps {
  first: LibraryPage;
  clearedAt: number;
  today: string;
  address: string;
}

export function HistoryList({ first, clearedAt, today, address }: HistoryListProps) {
  const removed = new Set(useDeviceStorage("removedHistory"));
  return (
    <InfiniteList
      name="history"
      identity={`${clearedAt} ${first.page}`}
      first={first}
      address={(page) => `${address}?since=${clearedAt}&page=${page}`}
      margin={10}
    >
      {(rows, growing) => (
        <>
          {byDays(rows.filter(({ code }) => !removed.has(code))).map(({ day, rows: watched }) => (
            <section key={day}>
              {day && <h2 className={styles.day}>{dayLabel(day, today)}</h2>}
              {splitIntoBlocks(watched, BLOCK, 0).map((block) => (
                <Rows key={block[0]?.code} videos={block} />
              ))}
            </section>
          ))}
          {growing && <RowsSkeleton rows={2} />}
        </>
      )}
    </InfiniteList>
  );
}

/** One more page renders the last block again and none of those before it. */
const Rows = memo(
  ({ videos }: { videos: LibraryVideo[] }) => (
    <ul>
      {videos.map((video) => (
        <li key={video.code} className={styles.watched}>
          <VideoRow video={video} />
          <WatchProgress code={video.code} />
        </li>
      ))}
    </ul>
  ),
  (before, after) => sameItems(before.videos, after.videos),
);

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
  return (
    watched && (
      <span className={styles.onCover}>
        <WatchedMark watched={watched} />
      </span>
    )
  );
}
