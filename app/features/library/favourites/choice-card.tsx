import { memo } from "react";
import { texts } from "../../../texts/index.ts";
import { Icon } from "../../../ui/media/icon.tsx";
import { CardBody, cardClass } from "../../../ui/video/video-card.tsx";
import type { Kept } from "../library.server.ts";
import styles from "./choice-card.module.css";

interface ChoiceCardProps {
  video: Kept;
  wide: boolean;
  chosen: boolean;
  onToggle: (code: string) => void;
}

/** A video's card as a box to be ticked. It is drawn anew only when it is. */
export const ChoiceCard = memo(function ChoiceCard(props: ChoiceCardProps) {
  const { video, wide, chosen, onToggle } = props;
  return (
    <label className={`${cardClass(wide)} ${styles.choice}`}>
      <CardBody video={video} wide={wide} />
      <input
        type="checkbox"
        aria-label={video.title || texts.untitled}
        checked={chosen}
        onChange={() => onToggle(video.code)}
      />
      <span className={styles.tick}>
        <Icon name="check" size={16} />
      </span>
    </label>
  );
});
