import type { AdCard as Ad, VideoCard as Video } from "../../../../server/domain/cards.ts";
import { inItsTurn } from "../../../lists/in-its-turn.tsx";
import { weaveAds } from "../../../lists/weave-ads.ts";
import { texts } from "../../../texts/index.ts";
import { AdRow } from "../../../ui/ads/ad-row.tsx";
import { SectionHead } from "../../../ui/layout/section-head.tsx";
import { RowsSkeleton } from "../../../ui/layout/skeleton.tsx";
import { VideoRow } from "../../../ui/video/video-row.tsx";
import styles from "./ranking.module.css";

/** 排行榜: only videos hold a place in it. */
export const Ranking = inItsTurn(({ videos, ads }: { videos: Video[]; ads: Ad[] }) => {
  if (videos.length === 0) return null;
  const ranked = videos.map((video, index) => ({ video, rank: index + 1 }));
  return (
    <section data-below className={styles.section}>
      <SectionHead title={texts.home.ranking} moreType="15" />
      <ol className={styles.panel}>
        {weaveAds(ranked, ads, 7).map((entry, index) =>
          "place" in entry ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: an ad's turn comes again and again
            <li key={`ad ${index}`}>
              <AdRow ad={entry} />
            </li>
          ) : (
            <li key={entry.video.code}>
              <VideoRow video={entry.video} rank={entry.rank} />
            </li>
          ),
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
