import { texts } from "../../texts/index.ts";
import styles from "./badge.module.css";

/** In a cover's upper corner. */
export function VipBadge({ large = false }: { large?: boolean }) {
  return <span className={`${styles.badge} ${styles.vip} ${large ? styles.large : ""}`}>VIP</span>;
}

/** Every ad says that it is one. */
export function AdBadge({ large = false, low = false }: { large?: boolean; low?: boolean }) {
  const place = low ? styles.low : large ? styles.large : "";
  return <span className={`${styles.badge} ${styles.ad} ${place}`}>{texts.ad}</span>;
}
