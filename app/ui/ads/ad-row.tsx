import type { AdCard as Ad } from "../../../server/domain/cards.ts";
import { Cover } from "../media/cover.tsx";
import { Icon } from "../media/icon.tsx";
import { AdBadge } from "../video/badge.tsx";
import styles from "../video/row.module.css";
import { AdLink } from "./ad-link.tsx";

/** An ad among a ranking's rows; it holds no place in the ranking. */
export function AdRow({ ad }: { ad: Ad }) {
  return (
    <AdLink ad={ad} className={`${styles.row} ${styles.ranked}`}>
      <span className={styles.rank} />
      <Cover src={ad.image} size="small">
        <AdBadge />
      </Cover>
      <span className={styles.text}>
        <span className={`${styles.name} ${styles.ad}`}>{ad.title}</span>
      </span>
      <span className={styles.out}>
        <Icon name="out" size={16} />
      </span>
    </AdLink>
  );
}
