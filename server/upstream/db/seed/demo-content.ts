import { z } from "zod";
import { clips, scenes } from "../../media/demo-media.ts";
import content from "./demo-content.json" with { type: "json" };

const texts = z.array(z.string()).readonly();

const leaf = z.object({
  code: z.string(),
  name: z.string(),
  videos: z.number(),
  scenes: z.array(z.enum(scenes)),
  clips: z.array(z.enum(clips.map(({ name }) => name))),
  series: texts,
  /** Episode subtitles, used after the programme's name. */
  moments: texts,
  /** Complete titles; the editors' picks are among these. */
  films: texts,
  about: texts,
});
export type Leaf = z.output<typeof leaf>;

const subject = z.object({ code: z.string(), name: z.string(), leaves: z.array(leaf) });
export type Subject = z.output<typeof subject>;

/** Texts of the demo catalogue, from which the seed generates videos. */
export const demoContent = z
  .object({
    /** All top categories, in the order of the home page's tags. */
    subjects: z.array(subject),
    hiddenSubject: subject,
    /** Topics collect videos of the given tags, or have sub-topics that do; codes are those of the client's tiles. */
    topics: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        tags: texts.default([]),
        subtopics: z
          .array(z.object({ code: z.string(), name: z.string(), tags: texts }))
          .default([]),
      }),
    ),
    /** First and last sentences of descriptions; `{name}` is the programme's name. */
    openings: texts,
    closings: texts,
    danmu: texts,
    /** The first batch of the editors' picks; the first one is shown large. */
    firstPicks: texts,
    sources: texts,
    authors: texts,
    /** Scenes of covers whose titles match these regular expressions. */
    sceneOfWords: z.array(z.object({ scene: z.enum(scenes), words: z.string() })),
    /** The settings of a new installation, by `getConfig`'s names: everything on, previews of some seconds. */
    settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  })
  .parse(content);
