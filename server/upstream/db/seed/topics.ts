import type { topicVideos, videoCategories } from "../schema.ts";
import { seededRandom } from "./random.ts";

/** A topic collects videos of the named tags, or has sub-topics that do. */
interface Topic {
  code: string;
  name: string;
  tags?: readonly string[];
  subtopics?: readonly { code: string; name: string; tags: readonly string[] }[];
}

/** Topics by the codes that the client's tiles ask for. */
const topics: readonly Topic[] = [
  { code: "30", name: "超清影像", tags: ["102", "103", "106"] },
  {
    code: "34",
    name: "华语制作",
    subtopics: [
      { code: "81", name: "华语纪录", tags: ["101"] },
      { code: "82", name: "华语行记", tags: ["107"] },
    ],
  },
  { code: "33", name: "热议话题", tags: ["101", "104"] },
  {
    code: "31",
    name: "故事",
    subtopics: [
      { code: "134", name: "清新短片", tags: ["105", "108"] },
      { code: "93", name: "中文剧情", tags: ["104", "106"] },
    ],
  },
  {
    code: "62",
    name: "系列",
    subtopics: [
      { code: "68", name: "探访系列", tags: ["101", "107"] },
      { code: "135", name: "精选系列", tags: ["102", "105"] },
    ],
  },
  { code: "53", name: "深夜放映", tags: ["103", "104", "108"] },
];

/** Two full pages and part of a third, unless the tags hold fewer. */
const SIZE = 24;

/** All topics; parents come before their sub-topics, which refer to them. */
export function seedTopics(): (typeof videoCategories.$inferInsert)[] {
  return topics.flatMap(({ code, name, subtopics = [] }, sort) => [
    { code, name, sort, kind: "topic" as const },
    ...subtopics.map((sub, index) => ({
      code: sub.code,
      name: sub.name,
      parentCode: code,
      kind: "topic" as const,
      sort: index,
    })),
  ]);
}

/** Which of the videos each topic collects; the same ones in every run. */
export function seedTopicVideos(
  videos: readonly { code: number; categoryCode: string }[],
): (typeof topicVideos.$inferInsert)[] {
  const random = seededRandom(30);
  const collecting = topics.flatMap(({ code, tags = [], subtopics = [] }) => [
    { code, tags },
    ...subtopics,
  ]);
  return collecting.flatMap(({ code, tags }) => {
    const fitting = videos.filter((video) =>
      tags.some((tag) => video.categoryCode.startsWith(tag)),
    );
    return random
      .shuffle(fitting)
      .slice(0, SIZE)
      .map((video) => ({ topicCode: code, videoCode: video.code }));
  });
}
