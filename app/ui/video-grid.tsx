import { memo } from "react";
import type { AdCard as Ad, VideoCard as Video } from "../../server/context/cards.ts";
import { AdCard } from "./ad-card.tsx";
import styles from "./grid.module.css";
import { CardSkeleton } from "./skeleton.tsx";
import { VideoCard } from "./video-card.tsx";

interface VideoGridProps {
  /** In the order shown. */
  items: (Video | Ad)[];
  /** Whether this is what the visitor sees first, so that its first picture must not wait. */
  eager?: boolean;
  /** Whether more is on its way. */
  growing?: boolean;
}

/** Two columns of cards under a wide first one. */
export function VideoGrid({ items, eager = false, growing = false }: VideoGridProps) {
  return (
    <ul className={styles.grid} aria-busy={growing}>
      {items.map((item, index) => (
        <Cell
          key={"place" in item ? `ad ${index}` : item.code}
          item={item}
          wide={index === 0}
          eager={eager && index === 0}
        />
      ))}
      {growing &&
        [0, 1].map((place) => <CardSkeleton key={place} wide={items.length + place === 0} />)}
    </ul>
  );
}

interface CellProps {
  item: Video | Ad;
  wide: boolean;
  eager: boolean;
}

/** Drawn once, however long the list grows. */
const Cell = memo(function Cell({ item, wide, eager }: CellProps) {
  return (
    <li>
      {"place" in item ? (
        <AdCard ad={item} wide={wide} />
      ) : (
        <VideoCard video={item} wide={wide} eager={eager} />
      )}
    </li>
  );
});
