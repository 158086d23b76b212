import type { VideoCard as Video } from "../../../server/domain/cards.ts";
import { Icon } from "../media/icon.tsx";
import { formatHot } from "./hot.ts";
import styles from "./stats.module.css";

/** What lies along a cover's lower edge: how hot it is, how long it runs. Rows show the running time alone. */
export function CoverStats({
  video,
  size = "half",
}: {
  video: Video;
  size?: "wide" | "half" | "row";
}) {
  return (
    <span className={`${styles.onCover} ${size === "wide" ? styles.wide : ""}`}>
      {size !== "row" && (
        <span className={styles.hot}>
          <Icon name="flame" size={14} solid />
          {formatHot(video.hot)}
        </span>
      )}
      <span className={styles.duration}>{video.duration}</span>
    </span>
  );
}

/** The same numbers beside a cover. */
export function MetaStats({ video, duration = false }: { video: Video; duration?: boolean }) {
  return (
    <span className={styles.meta}>
      <span className={styles.hot}>
        <Icon name="flame" size={14} />
        {formatHot(video.hot)}
      </span>
      {duration && <span>{video.duration}</span>}
    </span>
  );
}
