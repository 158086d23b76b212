import type { AdCard as Ad, VideoCard as Video } from "../../../../server/domain/cards.ts";
import { inItsTurn } from "../../../lists/in-its-turn.tsx";
import { InfiniteList } from "../../../lists/infinite-list.tsx";
import { VideoGrid } from "../../../lists/video-grid.tsx";
import { weaveAds } from "../../../lists/weave-ads.ts";
import { texts } from "../../../texts/index.ts";
import { SectionHead } from "../../../ui/layout/section-head.tsx";
import { addressOf, HOME_TAG } from "../place.ts";
import styles from "./newest.module.css";

const page = (number: number) => addressOf({ tag: HOME_TAG, page: number });

/** 最新更新: the newest of each group, and then everything as far as one scrolls. */
export const Newest = inItsTurn(({ videos, ads }: { videos: Video[]; ads: Ad[] }) => {
  return (
    <section data-below className={styles.section}>
      <SectionHead title={texts.home.newest} moreType="0" />
      <InfiniteList
        identity={HOME_TAG}
        first={{ page: 1, rows: [] as Video[], last: false }}
        known={videos.map(({ code }) => code)}
        address={page}
      >
        {(rows, growing) => (
          <VideoGrid
            items={[...weaveAds(videos, ads, 7), ...weaveAds(rows, ads, 10)]}
            growing={growing}
          />
        )}
      </InfiniteList>
    </section>
  );
});
