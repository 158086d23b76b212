import type { AdCard as Ad } from "../../../server/domain/cards.ts";
import { Picture } from "../media/picture.tsx";
import { AdBadge } from "../video/badge.tsx";
import { AdLink } from "./ad-link.tsx";
import styles from "./ad-strip.module.css";

/** An ad across the page, between two parts of it. */
export function AdStrip({ ad }: { ad: Ad }) {
  return (
    <AdLink ad={ad} className={styles.strip}>
      <Picture src={ad.image} size="wide" alt={ad.title} unseen />
      <AdBadge low />
    </AdLink>
  );
}
