import type { AdCard as Ad } from "../../../server/domain/cards.ts";
import { Cover } from "../media/cover.tsx";
import { Icon } from "../media/icon.tsx";
import { AdBadge } from "../video/badge.tsx";
import styles from "../video/card.module.css";
import { AdLink } from "./ad-link.tsx";

/** An ad among a grid's cards. */
export function AdCard({ ad, wide = false }: { ad: Ad; wide?: boolean }) {
  return (
    <AdLink ad={ad} className={`${styles.card} ${wide ? styles.wide : ""}`}>
      <Cover src={ad.image} size={wide ? "wide" : "half"}>
        <AdBadge large={wide} />
      </Cover>
      <span className={`${styles.foot} ${styles.ad}`}>
        <span className={styles.name}>{ad.title}</span>
        <Icon name="out" size={16} />
      </span>
    </AdLink>
  );
}
