import { z } from "zod";
import { read, sending } from "./endpoint.ts";
import { HIDDEN_SECTION_CODE } from "./rules.ts";
import { identifier, list, page, plainText, renamed, text } from "./scalars.ts";
import { videoSchema } from "./video.ts";

const shelf = renamed({
  code: ["dictCode", identifier],
  name: ["dictName", plainText],
  parentCode: ["pid", text],
  videos: ["relationMovies", list(videoSchema)],
});
export type HiddenShelf = z.output<typeof shelf>;

/** Search filters; an empty field does not filter. */
const searchQuery = sending({
  subtype: ["cartoonSonType", z.string().max(200)],
  type: ["cartoonType", z.string().max(40)],
  term: ["searchKey", z.string().max(100)],
  title: ["title", z.string().max(100)],
});

const currentPage = z.int().min(1);

export const catalogueEndpoints = {
  hidden: read("/app-api/cartoon/selectSubjectByName", {
    body: z.object({ dictName: z.literal("暗网"), type: z.literal(0) }),
    toBody: () => ({ dictName: "暗网" as const, type: 0 as const }),
    data: list(shelf),
    encrypted: true,
  }),
  /** Another random batch of a shelf's videos. */
  batch: read("/app-api/cartoon/changeBatch", {
    body: z.object({
      currentPage: z.literal(1),
      sonTypeCode: z.string(),
      typeCode: z.union([z.literal(42), z.literal(HIDDEN_SECTION_CODE)]),
    }),
    toBody: (shelfCode: string) => ({
      currentPage: 1 as const,
      sonTypeCode: shelfCode,
      typeCode: 42 as const,
    }),
    data: list(videoSchema),
    encrypted: true,
    shared: false,
  }),
  /** Ten videos per page; `sonTypeCode` is comma-separated, '' for none. */
  topic: read("/app-api/cartoon/selectSubjectMovies", {
    body: z.object({ currentPage, sonTypeCode: z.string().max(200), typeCode: z.string().max(40) }),
    toBody: (typeCode: string, sonTypeCode: string, page: number) => ({
      currentPage: page,
      sonTypeCode,
      typeCode,
    }),
    data: page(videoSchema),
    encrypted: true,
  }),
  search: read("/app-api/cartoon/listPagingBySearch", {
    body: searchQuery.body.extend({ currentPage, prop: z.literal("cartoon_score") }),
    toBody: (query: Parameters<typeof searchQuery.toBody>[0], page: number) => ({
      ...searchQuery.toBody(query),
      currentPage: page,
      prop: "cartoon_score" as const,
    }),
    data: page(videoSchema),
    encrypted: true,
  }),
};

export interface Category {
  code: string;
  name: string;
  children: Category[];
}

const category: z.ZodType<Category> = z.lazy(() =>
  z
    .object({
      dictCode: identifier,
      dictName: plainText,
      childList: list(category).optional(),
      children: list(category).optional(),
    })
    .transform((wire) => ({
      code: wire.dictCode,
      name: wire.dictName,
      children: wire.childList ?? wire.children ?? [],
    })),
);

export const categoryEndpoints = {
  /** The top-level categories are the home page's tags. */
  tree: read("/app-api/cartoon/listLeftType", {
    body: z.object({ dictCode: z.string(), dictLevel: z.literal(1) }),
    toBody: () => ({ dictCode: "0", dictLevel: 1 as const }),
    data: list(category),
    encrypted: true,
  }),
};
