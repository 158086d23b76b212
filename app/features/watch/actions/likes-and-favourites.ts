import type { VideoCardData } from "../../../../server/domain/cards.ts";
import type { ActionResult } from "../../../../server/outcomes/actions.ts";
import { deviceStorage, useDeviceStorage } from "../../../device/storage.ts";
import { useSubmitIntent, watchIntents } from "../../../navigation/video-intents.tsx";
import { actionDone } from "../../../results/action-result.ts";
import { texts } from "../../../texts/index.ts";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { isLiked, removeLike } from "../../../ui/video/likes.ts";

export async function sendLike(
  code: string,
  send: () => Promise<ActionResult>,
): Promise<ActionResult> {
  const result = await send();
  if (!isLiked(code)) return result;
  if (result.ok) showToast(texts.watching.liked, { kind: "done" });
  else {
    removeLike(code);
    showToast(result.message, { kind: "failed" });
  }
  return result;
}

const isFavourite = (code: string) =>
  deviceStorage.read("savedVideos").some((saved) => saved.code === code);

const removeFavourite = (code: string) =>
  deviceStorage.update("savedVideos", (videos) => videos.filter((saved) => saved.code !== code));

export function useFavourite(video: VideoCardData) {
  const { code, title, cover, vip, hot, duration } = video;
  const favourite = useDeviceStorage("savedVideos").some((saved) => saved.code === code);
  const submitIntent = useSubmitIntent();
  const toggle = () => {
    if (isFavourite(code)) {
      removeFavourite(code);
      showToast(texts.watching.unfavourited);
      submitIntent(code, watchIntents.unfavourite);
    } else {
      const saved = { code, title, cover, vip, hot, duration, savedAt: Date.now() };
      deviceStorage.update("savedVideos", (videos) => [saved, ...videos]);
      submitIntent(code, watchIntents.favourite);
    }
  };
  return { favourite, toggle };
}

let previousCall: Promise<unknown> = Promise.resolve();

export function sendFavourite(
  code: string,
  favourite: boolean,
  send: () => Promise<ActionResult>,
): Promise<ActionResult> {
  const call = previousCall.then(async (): Promise<ActionResult> => {
    const isCurrent = () => isFavourite(code) === favourite;
    if (!isCurrent()) return actionDone();
    const result = await send();
    if (favourite && isCurrent()) showOutcome(code, result);
    return result;
  });
  previousCall = call.catch(() => undefined);
  return call;
}

function showOutcome(code: string, result: ActionResult) {
  if (result.ok) return showToast(texts.watching.favourited, { kind: "done" });
  removeFavourite(code);
  showToast(result.message, { kind: "failed" });
}
