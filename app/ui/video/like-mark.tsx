import { useLiked } from "../../session/store.ts";
import { texts } from "../../texts/index.ts";
import { Icon } from "../media/icon.tsx";
import styles from "./like-mark.module.css";

interface LikeMarkProps {
  code: string;
  /** Small, and only for videos that were liked. */
  onlyLiked?: boolean;
}

/** Whether this device liked the video. */
export function LikeMark({ code, onlyLiked = false }: LikeMarkProps) {
  const liked = useLiked(code);
  if (liked) {
    return (
      <span role="img" aria-label={texts.liked} className={styles.liked}>
        <Icon name="heart" size={onlyLiked ? 14 : 18} solid />
      </span>
    );
  }
  return onlyLiked ? null : (
    <span className={styles.mark}>
      <Icon name="heart" size={18} />
    </span>
  );
}
