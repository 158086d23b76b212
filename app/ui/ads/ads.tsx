import type { ReactNode } from "react";
import type { AdCardData as Ad } from "../../../server/domain/cards.ts";
import { Icon } from "../basics/icon.tsx";
import { Cover, Picture } from "../media/picture.tsx";
import { AdBadge } from "../video/badge.tsx";
import card from "../video/video-card.module.css";
import row from "../video/video-row.module.css";
import styles from "./ads.module.css";

interface AdLinkProps {
  ad: Ad;
  className?: string;
  children: ReactNode;
}

export function AdLink({ ad, className, children }: AdLinkProps) {
  // some in-app browsers have no `sendBeacon`
  const count = () => navigator.sendBeacon?.(`/ad/${ad.place}/${encodeURIComponent(ad.id)}/click`);
  return (
    <a
      href={ad.url}
      target="_blank"
      rel="noopener noreferrer"
      className={className}
      onClick={count}
    >
      {children}
    </a>
  );
}

export function AdCard({ ad, wide = false }: { ad: Ad; wide?: boolean }) {
  return (
    <AdLink ad={ad} className={`${card.card} ${wide ? card.wide : ""}`}>
      <Cover src={ad.image} size={wide ? "wide" : "half"}>
        <AdBadge large={wide} />
      </Cover>
      <span className={`${card.foot} ${card.ad}`}>
        <span className={card.name}>{ad.title}</span>
        <Icon name="out" size={16} />
      </span>
    </AdLink>
  );
}

export function AdRow({ ad }: { ad: Ad }) {
  return (
    <AdLink ad={ad} className={`${row.row} ${row.ranked}`}>
      <span className={row.rank} />
      <Cover src={ad.image} size="small">
        <AdBadge />
      </Cover>
      <span className={row.text}>
        <span className={`${row.name} ${row.ad}`}>{ad.title}</span>
      </span>
      <span className={row.out}>
        <Icon name="out" size={16} />
      </span>
    </AdLink>
  );
}

export function AdStrip({ ad }: { ad: Ad }) {
  return (
    <AdLink ad={ad} className={styles.strip}>
      <Picture src={ad.image} size="wide" alt={ad.title} startsOffscreen />
      <AdBadge low />
    </AdLink>
  );
}

export const AdStripSkeleton = () => (
  <div className={`${styles.place} ${styles.skeleton}`} aria-hidden="true" />
);
