import { z } from "zod";
import type { Context } from "../../../server/context.ts";
import type { Danmu } from "../../../server/contract/index.ts";
import { VIDEO_CODE } from "../../../server/contract/rules.ts";
import type { AdCardData } from "../../../server/domain/cards.ts";
import type { DeferredOutcome } from "../../../server/outcomes/defer-after.ts";
import { texts } from "../../texts/index.ts";

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

export interface WatchPageData {
  video: RequestedVideo;
  ad: DeferredOutcome<AdCardData | null>;
  requestId?: string; // of a missing video
}

export async function watchPage(context: Context, id: string): Promise<WatchPageData> {
  const parts = { video: loadVideo(context, id), ad: firstPlayAd(context) };
  const page = await context.deferPage(parts);
  // a page with a video must be the same for every visitor, so it has no request id
  return isMissing(page.video) ? { ...page, requestId: context.requestId } : page;
}

async function firstPlayAd(context: Context): Promise<AdCardData | null> {
  const { play } = await context.ads();
  return play[0] ?? null;
}

type RequestedVideo = DeferredOutcome<WatchPageVideo | null>;

const isMissing = (video: RequestedVideo) =>
  !(video instanceof Promise) && video.ok && video.data === null;

export function statusOf(video: RequestedVideo): number {
  if (video instanceof Promise) return 200;
  if (!video.ok) return 503;
  return video.data ? 200 : 404;
}

async function loadVideo(context: Context, id: string) {
  const detail = await requestedVideo(context, id);
  if (!detail) return null;
  const [first] = detail.sources.find(({ episodes }) => episodes.length > 0)?.episodes ?? [];
  if (first) context.streams.readAhead(first.url);
  const { code, title, cover, vip, hot, duration, introduction, createdAt } = detail.video;
  return {
    code,
    title: title || texts.untitled,
    poster: context.images.address(cover),
    vip,
    hidden: await context.isOfHiddenSection(detail.video), // shown only on its own page, not in lists
    hot,
    duration,
    introduction,
    date: /^\d{4}-\d{2}-\d{2}/.exec(createdAt)?.[0] ?? "",
    sources: playableSources(context, detail),
    danmaku: cleanDanmaku(detail.danmu),
    recommended: context.cards(detail.recommended),
  };
}

export function playableSources(
  context: Context,
  { video, sources }: Pick<VideoDetail, "video" | "sources">,
) {
  return sources
    .map(({ channel, episodes }, index) => ({
      name: channel || texts.video.source(index + 1),
      episodes: episodes.map(({ id, name, url }, episode) => {
        const src = context.streams.address({ video: video.code, source: index, episode }, url);
        const kind = src.endsWith(".m3u8") ? ("hls" as const) : ("file" as const);
        const key = `${video.code}/${index}/${episode}`;
        return { key, id, name: name || texts.video.episode(episode + 1), src, kind };
      }),
    }))
    .filter(({ episodes }) => episodes.length > 0);
}
