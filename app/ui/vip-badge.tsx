import styles from "./vip-badge.module.css";

/** One drawing for each period, richer as it grows, on a grid of 16. */
const crown = "M1.8 4.6 5.2 7 8 2.8 10.800 7l3.4-2.4-1.2 6.600H3z";
const band = "M3 12.400h10V14H3z";
const jewel = (x: number, y: number) => `M${x - 1.2} ${y}a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0-2.4 0z`;
const emblems = [
  "M8 3.200 12.800 8 8 12.800 3.200 8z",
  crown,
  crown + band,
  crown + band + jewel(8, 1.5),
  crown + band + jewel(8, 1.5) + jewel(1.5, 3.6) + jewel(14.5, 3.6),
  "M8 .8l2.100 4.500 4.900.6-3.600 3.400.9 4.900L8 11.800l-4.300 2.400.9-4.900L1 5.900l4.900-.6z",
];

interface VipBadgeProps {
  /** The member's `vipPeriod`: from 5 on the drawing stays the same. */
  period: number;
  /** Whether the membership runs; one that ended is grey. */
  active: boolean;
}

/** Which membership somebody has. */
export function VipPeriodBadge({ period, active }: VipBadgeProps) {
  const tier = Math.max(0, Math.min(emblems.length - 1, Math.trunc(period)));
  const colours = styles[active ? `tier${tier}` : "tier0"];
  return (
    <span role="img" aria-label={`VIP${period}`} className={`${styles.badge} ${colours}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={emblems[tier]} />
      </svg>
      VIP{period}
    </span>
  );
}
