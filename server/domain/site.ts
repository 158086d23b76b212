import { z } from "zod";
import builtIn from "./built-in.json" with { type: "json" };

const code = z.union([z.string(), z.number()]).transform(String).pipe(z.string().trim().max(40));

const topic = z.object({
  title: z.string().trim().min(1).max(40),
  code: code.refine((value) => value !== ""),
  /** Comma-separated; '' for none. */
  sonTypeCode: code.default(""),
  /** A path on this site or an https address; '' for none. */
  path: z
    .string()
    .regex(/^(https:\/\/|\/(?![/\\])|$)/)
    .default(""),
});
export type TopicTile = z.output<typeof topic>;

export const topicsSchema = z.array(topic).min(1).max(40);
export const hotWordsSchema = z
  .array(z.string().trim().min(1).max(20))
  .min(1)
  .max(30)
  .transform((words) => [...new Set(words)]);

export interface PublicSite {
  name: string;
  customerServiceUrl: string;
  apkUrl: string;
  /** The origin of shared links; by default the request's. */
  origin?: string;
}

export interface Site extends PublicSite {
  /** `{h5Uuid}` is replaced by the member's id. */
  analyticsUrl?: string;
  /** First-time visitors must confirm that they are 18 or older. */
  ageGate: boolean;
  topics: TopicTile[];
  hotWords: string[];
}

/** Upstreams have topics under these codes but no call that lists them. */
export const builtInTopics: TopicTile[] = builtIn.topics;
export const builtInHotWords = builtIn.hotWords;
