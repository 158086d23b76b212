import { Drawing } from "../basics/icon.tsx";
import styles from "./vip-period-badge.module.css";

const RICHEST = 5;

interface VipBadgeProps {
  period: number; // the member's `vipPeriod`; all from 5 look the same
  active: boolean;
}

export function VipPeriodBadge({ period, active }: VipBadgeProps) {
  const tier = Math.max(0, Math.min(RICHEST, Math.trunc(period)));
  const colours = styles[active ? `tier${tier}` : "tier0"];
  return (
    <span role="img" aria-label={`VIP${period}`} className={`${styles.badge} ${colours}`}>
      <Drawing name={`vip-${tier}`} />
      VIP{period}
    </span>
  );
}
