import { deviceStorage, useLiked } from "../../device/storage.ts";
import { useSubmitIntent, watchIntents } from "../../navigation/video-intents.tsx";

export const isLiked = (code: string) => deviceStorage.read("likedVideos").includes(code);

export const removeLike = (code: string) =>
  deviceStorage.update("likedVideos", (codes) => codes.filter((liked) => liked !== code));

/** Removing a like changes only this device, because the upstream has no call for it. */
export function useLike(code: string) {
  const liked = useLiked(code);
  const submitIntent = useSubmitIntent();
  const toggle = () => {
    if (isLiked(code)) return removeLike(code);
    deviceStorage.update("likedVideos", (codes) => [code, ...codes]);
    submitIntent(code, watchIntents.like);
  };
  return { liked, toggle };
}
