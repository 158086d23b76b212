import type { AdCard as Ad } from "../../server/context/cards.ts";
import { AdLink } from "./ad-link.tsx";
import styles from "./ad-strip.module.css";
import { AdBadge } from "./badge.tsx";
import { Picture } from "./picture.tsx";

/** An ad across the page, between two parts of it. */
export function AdStrip({ ad }: { ad: Ad }) {
  return (
    <AdLink ad={ad} className={styles.strip}>
      <Picture src={ad.image} size="wide" alt={ad.title} unseen />
      <AdBadge low />
    </AdLink>
  );
}
