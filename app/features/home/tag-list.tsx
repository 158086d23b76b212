import type { AdCard as Ad, VideoCard as Video } from "../../../server/context/cards.ts";
import type { Later as LaterData } from "../../../server/context/soon.ts";
import type { ListPage } from "../../hooks/merge-pages.ts";
import { texts } from "../../texts.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { InfiniteList } from "../../ui/infinite-list.tsx";
import { Later } from "../../ui/later.tsx";
import { SectionHead } from "../../ui/section-head.tsx";
import { GridSkeleton } from "../../ui/skeleton.tsx";
import { VideoGrid } from "../../ui/video-grid.tsx";
import { weaveAds } from "../../ui/weave-ads.ts";
import { addressOf, HOME_TAG } from "./place.ts";
import styles from "./tag-list.module.css";

interface TagListProps {
  tag: string;
  list: LaterData<{ first: ListPage<Video>; ads: Ad[]; before: number }>;
}

/** One tag's videos and nothing else; of the home tag, the pages that follow its sections. */
export function TagList({ tag, list }: TagListProps) {
  return (
    <section className={styles.list}>
      {tag === HOME_TAG && <SectionHead title={texts.home.newest} moreType="0" />}
      <Later value={list} skeleton={<GridSkeleton cards={9} />}>
        {({ first, ads, before }) =>
          first.rows.length === 0 && first.last ? (
            <EmptyState message={texts.lists.empty} />
          ) : (
            <InfiniteList identity={tag} first={first} address={(page) => addressOf({ tag, page })}>
              {(rows, growing) => (
                <VideoGrid items={weaveAds(rows, ads, 10, before)} growing={growing} eager />
              )}
            </InfiniteList>
          )
        }
      </Later>
    </section>
  );
}
