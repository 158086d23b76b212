import type { AdCard as Ad } from "../../../server/context/cards.ts";
import { AdLink } from "../../ui/ad-link.tsx";
import { AdBadge } from "../../ui/badge.tsx";
import { Picture } from "../../ui/picture.tsx";
import styles from "./square-ads.module.css";

/** Square tiles with a name, four to a line. */
export function SquareAds({ ads }: { ads: Ad[] }) {
  if (ads.length === 0) return null;
  return (
    <ul className={styles.tiles}>
      {ads.map((ad) => (
        <li key={ad.id}>
          <AdLink ad={ad} className={styles.tile}>
            <span className={styles.picture}>
              <Picture src={ad.image} sizes="90px" />
              <AdBadge />
            </span>
            <span className={styles.title}>{ad.title}</span>
          </AdLink>
        </li>
      ))}
    </ul>
  );
}
