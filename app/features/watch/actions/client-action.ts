import type { ClientActionFunctionArgs } from "@remix-run/react";
import { answerTo } from "./answer.ts";
import { sendFavourite } from "./likes-and-favourites.ts";
import { sendLike } from "./use-like.ts";
import type { ActionAnswer } from "./watch-actions.server.ts";

/** What the viewer did is settled here and not in the page, which may have been left before the answer comes. */
export async function watchClientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const intent = (await request.clone().formData()).get("intent");
  const code = new URL(request.url).searchParams.get("id") ?? "";
  const send = () => answerTo(serverAction<ActionAnswer>());
  if (intent === "like") return sendLike(code, send);
  if (intent === "favourite") return sendFavourite(code, true, send);
  if (intent === "unfavourite") return sendFavourite(code, false, send);
  return send();
}
