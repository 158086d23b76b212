import { memo } from "react";
import type { VideoCard as Video } from "../../../server/domain/cards.ts";
import { videoAddress } from "../../navigation/addresses.ts";
import { Link } from "../../navigation/link.tsx";
import { texts } from "../../texts/index.ts";
import { Cover } from "../media/cover.tsx";
import { VipBadge } from "./badge.tsx";
import { LikeMark } from "./like-mark.tsx";
import styles from "./row.module.css";
import { CoverStats, MetaStats } from "./stats.tsx";

interface VideoRowProps {
  video: Video;
  /** Its place in a ranking. */
  rank?: number;
}

/** A video as one line of a list, for a `<li>`. It is drawn once, however long the list grows. */
export const VideoRow = memo(function VideoRow({ video, rank }: VideoRowProps) {
  const ranked = rank !== undefined;
  return (
    <Link to={videoAddress(video.code)} className={`${styles.row} ${ranked ? styles.ranked : ""}`}>
      {ranked && <span className={`${styles.rank} ${rank <= 3 ? styles.top : ""}`}>{rank}</span>}
      <Cover src={video.cover} size={ranked ? "small" : "row"}>
        {video.vip && <VipBadge />}
        {!ranked && <CoverStats video={video} size="row" />}
      </Cover>
      <span className={styles.text}>
        <span className={styles.name}>{video.title || texts.untitled}</span>
        <span className={styles.meta}>
          <MetaStats video={video} duration={ranked} />
          <LikeMark code={video.code} onlyLiked />
        </span>
      </span>
    </Link>
  );
});
