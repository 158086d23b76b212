import type { ClientActionFunctionArgs } from "@remix-run/react";
import type { ActionResult } from "../../../../server/domain/actions.ts";
import { notifySessionEnded, sessionEndingOf } from "../../../session/session-ending.ts";
import { texts } from "../../../texts/index.ts";
import { actionFailed } from "../../../ui/form/action-result.ts";
import { watchIntents } from "./intents.ts";
import { sendFavourite, sendLike } from "./likes-and-favourites.ts";

/** Outcomes are handled here and not in the page, which may have been left before the answer comes. */
export async function watchClientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const intent = (await request.clone().formData()).get("intent");
  const code = new URL(request.url).searchParams.get("id") ?? "";
  const send = () => withoutThrowing(serverAction<ActionResult>());
  if (intent === watchIntents.like) return sendLike(code, send);
  if (intent === watchIntents.favourite) return sendFavourite(code, true, send);
  if (intent === watchIntents.unfavourite) return sendFavourite(code, false, send);
  return send();
}

/** A lost network or an ended session (which the shell then shows) is a result that undoes, not an error page. */
const withoutThrowing = (call: Promise<ActionResult>): Promise<ActionResult> =>
  call.catch((error: unknown) => {
    // a redirect is for the router
    if (error instanceof Response) throw error;
    const ending = sessionEndingOf(error);
    if (ending) notifySessionEnded(ending);
    return actionFailed({ reason: "offline", message: ending ? texts.session[ending] : "" });
  });
