import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { ActionResult } from "../../server/outcomes/actions.ts";
import { videoAddress } from "../addresses.ts";
import type { EpisodeToBuy } from "../device/stored-purchase.ts";
import { watchIntents } from "../navigation/video-intents.tsx";
import { texts } from "../texts/index.ts";
import { showToast } from "../ui/feedback/toast.tsx";
import { useOneSubmit } from "../ui/form/use-one-submit.ts";
import {
  currentPurchase,
  dispatchPurchase,
  isInState,
  isOffered,
  usePurchaseState,
} from "./purchase.ts";

export interface EpisodeOnSale {
  code: string;
  episode: string;
  place: string; // the address at which the video resumes
  preview: number | null | undefined; // seconds; null for the whole episode, undefined if not known yet
}

export function usePurchase({ code: video, episode, place, preview }: EpisodeOnSale) {
  const { submit, data, state } = useFetcher<ActionResult>({ key: `buy/${video}/${episode}` });
  const { begin } = useOneSubmit(state, data);
  const now = usePurchaseState();
  const shown = { video, episode };
  const busy = state !== "idle";

  const buy = () => {
    if (busy || !begin()) return;
    dispatchPurchase({ type: "buy", episode: shown, back: place });
    const fields = { intent: watchIntents.buy, episode, back: place };
    submit(fields, { method: "post", action: videoAddress(video) });
  };
  const latest = useRef(buy);
  latest.current = buy;

  useEffect(
    () => dispatchPurchase({ type: "opened", episode: { video, episode } }),
    [video, episode],
  );

  const isPaid = isInState("buying", now, shown) && now.isPaid;
  useEffect(() => {
    if (!isPaid || preview === undefined) return;
    if (preview === null) dispatchPurchase({ type: "bought", episode: { video, episode } });
    else latest.current();
  }, [isPaid, preview, video, episode]);

  return { offered: isOffered(now, shown), busy, buy };
}

/** Works even if another page is open by then. `answer` rejects only with a redirect to buy the missing coins. */
export async function settlePurchase(episode: EpisodeToBuy, answer: Promise<ActionResult>) {
  const result = await answer.catch((redirect) => {
    dispatchPurchase({ type: "tooFewCoins", episode });
    throw redirect;
  });
  const { bought, paidAndBought } = texts.paySheet;
  if (!result.ok) showToast(result.message, { kind: "failed" });
  else showToast(currentPurchase().isPaid ? paidAndBought : bought, { kind: "done" });
  dispatchPurchase({ type: result.ok ? "bought" : "failed", episode });
  return result;
}
