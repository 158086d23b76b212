import { useEffect, useRef, useState } from "react";
import { formatCount } from "../../../ui/format.ts";
import { Icon } from "../../../ui/media/icon.tsx";
import { Report } from "../report/report-button.tsx";
import styles from "./video-facts.module.css";
import type { WatchPageVideo } from "./watch.server.ts";

interface VideoFactsProps {
  video: WatchPageVideo;
  /** Of the episode that plays. */
  duration: string;
}

export function VideoFacts({ video, duration }: VideoFactsProps) {
  return (
    <div className={styles.facts}>
      <h2>{video.title}</h2>
      <div className={styles.meta}>
        <span>
          <Icon name="flame" size={14} />
          {formatCount(video.hot)}
        </span>
        {duration && <span>{duration}</span>}
        {video.date && <time dateTime={video.date}>{video.date}</time>}
        <Report code={video.code} />
      </div>
      {video.introduction && <Introduction key={video.code} text={video.introduction} />}
    </div>
  );
}

function Introduction({ text }: { text: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [fits, setFits] = useState(false);

  useEffect(() => {
    const element = paragraph.current;
    if (!element) return;
    const sizes = new ResizeObserver(() => {
      const unfolded = element.closest("details")?.open;
      if (!unfolded) setFits(element.scrollHeight <= element.clientHeight + 1);
    });
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);

  return (
    <details className={styles.introduction} data-fits={fits}>
      <summary>
        <p ref={paragraph}>{text}</p>
        <Icon name="down" size={18} />
      </summary>
    </details>
  );
}
