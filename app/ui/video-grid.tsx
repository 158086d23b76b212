import type { AdCard as Ad, VideoCard as Video } from "../../server/context/cards.ts";
import { AdCard } from "./ad-card.tsx";
import styles from "./grid.module.css";
import { CardSkeleton } from "./skeleton.tsx";
import { VideoCard } from "./video-card.tsx";

interface VideoGridProps {
  /** In the order shown. */
  items: (Video | Ad)[];
  /** How many of them the visitor sees first, so that their pictures must not wait. */
  eager?: number;
  /** Whether more is on its way. */
  growing?: boolean;
}

/** Two columns of cards under a wide first one. */
export function VideoGrid({ items, eager = 0, growing = false }: VideoGridProps) {
  return (
    <ul className={styles.grid} aria-busy={growing}>
      {items.map((item, index) => (
        <li key={"place" in item ? `ad ${index}` : item.code}>
          {"place" in item ? (
            <AdCard ad={item} wide={index === 0} />
          ) : (
            <VideoCard
              video={item}
              wide={index === 0}
              eager={index < eager && (index > 0 || "first")}
            />
          )}
        </li>
      ))}
      {growing &&
        [0, 1].map((place) => <CardSkeleton key={place} wide={items.length + place === 0} />)}
    </ul>
  );
}
