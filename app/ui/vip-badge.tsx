import { texts } from "../texts.ts";
import { Icon } from "./icon.tsx";
import styles from "./vip-badge.module.css";

/** A member's badge: gold with the period's number, plain for who has none. */
export function VipBadge({ period }: { period: number }) {
  const name = texts.pay.badge(period);
  return (
    <span
      role="img"
      aria-label={name}
      className={`${styles.badge} ${period > 0 ? styles.gold : ""}`}
    >
      <Icon name="crown" size={14} solid={period > 0} />
      {name}
    </span>
  );
}
