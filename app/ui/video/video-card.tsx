import type { VideoCard as Video } from "../../../server/domain/cards.ts";
import { videoAddress } from "../../navigation/addresses.ts";
import { Link } from "../../navigation/link.tsx";
import { texts } from "../../texts/index.ts";
import { Cover } from "../media/cover.tsx";
import type { Eager } from "../media/picture.tsx";
import { VipBadge } from "./badge.tsx";
import styles from "./card.module.css";
import { LikeMark } from "./like-mark.tsx";
import { CoverStats } from "./stats.tsx";

interface VideoCardProps {
  video: Video;
  /** Across the whole width, for the one that leads a list. */
  wide?: boolean;
  eager?: Eager;
}

export const VideoCard = (props: VideoCardProps) => (
  <Link to={videoAddress(props.video.code)} className={cardClass(props.wide)}>
    <CardBody {...props} />
  </Link>
);

export const cardClass = (wide = false) => `${styles.card} ${wide ? styles.wide : ""}`;

/** What is seen of a card, whatever a tap on it does. */
export function CardBody({ video, wide = false, eager }: VideoCardProps) {
  const size = wide ? "wide" : "half";
  return (
    <>
      <Cover src={video.cover} size={size} eager={eager}>
        {video.vip && <VipBadge large={wide} />}
        <CoverStats video={video} size={size} />
      </Cover>
      <span className={styles.foot}>
        <span className={styles.name}>{video.title || texts.untitled}</span>
        <LikeMark code={video.code} />
      </span>
    </>
  );
}
