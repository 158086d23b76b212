import { and, asc, eq, isNull } from "drizzle-orm";
import type { videoEndpoints } from "../../contract/video.ts";
import type { Database } from "../db/client.ts";
import { danmu, episodes, videoCategories, videos } from "../db/schema.ts";
import { categoryScope, featured, hottest, newest, recommended } from "../domain/catalogue.ts";
import { notFound } from "../http/api-error.ts";
import type { Handlers } from "../http/implement.ts";
import { absolute } from "../http/origin.ts";
import { videoToWire } from "../http/video-wire.ts";

const HOME_GROUPS = 4;
const GROUP_SIZE = 6;

const firstTags = (db: Database) =>
  db
    .select()
    .from(videoCategories)
    .where(and(eq(videoCategories.kind, "tag"), isNull(videoCategories.parentCode)))
    .orderBy(asc(videoCategories.sort), asc(videoCategories.code))
    .limit(HOME_GROUPS);

async function sourcesOf(db: Database, videoCode: number, origin: string) {
  const rows = await db
    .select()
    .from(episodes)
    .where(eq(episodes.videoCode, videoCode))
    .orderBy(asc(episodes.sourceSort), asc(episodes.sort));
  const sources = [...new Set(rows.map((row) => row.source))];
  return sources.map((source) => ({
    channel: source,
    urlList: rows
      .filter((row) => row.source === source)
      .map(({ id, name, url, cover }) => ({
        id,
        name,
        url: absolute(url, origin),
        cover: absolute(cover, origin),
      })),
  }));
}

export const videoHandlers: Handlers<{ video: typeof videoEndpoints }>["video"] = {
  async index(_body, { db, origin }) {
    const tags = await firstTags(db);
    const groups = await Promise.all(
      tags.map((tag) => newest(db, categoryScope(db, tag.code), 1, GROUP_SIZE)),
    );
    const toWire = videoToWire(origin);
    return {
      rankList: (await hottest(db)).map(toWire),
      typeList: tags.map((tag, index) => ({
        dictName: tag.name,
        dictCode: tag.code,
        cartoonInfoList: (groups[index] ?? []).map(toWire),
      })),
    };
  },

  async featured({ currentPage }, { db, origin }) {
    return { distinctNameList: (await featured(db, currentPage)).map(videoToWire(origin)) };
  },

  async byTag({ currentPage, typeCode }, { db, origin }) {
    return (await newest(db, categoryScope(db, typeCode), currentPage)).map(videoToWire(origin));
  },

  async detail({ vid }, { db, origin }) {
    const [row] = /^\d{1,9}$/.test(vid)
      ? await db
          .select()
          .from(videos)
          .where(and(eq(videos.code, Number(vid)), eq(videos.withdrawn, false)))
      : [];
    if (!row) throw notFound("视频不存在或已下架");
    const toWire = videoToWire(origin);
    const [recommend, srcList, danmuList] = await Promise.all([
      recommended(db, row),
      sourcesOf(db, row.code, origin),
      db.select().from(danmu).where(eq(danmu.videoCode, row.code)).orderBy(asc(danmu.time)),
    ]);
    return {
      videoInfo: toWire(row),
      recommend: recommend.map(toWire),
      srcList,
      danmuList: danmuList.map(({ id, time, text, color, type }) => ({
        id,
        time,
        text,
        color,
        type,
      })),
    };
  },
};
