import type { VideoCardData } from "../../../../server/domain/cards.ts";
import { device, useDevice } from "../../../session/storage.ts";
import { texts } from "../../../texts/index.ts";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { useTell } from "./use-submit-intent.ts";
import type { ActionAnswer } from "./watch-actions.server.ts";

const isFavourite = (code: string) =>
  device.read("savedVideos").some((saved) => saved.code === code);

const forget = (code: string) =>
  device.update("savedVideos", (videos) => videos.filter((saved) => saved.code !== code));

/** Whether this device keeps the video as a favourite, and the other way round: seen at once, then told. */
export function useFavourite(video: VideoCardData) {
  const { code, title, cover, vip, hot, duration } = video;
  const favourite = useDevice("savedVideos").some((saved) => saved.code === code);
  const tell = useTell(code);
  const toggle = () => {
    if (isFavourite(code)) {
      forget(code);
      showToast(texts.watching.unfavourited);
      tell("unfavourite");
    } else {
      const saved = { code, title, cover, vip, hot, duration, savedAt: Date.now() };
      device.update("savedVideos", (videos) => [saved, ...videos]);
      tell("favourite");
    }
  };
  return { favourite, toggle };
}

let before: Promise<unknown> = Promise.resolve();

/** One call after the other, and only those that still are the viewer's wish: the last one wins. */
export function sendFavourite(
  code: string,
  wanted: boolean,
  send: () => Promise<ActionAnswer>,
): Promise<ActionAnswer> {
  const turn = before.then(async (): Promise<ActionAnswer> => {
    const stillWanted = () => isFavourite(code) === wanted;
    if (!stillWanted()) return { ok: true };
    const answer = await send();
    if (wanted && stillWanted()) settle(code, answer);
    return answer;
  });
  before = turn.catch(() => undefined);
  return turn;
}

function settle(code: string, answer: ActionAnswer) {
  if (answer.ok) return showToast(texts.watching.favourited, { kind: "done" });
  forget(code);
  showToast(answer.message, { kind: "failed" });
}
