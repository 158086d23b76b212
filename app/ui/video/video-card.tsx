import { memo } from "react";
import type { VideoCardData as Video } from "../../../server/domain/cards.ts";
import { videoAddress } from "../../addresses.ts";
import { useLiked } from "../../device/storage.ts";
import { Link } from "../../navigation/link.tsx";
import { texts } from "../../texts/index.ts";
import { Icon } from "../basics/icon.tsx";
import { formatCount } from "../format/format.ts";
import { Cover, type Eager } from "../media/picture.tsx";
import { VipBadge } from "./badge.tsx";
import { cardRef } from "./card.ts";
import { useLike } from "./likes.ts";
import stats from "./stats.module.css";
import styles from "./video-card.module.css";
import rows from "./video-row.module.css";

interface VideoCardProps {
  video: Video;
  wide?: boolean;
  eager?: Eager;
}

/** The like button is laid over the heart, because a link may not contain a button. */
export function VideoCard(props: VideoCardProps) {
  const { code, title } = props.video;
  const { liked, toggle } = useLike(code);
  return (
    <div ref={cardRef(props.video)} className={styles.likeable}>
      <Link to={videoAddress(code)} className={cardClass(props.wide)} viewTransition>
        <CardBody {...props} liked={liked} />
      </Link>
      <button
        type="button"
        className={styles.like}
        aria-label={texts.likeVideo(title || texts.untitled)}
        aria-pressed={liked}
        onClick={toggle}
      />
    </div>
  );
}

export const cardClass = (wide = false) => `${styles.card} ${wide ? styles.wide : ""}`;

export function CardBody(props: VideoCardProps & { liked: boolean }) {
  const { video, liked, wide = false, eager } = props;
  const size = wide ? "wide" : "half";
  return (
    <>
      <Cover src={video.cover} size={size} eager={eager}>
        {video.vip && <VipBadge large={wide} />}
        <CoverStats video={video} size={size} />
      </Cover>
      <span className={styles.foot}>
        <span className={styles.name}>{video.title || texts.untitled}</span>
        <LikeMark liked={liked} />
      </span>
    </>
  );
}

export const VideoRow = memo(function VideoRow({ video, rank }: { video: Video; rank?: number }) {
  const ranked = rank !== undefined;
  const liked = useLiked(video.code);
  return (
    <div ref={cardRef(video)} className={rows.card}>
      <Link
        to={videoAddress(video.code)}
        className={`${rows.row} ${ranked ? rows.ranked : ""}`}
        viewTransition
      >
        {ranked && <span className={`${rows.rank} ${rank <= 3 ? rows.top : ""}`}>{rank}</span>}
        <Cover src={video.cover} size={ranked ? "small" : "row"}>
          {video.vip && <VipBadge />}
          {!ranked && <CoverStats video={video} size="row" />}
        </Cover>
        <span className={rows.text}>
          <span className={rows.name}>{video.title || texts.untitled}</span>
          <span className={rows.meta}>
            <span className={stats.meta}>
              <Hot video={video} />
              {ranked && <span>{video.duration}</span>}
            </span>
            <LikeMark liked={liked} onlyLiked />
          </span>
        </span>
      </Link>
    </div>
  );
});

function LikeMark({ liked, onlyLiked = false }: { liked: boolean; onlyLiked?: boolean }) {
  if (liked) {
    return (
      <span role="img" aria-label={texts.liked} className={stats.liked}>
        <Icon name="heart" size={onlyLiked ? 14 : 18} solid />
      </span>
    );
  }
  return onlyLiked ? null : (
    <span className={stats.mark}>
      <Icon name="heart" size={18} />
    </span>
  );
}

function CoverStats({ video, size }: { video: Video; size: "wide" | "half" | "row" }) {
  return (
    <span className={`${stats.onCover} ${size === "wide" ? stats.wide : ""}`}>
      {size !== "row" && <Hot video={video} solid />}
      <span className={stats.duration}>{video.duration}</span>
    </span>
  );
}

const Hot = ({ video, solid = false }: { video: Video; solid?: boolean }) => (
  <span className={stats.hot}>
    <Icon name="flame" size={14} solid={solid} />
    {formatCount(video.hot)}
  </span>
);
