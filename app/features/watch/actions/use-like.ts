import { device, useLiked } from "../../../session/storage.ts";
import { texts } from "../../../texts/index.ts";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { useTell } from "./use-submit-intent.ts";
import type { ActionAnswer } from "./watch-actions.server.ts";

const isLiked = (code: string) => device.read("likedVideos").includes(code);

const forget = (code: string) =>
  device.update("likedVideos", (codes) => codes.filter((liked) => liked !== code));

/** A like is seen at once and told to the upstream; taking it back is this device's own affair. */
export function useLike(code: string) {
  const liked = useLiked(code);
  const tell = useTell(code);
  const toggle = () => {
    if (isLiked(code)) return forget(code);
    device.update("likedVideos", (codes) => [code, ...codes]);
    tell("like");
  };
  return { liked, toggle };
}

/** A like that could not be told is taken back, unless the viewer has done so already. */
export async function sendLike(
  code: string,
  send: () => Promise<ActionAnswer>,
): Promise<ActionAnswer> {
  const answer = await send();
  if (!isLiked(code)) return answer;
  if (answer.ok) showToast(texts.watching.liked, { kind: "done" });
  else {
    forget(code);
    showToast(answer.message, { kind: "failed" });
  }
  return answer;
}
