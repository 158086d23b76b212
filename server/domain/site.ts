import { z } from "zod";

const code = z.union([z.string(), z.number()]).transform(String).pipe(z.string().trim().max(40));

const topic = z.object({
  title: z.string().trim().min(1).max(40),
  code: code.refine((value) => value !== ""),
  /** Sub-types, comma-separated; '' for none. */
  sonTypeCode: code.default(""),
  /** Picture: a path on this site or an https address; '' for none. */
  path: z
    .string()
    .regex(/^(https:\/\/|\/(?![/\\])|$)/)
    .default(""),
});
/** A tile of the topics page and the list it opens. */
export type TopicTile = z.output<typeof topic>;

export const topicsSchema = z.array(topic).min(1).max(40);
export const hotWordsSchema = z
  .array(z.string().trim().min(1).max(20))
  .min(1)
  .max(30)
  .transform((words) => [...new Set(words)]);

/** Facts about the site for every page. */
export interface PublicSite {
  name: string;
  customerServiceUrl: string;
  /** Download address of the Android app; '' for none. */
  apkUrl: string;
  /** Origin for shared links; default: the request's. */
  origin?: string;
}

export interface Site extends PublicSite {
  /** The operator's analytics script; `{h5Uuid}` is replaced by the member's id. */
  analyticsUrl?: string;
  /** Whether first-time visitors must confirm that they are 18 or older. */
  ageGate: boolean;
  topics: TopicTile[];
  /** Suggested search terms. */
  hotWords: string[];
}

const tile = (title: string, code: string, sonTypeCode: string, picture: string): TopicTile => ({
  title,
  code,
  sonTypeCode,
  path: `/topics/${picture}.svg`,
});

/** Built in, because upstreams have topics under these codes but no call that lists them. */
export const builtInTopics: TopicTile[] = [
  tile("超清无码", "30", "", "aurora"),
  tile("华语大制作", "34", "81,82", "terraces"),
  tile("黑料不打烊", "33", "", "rain-lights"),
  tile("水果派", "31", "134", "sunset"),
  tile("探花系列", "62", "68", "forest"),
  tile("乱伦精选", "62", "135", "mist"),
  tile("深夜保健室", "53", "", "moon"),
  tile("中文剧情", "31", "93", "lake"),
];

export const builtInHotWords =
  "海边 日落 极光 银河 森林 云海 公路 霓虹 灯塔 清晨 四季 列车 海浪 月 雨".split(" ");
