import { z } from "zod/v4";
import type { Context } from "../../../../server/context.ts";
import type { Danmu } from "../../../../server/contract/index.ts";
import { VIDEO_CODE } from "../../../../server/contract/rules.ts";
import type { AdCardData } from "../../../../server/domain/cards.ts";
import type { DeferredOutcome } from "../../../../server/domain/defer-after.ts";
import { texts } from "../../../texts/index.ts";

export const videoCode = z.string().regex(VIDEO_CODE);

type VideoDetail = NonNullable<Awaited<ReturnType<Context["findVideo"]>>>;

export async function requestedVideo(
  context: Context,
  id: string | null,
): Promise<VideoDetail | null> {
  const code = videoCode.safeParse(id);
  return code.success ? context.findVideo(code.data) : null;
}

const MAX_DANMAKU = 2_000;
const MAX_CHARACTERS = 100;

export const cleanDanmaku = (danmaku: readonly Danmu[]): Danmu[] =>
  danmaku
    .map((one) => ({
      ...one,
      text: [...one.text.trim()].slice(0, MAX_CHARACTERS).join(""),
      color: /^#[0-9a-f]{6}$/i.test(one.color) ? one.color : "",
    }))
    .filter(({ time, text }) => time >= 0 && text !== "")
    .sort((one, other) => one.time - other.time)
    .slice(0, MAX_DANMAKU);

export type WatchPageVideo = NonNullable<Awaited<ReturnType<typeof loadVideo>>>;
export type Source = WatchPageVideo["sources"][number];
export type Episode = Source["episodes"][number];

export type WatchPageData = Awaited<ReturnType<typeof watchPage>>;

export async function watchPage(context: Context, id: string) {
  const parts = { video: loadVideo(context, id), ad: firstPlayAd(context) };
  const { origin, requestId } = context;
  return { ...(await context.deferPage(parts)), origin, requestId };
}

async function firstPlayAd(context: Context): Promise<AdCardData | null> {
  const { play } = await context.ads();
  return play[0] ?? null;
}

/** A page with a streamed video was already answered with 200. */
export function statusOf(video: DeferredOutcome<WatchPageVideo | null>): number {
  if (video instanceof Promise) return 200;
  if (!video.ok) return 503;
  return video.data ? 200 : 404;
}

async function loadVideo(context: Context, id: string) {
  const detail = await requestedVideo(context, id);
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
    danmaku: cleanDanmaku(detail.danmu),
    recommended: context.cards(detail.recommended),
  };
}

function playableSources(context: Context, { video, sources }: VideoDetail) {
  return sources
    .map(({ channel, episodes }, index) => ({
      name: channel || texts.video.source(index + 1),
      episodes: episodes.map(({ id, name, url }, episode) => {
        const src = context.streams.address({ url, video: video.code, episode: id });
        const kind = src.endsWith(".m3u8") ? ("hls" as const) : ("file" as const);
        const key = `${video.code}/${index}/${episode}`;
        return { key, id, name: name || texts.video.episode(episode + 1), src, kind };
      }),
    }))
    .filter(({ episodes }) => episodes.length > 0);
}
