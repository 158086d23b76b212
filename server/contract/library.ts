import { z } from "zod";
import { onlyCode, read, sending, withoutBody, write } from "./endpoint.ts";
import {
  address,
  count,
  identifier,
  list,
  moment,
  page,
  plainText,
  renamed,
  text,
} from "./scalars.ts";

const record = renamed(
  {
    id: ["id", identifier],
    code: ["collectCode", identifier],
    title: ["collectName", plainText],
    cover: ["collectImage", address],
    hot: ["collectHot", count],
    duration: ["collectDuration", text],
    author: ["collectAuthor", plainText],
    sortNum: ["sortNum", count],
    createdAt: ["createTime", moment],
  },
  { collectType: count, type: count, userId: text },
);
export type LibraryRecord = z.output<typeof record>;

/** Stored per video. `duration` is its length or, for a playback position, the second reached. */
const recordInput = sending({
  author: ["collectAuthor", z.string().max(200)],
  code: ["collectCode", z.string().min(1).max(40)],
  duration: ["collectDuration", z.union([z.string().max(40), z.number()])],
  hot: ["collectHot", z.number()],
  cover: ["collectImage", z.string().max(2_000)],
  title: ["collectName", z.string().max(400)],
  sortNum: ["sortNum", z.number()],
});
export type RecordInput = Parameters<typeof recordInput.toBody>[0];

/** 1 favourite, 2 like, 3 playback position, 4 browse history. */
type RecordType = 1 | 2 | 3 | 4;

const recordWrite = <Type extends RecordType>(path: `/${string}`, type: Type) =>
  write(path, {
    body: recordInput.body.extend({ collectType: z.literal(2), type: z.literal(type) }),
    toBody: (input: RecordInput) => ({
      ...recordInput.toBody(input),
      collectType: 2 as const,
      type,
    }),
    ...onlyCode,
  });

export const libraryEndpoints = {
  favourites: read("/renren-api/api/member/getCollectList", {
    ...withoutBody,
    data: list(record),
    member: true,
    encrypted: true,
  }),
  remove: write("/renren-api/api/member", {
    body: z.object({ ids: z.array(z.string().max(40)).max(1_000) }),
    toBody: (ids: string[]) => ({ ids }),
    ...onlyCode,
  }),
  /** Adding a video again updates its record. */
  addFavourite: recordWrite("/renren-api/api/member/collect", 1),
  addLike: recordWrite("/renren-api/api/member/like", 2),
  savePosition: recordWrite("/renren-api/api/member/moviesPlayback", 3),
  addHistory: recordWrite("/renren-api/api/member/browseHistory", 4),
  /** Newest first, ten per page. */
  history: read("/renren-api/api/member/getBrowseHistory", {
    body: z.object({ currentPage: z.int().min(1) }),
    toBody: (page: number) => ({ currentPage: page }),
    data: page(record),
    member: true,
  }),
};
