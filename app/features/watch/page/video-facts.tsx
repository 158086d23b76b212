import { formatHot } from "../../../ui/format.ts";
import { Icon } from "../../../ui/media/icon.tsx";
import { Report } from "../report/report.tsx";
import { Introduction } from "./introduction.tsx";
import styles from "./video-facts.module.css";
import type { WatchedVideo } from "./watch.server.ts";

export function VideoFacts({ video }: { video: WatchedVideo }) {
  return (
    <div className={styles.facts}>
      <h2>{video.title}</h2>
      <div className={styles.meta}>
        <span>
          <Icon name="flame" size={14} />
          {formatHot(video.hot)}
        </span>
        {video.duration && <span>{video.duration}</span>}
        {video.date && <time dateTime={video.date}>{video.date}</time>}
        <Report code={video.code} />
      </div>
      {video.introduction && <Introduction key={video.code} text={video.introduction} />}
    </div>
  );
}
