import { useSubmitIntent, watchIntents } from "../../navigation/video-intents.ts";
import { deviceStorage, useLiked } from "../../session/storage.ts";
import { texts } from "../../texts/index.ts";
import styles from "./video-card.module.css";

export const isLiked = (code: string) => deviceStorage.read("likedVideos").includes(code);

export const removeLike = (code: string) =>
  deviceStorage.update("likedVideos", (codes) => codes.filter((liked) => liked !== code));

/** Optimistic. Unliking changes only this device: the upstream has no call for it. */
export function useLike(code: string) {
  const liked = useLiked(code);
  const submitIntent = useSubmitIntent(code);
  const toggle = () => {
    if (isLiked(code)) return removeLike(code);
    deviceStorage.update("likedVideos", (codes) => [code, ...codes]);
    submitIntent(watchIntents.like);
  };
  return { liked, toggle };
}

/** Lies over a card's heart, which stands in the card's link. */
export function LikeButton({ code, title }: { code: string; title: string }) {
  const { liked, toggle } = useLike(code);
  return (
    <button
      type="button"
      className={styles.like}
      aria-label={texts.likeVideo(title || texts.untitled)}
      aria-pressed={liked}
      onClick={toggle}
    />
  );
}
