import { useRef } from "react";
import { videoAddress } from "../../addresses.ts";
import type { VideoToContinue } from "../../device/before-first-paint.ts";
import { Link } from "../../navigation/link.tsx";
import { texts } from "../../texts/index.ts";
import { SectionHead } from "../../ui/layout/section-head.tsx";
import { Cover } from "../../ui/media/picture.tsx";
import { useMouseScroll } from "../../ui/use-mouse-scroll.ts";
import { cardRef } from "../../ui/video/card.ts";
import { WatchedMark } from "../../ui/video/watched-mark.tsx";
import styles from "./continue-shelf.module.css";
import { useFillHiddenFlags, useVideosToContinue } from "./watched-videos.ts";

const MAX_CODES = 20; // per request

const words = texts.continueWatching;

export function ContinueShelf() {
  const videos = useVideosToContinue().slice(0, MAX_CODES);
  useFillHiddenFlags(videos.filter(lacksHiddenFlag).map(({ video }) => video.code));
  const shown = videos.filter((one) => !lacksHiddenFlag(one));
  const strip = useRef<HTMLUListElement>(null);
  useMouseScroll(strip);
  return (
    <section aria-label={words.title} data-own-list="history">
      <SectionHead title={words.title} />
      <ul ref={strip} className={styles.strip}>
        {shown.map((one) => (
          <li key={one.video.code}>
            <ShelfCard {...one} />
          </li>
        ))}
      </ul>
      {videos.length === 0 && <p className={styles.done}>{words.done}</p>}
    </section>
  );
}

const lacksHiddenFlag = ({ video, watched }: VideoToContinue) =>
  watched !== undefined && video.hidden === undefined;

function ShelfCard({ video, watched }: VideoToContinue) {
  const { code, title, cover, episodes = 0 } = video;
  return (
    <div ref={cardRef(video)} className={styles.card}>
      <Link to={videoAddress(code)} viewTransition>
        <Cover src={cover} size="row">
          {watched && (
            <span className={styles.scrim}>
              <WatchedMark watched={watched} isSeries={episodes > 1 || watched.episode > 0} />
            </span>
          )}
        </Cover>
        <span className={styles.name}>{title || texts.untitled}</span>
      </Link>
    </div>
  );
}
