import { z } from "zod/v4";
import type { Context } from "../../../../server/context.ts";
import { texts } from "../../../texts/index.ts";
import { videoCode } from "../page/find-video.server.ts";
import { watchIntents } from "./intents.ts";

const withIntent = <Name extends string>(name: Name) =>
  z.object({ intent: z.literal(name), video: videoCode });

const submission = z.discriminatedUnion("intent", [
  withIntent(watchIntents.like),
  withIntent(watchIntents.favourite),
  withIntent(watchIntents.unfavourite),
  withIntent(watchIntents.visit),
  withIntent(watchIntents.buy).extend({ episode: z.coerce.number().int().positive() }),
]);
type Submission = z.output<typeof submission>;

/** How it went. `refused`: the upstream said no, in its own words. */
export type ActionAnswer = { ok: true } | { ok: false; message: string; refused: boolean };

/** Does what a viewer asks for; the answer comes with an HTTP status, or is a redirect back to the page. */
export async function handleIntent(context: Context, request: Request) {
  const id = new URL(request.url).searchParams.get("id");
  const form = await request.formData();
  const parsed = submission.safeParse({ ...Object.fromEntries(form), video: id });
  if (!parsed.success) return { answer: failure(texts.video.unknownWish), status: 400 };

  const outcome = await attempt(context, parsed.data);
  const redirect = outcome.ok && context.redirectWithFlash(`/videoinfo?id=${parsed.data.video}`);
  return redirect || { answer: outcome, status: 200 };
}

async function attempt(context: Context, submitted: Submission): Promise<ActionAnswer> {
  const outcome = await context.attempt(submitted.intent, perform(context, submitted));
  return outcome.ok
    ? { ok: true }
    : failure(outcome.message || texts.network, outcome.reason === "refused");
}

const failure = (message: string, refused = false): ActionAnswer => ({
  ok: false,
  message,
  refused,
});

async function perform(context: Context, submitted: Submission): Promise<unknown> {
  const { library } = context.api;
  const record = () => context.recordOf(submitted.video);
  switch (submitted.intent) {
    case watchIntents.like:
      return library.addLike(await record());
    case watchIntents.favourite:
      return library.addFavourite(await record());
    case watchIntents.visit:
      return library.addHistory(await record());
    case watchIntents.unfavourite:
      return removeFavourites(context, submitted.video);
    case watchIntents.buy:
      return context.access.buy({ video: submitted.video, episode: submitted.episode });
  }
}

async function removeFavourites({ api }: Context, video: string) {
  const favourites = await api.library.favourites();
  const ids = favourites.filter(({ code }) => code === video).map(({ id }) => id);
  if (ids.length > 0) await api.library.remove(ids);
}
