import { z } from "zod/v4";
import type { Context } from "../../../../server/context.ts";
import { texts } from "../../../texts/index.ts";
import { videoCode } from "../page/find-video.server.ts";

const intent = <Name extends string>(name: Name) =>
  z.object({ intent: z.literal(name), video: videoCode });

const wishes = z.discriminatedUnion("intent", [
  intent("like"),
  intent("favourite"),
  intent("unfavourite"),
  intent("visit"),
  intent("buy").extend({ episode: z.coerce.number().int().positive() }),
]);
type Wish = z.output<typeof wishes>;

/** How it went. `refused`: the upstream said no, in its own words. */
export type ActionAnswer = { ok: true } | { ok: false; message: string; refused: boolean };

/** Does what a viewer wants of a video; the answer goes with an HTTP status, or leads back to the page. */
export async function answerToWish(context: Context, request: Request) {
  const id = new URL(request.url).searchParams.get("id");
  const form = await request.formData();
  const parsed = wishes.safeParse({ ...Object.fromEntries(form), video: id });
  if (!parsed.success) return { answer: failure(texts.video.unknownWish), status: 400 };

  const outcome = await attempt(context, parsed.data);
  const ledOn = outcome.ok && context.redirectWithFlash(`/videoinfo?id=${parsed.data.video}`);
  return ledOn || { answer: outcome, status: 200 };
}

async function attempt(context: Context, wish: Wish): Promise<ActionAnswer> {
  const outcome = await context.attempt(wish.intent, fulfil(context, wish));
  return outcome.ok
    ? { ok: true }
    : failure(outcome.message || texts.network, outcome.reason === "refused");
}

const failure = (message: string, refused = false): ActionAnswer => ({
  ok: false,
  message,
  refused,
});

async function fulfil(context: Context, wish: Wish): Promise<unknown> {
  const { library } = context.api;
  const record = () => context.recordOf(wish.video);
  switch (wish.intent) {
    case "like":
      return library.addLike(await record());
    case "favourite":
      return library.addFavourite(await record());
    case "visit":
      return library.addHistory(await record());
    case "unfavourite":
      return removeFavourite(context, wish.video);
    case "buy":
      return context.access.buy({ video: wish.video, episode: wish.episode });
  }
}

async function removeFavourite({ api }: Context, video: string) {
  const favourites = await api.library.favourites();
  const ids = favourites.filter(({ code }) => code === video).map(({ id }) => id);
  if (ids.length > 0) await api.library.remove(ids);
}
