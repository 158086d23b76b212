import type { ClientActionFunctionArgs } from "@remix-run/react";
import type { ActionResult } from "../../../../server/domain/actions.ts";
import { changePage } from "../../../lists/list-page.ts";
import { FAVOURITES_ADDRESS } from "../../../navigation/addresses.ts";
import { keepsCookies } from "../../../navigation/member-lock.ts";
import { watchIntents } from "../../../navigation/video-intents.tsx";
import { dispatchPurchase } from "../../../purchase/purchase.ts";
import { notifySessionEnded, sessionEndingOf } from "../../../session/session-ending.ts";
import { texts } from "../../../texts/index.ts";
import { actionFailed } from "../../../ui/form/action-result.ts";
import { sendFavourite, sendLike } from "./likes-and-favourites.ts";

/** Outcomes are handled here because the page may have been left meanwhile. */
export async function watchClientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const intent = (await request.clone().formData()).get("intent");
  const code = new URL(request.url).searchParams.get("id") ?? "";
  const send = async () =>
    keepsCookies()
      ? withoutThrowing(serverAction<ActionResult>())
      : actionFailed({ reason: "offline", message: texts.cookiesNeeded });
  if (intent === watchIntents.like) return sendLike(code, send);
  if (intent === watchIntents.favourite || intent === watchIntents.unfavourite) {
    const sent = sendFavourite(code, intent === watchIntents.favourite, send);
    return changePage(FAVOURITES_ADDRESS, sent);
  }
  return intent === watchIntents.buy ? send().catch(tooFewCoins) : send();
}

/** Scripts are sent on for one reason only: to the page that sells the missing coins. */
function tooFewCoins(redirect: Response): never {
  dispatchPurchase({ type: "tooFewCoins" });
  throw redirect;
}

/** Network errors and ended sessions become a result, which undoes the optimistic update. */
const withoutThrowing = (call: Promise<ActionResult>): Promise<ActionResult> =>
  call.catch((error: unknown) => {
    if (error instanceof Response) throw error;
    const ending = sessionEndingOf(error);
    if (ending) notifySessionEnded(ending);
    return actionFailed({ reason: "offline", message: ending ? texts.session[ending] : "" });
  });
