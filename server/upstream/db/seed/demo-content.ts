import { z } from "zod";
import { clips, scenes } from "../../media/demo-media.ts";
import content from "./demo-content.json" with { type: "json" };

const texts = z.array(z.string()).readonly();

const leaf = z.object({
  code: z.string(),
  name: z.string(),
  /** How many videos it gets. */
  videos: z.number(),
  scenes: z.array(z.enum(scenes)),
  clips: z.array(z.enum(clips.map(({ name }) => name))),
  series: texts,
  /** What an episode tells of, used after the programme's name. */
  moments: texts,
  /** Whole titles that stand for themselves; the editors pick among these. */
  films: texts,
  about: texts,
});
export type Leaf = z.output<typeof leaf>;

const subject = z.object({ code: z.string(), name: z.string(), leaves: z.array(leaf) });
export type Subject = z.output<typeof subject>;

/** The words of the demo catalogue; the programs beside this file make videos of them. */
export const demoContent = z
  .object({
    /** All top categories, in the order of the home page's tags. */
    subjects: z.array(subject),
    /** The hidden section with its shelves. What is here is shown nowhere else. */
    hiddenSubject: subject,
    /** A topic collects videos of the named tags, or has sub-topics that do; by the codes of the client's tiles. */
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
    /** First sentences of introductions, `{name}` for the programme's; and last ones. */
    openings: texts,
    closings: texts,
    danmu: texts,
  })
  .parse(content);
