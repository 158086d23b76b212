import type { Context } from "../../../../server/context.ts";
import type { AdCardData } from "../../../../server/domain/cards.ts";
import type { Deferred } from "../../../../server/domain/soon.ts";
import { texts } from "../../../texts/index.ts";
import { readyDanmu } from "./danmu.server.ts";
import { type Detail, knownVideo } from "./find-video.server.ts";

/** A video with what belongs to it; null for one that does not exist or is no longer shown. */
export type WatchedVideo = NonNullable<Awaited<ReturnType<typeof watchedVideo>>>;
export type Source = WatchedVideo["sources"][number];
export type Episode = Source["episodes"][number];

export type WatchPageData = Awaited<ReturnType<typeof watchPage>>;

export async function watchPage(context: Context, id: string) {
  const parts = { video: watchedVideo(context, id), ad: firstPlayAd(context) };
  const { origin, requestId } = context;
  return { ...(await context.patiently(parts)), origin, requestId };
}

async function firstPlayAd(context: Context): Promise<AdCardData | null> {
  const { play } = await context.ads();
  return play[0] ?? null;
}

/** A page that is not known to be anything else yet is all right. */
export function statusOf(video: Deferred<WatchedVideo | null>): number {
  if (video instanceof Promise) return 200;
  if (!video.ok) return 503;
  return video.data ? 200 : 404;
}

async function watchedVideo(context: Context, id: string) {
  const detail = await knownVideo(context, id);
  if (!detail) return null;
  const { code, title, cover, vip, hot, duration, introduction, createdAt } = detail.video;
  return {
    code,
    title: title || texts.untitled,
    poster: context.images.address(cover),
    vip,
    hot,
    duration,
    introduction,
    date: /^\d{4}-\d{2}-\d{2}/.exec(createdAt)?.[0] ?? "",
    sources: playableSources(context, detail),
    danmu: readyDanmu(detail.danmu),
    recommended: context.cards(detail.recommended),
  };
}

function playableSources(context: Context, { video, sources }: Detail) {
  return sources
    .map(({ channel, episodes }, line) => ({
      channel: channel || texts.video.channel(line + 1),
      episodes: episodes.map(({ id, name, url }, index) => {
        const src = context.streams.address({ url, video: video.code, episode: id });
        const kind = src.endsWith(".m3u8") ? ("hls" as const) : ("file" as const);
        const key = `${video.code}/${line}/${index}`;
        return { key, id, name: name || texts.video.episode(index + 1), src, kind };
      }),
    }))
    .filter(({ episodes }) => episodes.length > 0);
}
