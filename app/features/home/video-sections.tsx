import { type ComponentType, memo, Suspense, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { LIST_AD_EVERY, SECTION_AD_EVERY } from "../../../server/contract/rules.ts";
import type {
  AdCardData as Ad,
  VideoCardData as Video,
  VideoPage,
} from "../../../server/domain/cards.ts";
import { listAddress } from "../../addresses.ts";
import { BatchSection } from "../../lists/batch-section.tsx";
import { InfiniteList } from "../../lists/infinite-list.tsx";
import { RowsSkeleton } from "../../lists/list-skeletons.tsx";
import { videoPages } from "../../lists/paged-list.ts";
import { interleaveAds, VideoGrid } from "../../lists/video-grid.tsx";
import { useHistoryEntryState } from "../../navigation/history-entry.ts";
import { texts } from "../../texts/index.ts";
import { AdRow } from "../../ui/ads/ads.tsx";
import { cachedItem } from "../../ui/kept-item.tsx";
import { SectionHead } from "../../ui/layout/section-head.tsx";
import { VideoRow } from "../../ui/video/video-card.tsx";
import { HOME_TAG, homeAddress } from "./home-query.ts";
import styles from "./video-sections.module.css";

/** Hydrated after the rest, in its own Suspense boundary. Memoised: a render of the parent would force it earlier. */
const deferHydration = <Props extends object>(Part: ComponentType<Props>) =>
  memo((props: Props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  ));

export const Ranking = deferHydration(({ videos, ads }: { videos: Video[]; ads: Ad[] }) => {
  const skipped = useOffscreenSkipClass();
  const rows = useHydrated() ? "" : styles.laterRows;
  if (videos.length === 0) return null;
  const ranked = videos.map((video, index) => ({ video, rank: index + 1 }));
  return (
    <section className={`${styles.ranking} ${skipped}`}>
      <SectionHead title={texts.home.ranking} moreType="15" />
      <ol className={`${styles.panel} ${rows}`} data-scroll-anchors="">
        {interleaveAds(ranked, ads, SECTION_AD_EVERY).map((entry, index) =>
          "place" in entry
            ? cachedItem(`ad ${index}`, AdRow, { ad: entry })
            : cachedItem(entry.video.code, VideoRow, entry),
        )}
      </ol>
    </section>
  );
});

export function RankingSkeleton() {
  return (
    <section>
      <SectionHead title={texts.home.ranking} moreType="15" />
      <div className={styles.panel}>
        <RowsSkeleton ranked />
      </div>
    </section>
  );
}

export function Featured({ first }: { first: VideoPage }) {
  const [changed, setChanged] = useHistoryEntryState<VideoPage | undefined>("featured", undefined);
  const { page: batch, rows: videos } = changed ?? first;
  const next = batch + 1;
  return (
    <BatchSection
      name="featured"
      query={`page=${next}`}
      id="featured"
      title={texts.home.featured}
      more={listAddress({ type: "15", title: texts.home.featured })}
      address="/"
      fields={{ batch: next }}
      videos={videos}
      eager={3}
      onBatch={(page) => page && setChanged(page)}
    />
  );
}

const newestAddress = (page: number) => homeAddress({ tag: HOME_TAG, page });

export const Newest = deferHydration(({ videos, ads }: { videos: Video[]; ads: Ad[] }) => {
  const skipped = useOffscreenSkipClass();
  return (
    <section className={`${styles.newest} ${skipped}`}>
      <SectionHead title={texts.home.newest} moreType="0" />
      <InfiniteList
        name="home"
        first={{ page: 1, rows: [], last: false }}
        excluded={videos.map(({ code }) => code)}
        address={newestAddress}
        storedAs={videoPages}
      >
        {(rows, growing) => (
          <VideoGrid
            items={[
              ...interleaveAds(videos, ads, SECTION_AD_EVERY),
              ...interleaveAds(rows, ads, LIST_AD_EVERY),
            ]}
            growing={growing}
          />
        )}
      </InfiniteList>
    </section>
  );
});

/** Skips off-screen rendering, but not after client-side navigations: scroll restoration needs the full heights. */
function useOffscreenSkipClass() {
  const hydrated = useHydrated();
  const [skipped] = useState(!hydrated);
  return skipped ? styles.skipped : "";
}
