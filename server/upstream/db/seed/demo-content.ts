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
  /** Episode subtitles, which follow the programme's name. */
  moments: texts,
  films: texts,
  about: texts,
});
export type Leaf = z.output<typeof leaf>;

const subject = z.object({ code: z.string(), name: z.string(), leaves: z.array(leaf) });
export type Subject = z.output<typeof subject>;

export const demoContent = z
  .object({
    subjects: z.array(subject),
    hiddenSubject: subject,
    /** Either a topic or its sub-topics have tags; the codes are those of the client's tiles. */
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
    /** `{name}` is the programme's name. */
    openings: texts,
    closings: texts,
    danmu: texts,
    firstPicks: texts,
    sources: texts,
    authors: texts,
    sceneOfWords: z.array(z.object({ scene: z.enum(scenes), words: z.string() })),
    /** The settings of a new installation, by their names in `getConfig`. */
    settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  })
  .parse(content);
