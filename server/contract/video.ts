import { z } from "zod";
import { read } from "./endpoint.ts";
import {
  address,
  amount,
  count,
  duration,
  flag,
  identifier,
  list,
  moment,
  optionalId,
  page,
  plainText,
  text,
} from "./scalars.ts";

/** A video in a list. `hot` is the number of views, `duration` formatted as "23:18". */
export const videoSchema = z
  .object({
    cartoonCode: identifier,
    cartoonName: plainText,
    cartoonImage: address,
    cartoonVip: flag,
    cartoonHot: count,
    vodDuration: duration,
    cartoonAuthor: plainText,
    cartoonIntroduce: plainText,
    sortNum: count,
    dictCode: text,
    createTime: moment,
  })
  .transform((wire) => ({
    code: wire.cartoonCode,
    title: wire.cartoonName,
    cover: wire.cartoonImage,
    vip: wire.cartoonVip,
    hot: wire.cartoonHot,
    duration: wire.vodDuration,
    author: wire.cartoonAuthor,
    introduction: wire.cartoonIntroduce,
    sortNum: wire.sortNum,
    categoryCode: wire.dictCode,
    createdAt: wire.createTime,
  }));
export type Video = z.output<typeof videoSchema>;

const episode = z
  .object({ id: optionalId, name: plainText, url: address, cover: address })
  .refine((wire) => wire.url !== "", "episode without an address");

const source = z
  .object({ channel: plainText, urlList: list(episode) })
  .transform((wire) => ({ channel: wire.channel, episodes: wire.urlList }));

const danmu = z
  .object({ id: text, time: amount, text: plainText, color: text, type: count })
  .transform(({ type, ...rest }) => ({
    ...rest,
    placement: ({ 1: "top", 2: "bottom" } as const)[type] ?? ("scroll" as const),
  }));
export type Danmu = z.output<typeof danmu>;

const detail = z
  .object({
    videoInfo: videoSchema,
    recommend: list(videoSchema),
    srcList: list(source),
    danmuList: list(danmu),
  })
  .transform((wire) => ({
    video: wire.videoInfo,
    recommended: wire.recommend,
    sources: wire.srcList,
    danmu: wire.danmuList,
  }));

const currentPage = z.int().min(1);

export const videoEndpoints = {
  /** Ranking, and newest videos in groups. */
  index: read("/app-api/cartoon/listIndex", {
    body: z.object({}),
    toBody: () => ({}),
    data: z
      .object({
        rankList: list(videoSchema),
        typeList: list(
          z.object({ dictName: plainText, dictCode: text, cartoonInfoList: list(videoSchema) }),
        ),
      })
      .transform((wire) => ({
        ranking: wire.rankList,
        groups: wire.typeList.map((group) => ({
          name: group.dictName,
          code: group.dictCode,
          videos: group.cartoonInfoList,
        })),
      })),
    encrypted: true,
  }),
  /** The editors' choice; an empty page ends the list. */
  featured: read("/app-api/cartoon/listIndexLike", {
    body: z.object({ currentPage }),
    toBody: (page: number) => ({ currentPage: page }),
    data: z
      .object({ distinctNameList: list(videoSchema) })
      .transform((wire) => wire.distinctNameList),
    encrypted: true,
  }),
  /** Ten per page, newest first; tag '0' means all videos. */
  byTag: read("/app-api/cartoon/listPaging", {
    body: z.object({ currentPage, type: z.literal("全部"), typeCode: z.string() }),
    toBody: (tag: string, page: number) => ({
      currentPage: page,
      type: "全部" as const,
      typeCode: tag,
    }),
    data: page(videoSchema),
    encrypted: true,
  }),
  /** Code 404 if the video does not exist. */
  detail: read("/app-api/cartoon/getVideoDetail", {
    body: z.object({ index: z.literal(0), vid: z.string() }),
    toBody: (code: string) => ({ index: 0 as const, vid: code }),
    data: detail,
    encrypted: true,
  }),
};
