import { sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import {
  artPath,
  coverPath,
  missingPath,
  PLAIN_PATH,
  streamPath,
  TRACKS_PATH,
  truncatedPath,
} from "../../domain/addresses.ts";
import { type Art, adCovers, adStrips, banners, clips, plainClip } from "../../media/demo-media.ts";
import type { Database } from "../client.ts";
import {
  ads,
  danmu,
  episodes,
  siteSettings,
  topicVideos,
  videoCategories,
  videos,
} from "../schema.ts";
import { demoContent } from "./demo-content.ts";
import { seededRandom } from "./random.ts";
import { seedHiddenVideos, seedVideos } from "./videos.ts";

const { topics, hiddenSubject } = demoContent;

const BATCH = 500;
/** Key of an advisory lock, unique within this database. */
const SEED_LOCK = 7_210_043;

export function seedRows(): [PgTable, Record<string, unknown>[]][] {
  const open = seedVideos();
  const hidden = seedHiddenVideos();
  const demos = seedPlaybackDemos();
  return [
    [
      videoCategories,
      [
        ...demoContent.subjects.flatMap((top, sort) =>
          seedCategories(top, top.leaves, "tag", sort),
        ),
        ...topics.flatMap((top, sort) => seedCategories(top, top.subtopics ?? [], "topic", sort)),
        ...seedCategories(hiddenSubject, hiddenSubject.leaves, "hidden", 0),
      ],
    ],
    [videos, [...open.videos, ...hidden.videos, ...demos.videos]],
    [episodes, [...open.episodes, ...hidden.episodes, ...demos.episodes]],
    [topicVideos, seedTopicVideos(open.videos)],
    [danmu, seedDanmu(open.videos)],
    [ads, seedAds()],
    [siteSettings, Object.entries(demoContent.settings).map(([key, value]) => ({ key, value }))],
  ];
}

export async function seedWhenEmpty(db: Database): Promise<void> {
  if (await hasContent(db)) return;
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
    if (await hasContent(tx)) return;
    for (const [table, rows] of seedRows()) {
      for (let start = 0; start < rows.length; start += BATCH) {
        await tx.insert(table).values(rows.slice(start, start + BATCH));
      }
    }
    // the seed sets codes explicitly, so the sequence must continue after them
    await tx.execute(
      sql`select setval(pg_get_serial_sequence('videos', 'code'), max(code)) from videos`,
    );
  });
}

async function hasContent(db: Database): Promise<boolean> {
  const [any] = await db.select({ code: videoCategories.code }).from(videoCategories).limit(1);
  return any !== undefined;
}

type NewCategory = typeof videoCategories.$inferInsert;

const seedCategories = (
  { code: parentCode, name }: Pick<NewCategory, "code" | "name">,
  children: readonly Pick<NewCategory, "code" | "name">[],
  kind: NewCategory["kind"],
  sort: number,
): NewCategory[] => [
  { code: parentCode, name, sort, kind },
  ...children.map(({ code, name }, sort) => ({ code, name, kind, parentCode, sort })),
];

const TOPIC_SIZE = 24;

function seedTopicVideos(
  videos: readonly { code: number; categoryCode: string }[],
): (typeof topicVideos.$inferInsert)[] {
  const random = seededRandom(30);
  const all = topics.flatMap((topic) => [topic, ...(topic.subtopics ?? [])]);
  return all.flatMap(({ code, tags = [] }) => {
    const fitting = videos.filter((video) =>
      tags.some((tag) => video.categoryCode.startsWith(tag)),
    );
    return random
      .shuffle(fitting)
      .slice(0, TOPIC_SIZE)
      .map((video) => ({ topicCode: code, videoCode: video.code }));
  });
}

type NewDanmu = typeof danmu.$inferInsert;

const COMMENTED_VIDEOS = 120;
const COLOURS = ["#ffb26b", "#8fd3ff", "#c8f7c5", "#ffd1dc", "#fff3a3"];

/** The most watched videos get 20 to 60 each, more of them near the start. */
export function seedDanmu(videos: readonly { code: number; hot: number; duration: number }[]) {
  const random = seededRandom(8);
  const popular = videos.toSorted((one, other) => other.hot - one.hot).slice(0, COMMENTED_VIDEOS);
  return popular.flatMap(({ code, duration }) =>
    Array.from({ length: random.int(20, 60) }, (): NewDanmu => {
      const span = random.chance(0.6) ? Math.min(duration, 90) : duration;
      const place = random.next();
      return {
        videoCode: code,
        time: Math.round(random.next() * (span - 1) * 10) / 10,
        text: random.pick(demoContent.danmu),
        color: random.chance(0.3) ? random.pick(COLOURS) : "",
        type: place < 0.9 ? 0 : place < 0.96 ? 1 : 2,
      };
    }),
  );
}

type NewAd = typeof ads.$inferInsert;

const take = (list: readonly Art[], start: number, count: number) =>
  [...list, ...list].slice(start, start + count);

const groups: Record<string, readonly Art[]> = {
  banner: banners,
  randomad: adCovers,
  indexPopupAd: take(adCovers, 3, 1),
  fenlei: take(adCovers, 1, 1),
  squaread: take(adStrips, 0, 1),
  play: take(adStrips, 3, 1),
  user: take(adStrips, 4, 1),
  paihang: take(adStrips, 1, 1),
  darksidead: take(adStrips, 2, 1),
};

export function seedAds(): NewAd[] {
  return Object.entries(groups).flatMap(([group, pictures]) =>
    pictures.map(({ file, title, subtitle }, sort) => ({
      group,
      sort,
      title: group === "banner" ? title : `${title}：${subtitle}`,
      url: `https://example.com/${file.replace(/^[a-z]+-|\.webp$/g, "")}`,
      image: artPath(file),
    })),
  );
}

const FIRST_DEMO = 130_001;
const DEMO_CLIP = "test-card";
const LOOPS = 3;

const good = streamPath(DEMO_CLIP, LOOPS);

const playbackDemos = [
  { title: "线路演示：三条线路", urls: [good, PLAIN_PATH, streamPath("dunes", LOOPS)] },
  { title: "线路演示：首选线路失效", urls: [missingPath(DEMO_CLIP, LOOPS), good] },
  { title: "线路演示：首选线路中断", urls: [truncatedPath(DEMO_CLIP, LOOPS), good] },
  {
    title: "线路演示：全部线路失效",
    urls: [missingPath(DEMO_CLIP, LOOPS), missingPath("dunes", LOOPS)],
  },
  { title: "线路演示：普通文件", urls: [PLAIN_PATH] },
  { title: "播放演示：字幕与音轨", urls: [TRACKS_PATH] },
];

const isOnce = (url = "") => url === PLAIN_PATH || url === TRACKS_PATH;

/** Videos with different or failing sources, to test players; not in any list or search. */
export function seedPlaybackDemos() {
  const categoryCode = demoContent.subjects[0]?.leaves[0]?.code ?? "";
  const clipSeconds = clips.find(({ name }) => name === DEMO_CLIP)?.seconds ?? 0;
  const made = playbackDemos.map(({ title, urls }, index) => {
    const code = FIRST_DEMO + index;
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
