import type { AdCard as Ad } from "../../server/context/cards.ts";
import { AdLink } from "./ad-link.tsx";
import { AdBadge } from "./badge.tsx";
import { Cover } from "./cover.tsx";
import { Icon } from "./icon.tsx";
import styles from "./row.module.css";

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
