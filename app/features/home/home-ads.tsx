import type { AdCardData as Ad } from "../../../server/domain/cards.ts";
import { AdCard, AdLink, AdStrip } from "../../ui/ads/ads.tsx";
import { Picture } from "../../ui/media/picture.tsx";
import { AdBadge } from "../../ui/video/badge.tsx";
import styles from "./home-ads.module.css";

export function SquareAds({ ads }: { ads: Ad[] }) {
  const [only] = ads;
  if (!only) return null;
  if (ads.length === 1) {
    return (
      <div className={styles.alone}>
        <AdStrip ad={only} />
      </div>
    );
  }
  const [Tile, columns] =
    ads.length === 2 ? [AdCard, styles.two] : [SquareAd, ads.length === 3 ? styles.three : ""];
  return (
    <ul className={`${styles.tiles} ${columns}`}>
      {ads.map((ad) => (
        <li key={ad.id}>
          <Tile ad={ad} />
        </li>
      ))}
    </ul>
  );
}

function SquareAd({ ad }: { ad: Ad }) {
  return (
    <AdLink ad={ad} className={styles.tile}>
      <span className={styles.picture}>
        <Picture src={ad.image} size="tile" />
        <AdBadge />
      </span>
      <span className={styles.title}>{ad.title}</span>
    </AdLink>
  );
}
