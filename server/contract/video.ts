import { z } from "zod";
import { read, withoutBody } from "./endpoint.ts";
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
  renamed,
  text,
} from "./scalars.ts";

/** A video in a list. `hot` is the number of views, `duration` formatted as "23:18". */
export const videoSchema = renamed({
  code: ["cartoonCode", identifier],
  title: ["cartoonName", plainText],
  cover: ["cartoonImage", address],
  vip: ["cartoonVip", flag],
  hot: ["cartoonHot", count],
  duration: ["vodDuration", duration],
  author: ["cartoonAuthor", plainText],
  introduction: ["cartoonIntroduce", plainText],
  sortNum: ["sortNum", count],
  categoryCode: ["dictCode", text],
  createdAt: ["createTime", moment],
});
export type Video = z.output<typeof videoSchema>;

const episode = z
  .object({ id: optionalId, name: plainText, url: address, cover: address })
  .refine((wire) => wire.url !== "", "episode without an address");

const source = renamed({ channel: ["channel", plainText], episodes: ["urlList", list(episode)] });

const danmu = z
  .object({ id: text, time: amount, text: plainText, color: text, type: count })
  .transform(({ type, ...rest }) => ({
    ...rest,
    placement: ({ 1: "top", 2: "bottom" } as const)[type] ?? ("scroll" as const),
  }));
export type Danmu = z.output<typeof danmu>;

const detail = renamed({
  video: ["videoInfo", videoSchema],
  recommended: ["recommend", list(videoSchema)],
  sources: ["srcList", list(source)],
  danmu: ["danmuList", list(danmu)],
});

const group = renamed({
  name: ["dictName", plainText],
  code: ["dictCode", text],
  videos: ["cartoonInfoList", list(videoSchema)],
});

const currentPage = z.int().min(1);

export const videoEndpoints = {
  /** Ranking, and newest videos in groups. */
  index: read("/app-api/cartoon/listIndex", {
    ...withoutBody,
    data: renamed({ ranking: ["rankList", list(videoSchema)], groups: ["typeList", list(group)] }),
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
