import { texts } from "../../texts/index.ts";
import styles from "./badge.module.css";

export function VipBadge({ large = false, inline = false }: { large?: boolean; inline?: boolean }) {
  const place = inline ? styles.inline : large ? styles.large : "";
  return <span className={`${styles.badge} ${styles.vip} ${place}`}>VIP</span>;
}

export function AdBadge({ large = false, low = false }: { large?: boolean; low?: boolean }) {
  const size = low ? styles.low : large ? styles.large : "";
  return <span className={`${styles.badge} ${styles.ad} ${size}`}>{texts.ad}</span>;
}
