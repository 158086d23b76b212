import {
  coverPath,
  missingPath,
  PLAIN_PATH,
  streamPath,
  TRACKS_PATH,
  truncatedPath,
} from "../../domain/addresses.ts";
import { clips, plainClip } from "../../media/demo-media.ts";
import type { episodes, videos } from "../schema.ts";
import { demoContent } from "./demo-content.ts";

const FIRST_CODE = 130_001;
const CLIP = "test-card";
const LOOPS = 3;

const good = streamPath(CLIP, LOOPS);

const playbackDemos = [
  { title: "线路演示：三条线路", urls: [good, PLAIN_PATH, streamPath("dunes", LOOPS)] },
  { title: "线路演示：首选线路失效", urls: [missingPath(CLIP, LOOPS), good] },
  { title: "线路演示：首选线路中断", urls: [truncatedPath(CLIP, LOOPS), good] },
  {
    title: "线路演示：全部线路失效",
    urls: [missingPath(CLIP, LOOPS), missingPath("dunes", LOOPS)],
  },
  { title: "线路演示：普通文件", urls: [PLAIN_PATH] },
  { title: "播放演示：字幕与音轨", urls: [TRACKS_PATH] },
];

const isOnce = (url = "") => url === PLAIN_PATH || url === TRACKS_PATH;

/** Videos with different or failing sources, to test players; not in any list or search. */
export function seedPlaybackDemos() {
  const categoryCode = demoContent.subjects[0]?.leaves[0]?.code ?? "";
  const clipSeconds = clips.find(({ name }) => name === CLIP)?.seconds ?? 0;
  const made = playbackDemos.map(({ title, urls }, index) => {
    const code = FIRST_CODE + index;
    const cover = coverPath("mist", code);
    const video: typeof videos.$inferInsert = {
      code,
      categoryCode,
      title,
      introduction: "用来演示播放器如何应对不同的线路。",
      author: "橙影纪录",
      cover,
      hot: 300,
      score: 6,
      duration: isOnce(urls[0]) ? plainClip.seconds : clipSeconds * LOOPS,
      restricted: true,
      createdAt: new Date("2025-01-01T12:00:00+08:00"),
    };
    const lines = urls.map((url, line): typeof episodes.$inferInsert => ({
      videoCode: code,
      source: `线路${"一二三"[line]}`,
      sourceSort: line,
      name: "第1集",
      url,
      cover,
    }));
    return { video, lines };
  });
  return {
    videos: made.map(({ video }) => video),
    episodes: made.flatMap(({ lines }) => lines),
  };
}
