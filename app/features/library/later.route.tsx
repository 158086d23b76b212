import type { MetaFunction } from "@remix-run/node";
import { useHydrated } from "remix-utils/use-hydrated";
import { useDeviceStorage } from "../../device/storage.ts";
import { RowsSkeleton } from "../../lists/list-skeletons.tsx";
import { texts } from "../../texts/index.ts";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { pageTitle } from "../../ui/layout/page-title.ts";
import { VideoRow } from "../../ui/video/video-card.tsx";
import { EmptyLibrary } from "./clearable-list.tsx";
import styles from "./library.module.css";

const words = texts.watchLater;

export const meta: MetaFunction = ({ matches }) => pageTitle(words.title, matches);

export default function WatchLater() {
  const videos = useDeviceStorage("watchLater");
  return (
    <div className="page wide">
      <PageHeader title={words.title} />
      <main className={styles.list} data-own-list="later">
        <noscript>
          <EmptyState message={words.needsScript} />
        </noscript>
        {!useHydrated() ? (
          <div className={styles.scripted}>
            <RowsSkeleton rows={5} />
          </div>
        ) : videos.length === 0 ? (
          <EmptyLibrary message={words.empty} />
        ) : (
          <ul>
            {videos.map((video) => (
              <li key={video.code}>
                <VideoRow video={video} />
              </li>
            ))}
          </ul>
        )}
      </main>
    </div>
  );
}
