import { z } from "zod";
import type { Context } from "../../../../server/context.ts";
import { EPISODE_ID, EPISODE_PRICE } from "../../../../server/contract/rules.ts";
import type { ActionResult } from "../../../../server/outcomes/actions.ts";
import { watchIntents } from "../../../navigation/video-intents.tsx";
import { actionDone, actionFailed } from "../../../results/action-result.ts";
import { texts } from "../../../texts/index.ts";
import { videoCode } from "../watch.server.ts";

const withIntent = <Name extends string>(name: Name) =>
  z.object({ intent: z.literal(name), video: videoCode });

const watchForm = z.discriminatedUnion("intent", [
  withIntent(watchIntents.like),
  withIntent(watchIntents.favourite),
  withIntent(watchIntents.unfavourite),
  withIntent(watchIntents.visit),
  withIntent(watchIntents.buy).extend({
    episode: z.string().regex(EPISODE_ID),
    back: z.string().max(500).optional(), // the episode's address at the current second
  }),
]);
type WatchForm = z.output<typeof watchForm>;

interface TooFewCoins {
  topUpAddress: string;
}

export async function actOnVideo(
  context: Context,
  request: Request,
): Promise<ActionResult | TooFewCoins | Response> {
  const video = new URL(request.url).searchParams.get("id");
  const fields = Object.fromEntries(await context.formDataOf(request));
  const form = watchForm.safeParse({ ...fields, video });
  if (!form.success) return actionFailed({ reason: "invalid", message: texts.video.invalidForm });

  const { intent, video: code } = form.data;
  const place = intent === watchIntents.buy ? form.data.back : undefined;
  const back = context.safeRedirectPath(place ?? `/videoinfo?id=${code}`);
  const outcome = await context.attempt(intent, perform(context, form.data));
  if (outcome.ok) return context.redirectNativeForm(back) ?? actionDone();
  const refusedToSell = intent === watchIntents.buy && outcome.reason === "refused";
  if (refusedToSell && (await context.access.tooFewCoins(outcome)))
    return { topUpAddress: `/pay?coins=${EPISODE_PRICE}&back=${encodeURIComponent(back)}` };
  return actionFailed(outcome);
}

async function perform(context: Context, form: WatchForm): Promise<unknown> {
  const { library } = context.api;
  const record = () => context.recordOf(form.video);
  switch (form.intent) {
    case watchIntents.like:
      return library.addLike(await record());
    case watchIntents.favourite:
      return library.addFavourite(await record());
    case watchIntents.visit:
      return library.addHistory(await record());
    case watchIntents.unfavourite:
      return removeFavourite(context, form.video);
    case watchIntents.buy:
      return context.access.buy({ video: form.video, episode: form.episode });
  }
}

async function removeFavourite({ api }: Context, video: string) {
  const favourites = await api.library.favourites();
  const ids = favourites.filter(({ code }) => code === video).map(({ id }) => id);
  if (ids.length > 0) await api.library.remove(ids);
}
