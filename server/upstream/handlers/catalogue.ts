import { and, asc, eq, isNull } from "drizzle-orm";
import type { Contract } from "../../contract/index.ts";
import { HIDDEN_SECTION_CODE } from "../../contract/rules.ts";
import { clock } from "../../contract/scalars.ts";
import { type Database, matching } from "../db/client.ts";
import { danmu, episodes, videoCategories, videos } from "../db/schema.ts";
import { toAbsolute } from "../domain/addresses.ts";
import { notFound } from "../domain/api-error.ts";
import {
  categoryScope,
  findCategories,
  findFeatured,
  findHottest,
  findNewest,
  findNewestHidden,
  findRecommended,
  nextBatch,
  type StoredVideo,
  searchVideos,
} from "../domain/catalogue.ts";
import { formatShanghaiTime } from "../domain/shanghai-time.ts";
import type { Handlers } from "../http/implement.ts";

const codesIn = (joined: string) => joined.split(",").filter((code) => code !== "");

/** `title` is a list's heading, or the search term if there is neither a term nor a type. */
function termOf(body: { searchKey: string; title: string; cartoonType: string }): string {
  const key = body.searchKey.trim();
  const isTerm = key === "" && body.cartoonType === "" && body.title !== "search";
  return isTerm ? body.title.trim() : key;
}

export const catalogueHandlers: Handlers<Contract>["catalogue"] = {
  async hidden(_body, { db, origin }) {
    const toWire = videoToWire(origin);
    const shelves = matching(videoCategories, { parentCode: HIDDEN_SECTION_CODE, kind: "hidden" });
    const found = await findCategories(db, shelves);
    return Promise.all(
      found.map(async ({ code, name, parentCode }) => ({
        dictCode: code,
        dictName: name,
        pid: parentCode,
        relationMovies: (await findNewestHidden(db, code)).map(toWire),
      })),
    );
  },

  async batch({ sonTypeCode }, { db, origin }) {
    return (await nextBatch(db, sonTypeCode)).map(videoToWire(origin));
  },

  async topic({ currentPage, typeCode, sonTypeCode }, { db, origin }) {
    const scope = categoryScope(db, typeCode, codesIn(sonTypeCode));
    return (await findNewest(db, scope, currentPage)).map(videoToWire(origin));
  },

  async search(body, { db, origin }) {
    const found = await searchVideos(db, {
      term: termOf(body),
      type: body.cartoonType,
      subtypes: codesIn(body.cartoonSonType),
      page: body.currentPage,
    });
    return found.map(videoToWire(origin));
  },
};

const HOME_GROUPS = 4;
const GROUP_SIZE = 6;

const isTag = eq(videoCategories.kind, "tag");

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
        url: toAbsolute(url, origin),
        cover: toAbsolute(cover, origin),
      })),
  }));
}

export const videoHandlers: Handlers<Contract>["video"] = {
  async index(_body, { db, origin }) {
    const top = and(isTag, isNull(videoCategories.parentCode));
    const tags = await findCategories(db, top, HOME_GROUPS);
    const groups = await Promise.all(
      tags.map((tag) => findNewest(db, categoryScope(db, tag.code), 1, GROUP_SIZE)),
    );
    const toWire = videoToWire(origin);
    return {
      rankList: (await findHottest(db)).map(toWire),
      typeList: tags.map((tag, index) => ({
        dictName: tag.name,
        dictCode: tag.code,
        cartoonInfoList: (groups[index] ?? []).map(toWire),
      })),
    };
  },

  async featured({ currentPage }, { db, origin }) {
    return { distinctNameList: (await findFeatured(db, currentPage)).map(videoToWire(origin)) };
  },

  async byTag({ currentPage, typeCode }, { db, origin }) {
    return (await findNewest(db, categoryScope(db, typeCode), currentPage)).map(
      videoToWire(origin),
    );
  },

  async detail({ vid }, { db, origin }) {
    const code = /^\d{1,9}$/.test(vid) ? Number(vid) : 0;
    const where = matching(videos, { code, withdrawn: false });
    const video = await db.query.videos.findFirst({ where });
    if (!video) throw notFound("视频不存在或已下架");
    const toWire = videoToWire(origin);
    const [recommend, srcList, danmuList] = await Promise.all([
      findRecommended(db, video),
      sourcesOf(db, code, origin),
      db.query.danmu.findMany({
        columns: { videoCode: false },
        where: eq(danmu.videoCode, code),
        orderBy: asc(danmu.time),
      }),
    ]);
    return { videoInfo: toWire(video), recommend: recommend.map(toWire), srcList, danmuList };
  },
};

export const categoryHandlers: Handlers<Contract>["category"] = {
  async tree(_body, { db }) {
    const rows = await findCategories(db, isTag);
    const below = (parent: string | null) => rows.filter((row) => row.parentCode === parent);
    return below(null).map((top) => ({
      dictCode: top.code,
      dictName: top.name,
      childList: below(top.code).map((leaf) => ({ dictCode: leaf.code, dictName: leaf.name })),
    }));
  },
};

function videoToWire(origin: string) {
  return (row: StoredVideo) => ({
    cartoonCode: String(row.code),
    cartoonName: row.title,
    cartoonImage: toAbsolute(row.cover, origin),
    cartoonVip: row.vip,
    cartoonHot: row.hot,
    vodDuration: clock(row.duration),
    cartoonAuthor: row.author,
    cartoonIntroduce: row.introduction,
    sortNum: row.sort,
    dictCode: row.categoryCode,
    createTime: formatShanghaiTime(row.createdAt),
  });
}
