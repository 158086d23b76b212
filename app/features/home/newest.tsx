import type { AdCard as Ad, VideoCard as Video } from "../../../server/context/cards.ts";
import { texts } from "../../texts.ts";
import { inItsTurn } from "../../ui/in-its-turn.tsx";
import { InfiniteList } from "../../ui/infinite-list.tsx";
import { SectionHead } from "../../ui/section-head.tsx";
import { VideoGrid } from "../../ui/video-grid.tsx";
import { weaveAds } from "../../ui/weave-ads.ts";
import styles from "./newest.module.css";
import { addressOf, HOME_TAG } from "./place.ts";

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
