import { memo } from "react";
import { texts } from "../../texts.ts";
import { VipBadge } from "../../ui/badge.tsx";
import card from "../../ui/card.module.css";
import { Cover } from "../../ui/cover.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LikeMark } from "../../ui/like-mark.tsx";
import { CoverStats } from "../../ui/stats.tsx";
import styles from "./choice-card.module.css";
import type { Kept } from "./library.server.ts";

interface ChoiceCardProps {
  video: Kept;
  wide: boolean;
  chosen: boolean;
  onToggle: (code: string) => void;
}

/** A video's card as a box to be ticked. It is drawn anew only when it is. */
export const ChoiceCard = memo(function ChoiceCard(props: ChoiceCardProps) {
  const { video, wide, chosen, onToggle } = props;
  const size = wide ? "wide" : "half";
  const title = video.title || texts.untitled;
  return (
    <label className={`${card.card} ${wide ? card.wide : ""} ${styles.choice}`}>
      <Cover src={video.cover} size={size}>
        {video.vip && <VipBadge large={wide} />}
        <CoverStats video={video} size={size} />
      </Cover>
      <span className={card.foot}>
        <span className={card.name}>{title}</span>
        <LikeMark code={video.code} />
      </span>
      <input
        type="checkbox"
        aria-label={title}
        checked={chosen}
        onChange={() => onToggle(video.code)}
      />
      <span className={styles.tick}>
        <Icon name="check" size={16} />
      </span>
    </label>
  );
});
