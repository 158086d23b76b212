import { readFileSync } from "node:fs";
import { join } from "node:path";
import { asc, eq } from "drizzle-orm";
import * as ofMembers from "../../../server/upstream/db/member-schema.ts";
import { episodes, videos } from "../../../server/upstream/db/schema.ts";
import type { Upstream } from "../../../server/upstream/start.ts";
import { createCaller, press, registerDevice } from "./device.ts";

/**
 * The reference upstream's data as each version wrote it, which later versions must open: one member's data and the two
 * videos that it refers to.
 */

export const dataFolder = new URL("./data/", import.meta.url).pathname;

/** The videos in the data. */
export const KEPT_VIDEOS = [100301, 100302];
const DEVICE = "device-of-an-earlier-version";
const PASSWORD = "an-old-password";
const BASE = "/renren-api/api/member";
const COINS_500 = { comSpec: "500", index: 1, money: 50, type: 1, typesOf: 1 };
const VIP_30 = { comSpec: "30", index: 1, money: 30, type: 1, typesOf: 2 };

/** Writes an entry to every list of one member. */
export async function leaveData(upstream: Upstream) {
  const rows = await upstream.db
    .select({ code: videos.code, title: videos.title, episode: episodes.id })
    .from(videos)
    .innerJoin(episodes, eq(episodes.videoCode, videos.code))
    .orderBy(asc(episodes.id));
  const device = await registerDevice(upstream, DEVICE);
  for (const wanted of [COINS_500, VIP_30]) await press(await device.order(wanted), "pay");
  const lists = ["collect", "like", "moviesPlayback", "browseHistory"];
  for (const code of KEPT_VIDEOS) {
    const video = rows.find((row) => row.code === code);
    if (!video) throw new Error(`there is no video ${code}`);
    for (const [index, list] of lists.entries()) {
      await device.send(`${BASE}/${list}`, {
        ...{ collectCode: String(code), collectName: video.title, collectAuthor: "作者" },
        ...{ collectDuration: "12", collectHot: 1, collectImage: "", collectType: 2, sortNum: 0 },
        type: index + 1,
      });
    }
    const episode = { cartoonCode: code, moviesInfoId: video.episode, type: 0 };
    await device.send("/app-api/cartoon/buy", episode);
  }
  await device.send("/renren-api/api/chatim/send", { content: "升级之前的留言" });
  const { code: memberCode, temporaryPassword: oldPwd } = device;
  const change = { memberCode, oldPwd, newPwd: PASSWORD };
  await device.send("/app-api/member/MemberInfo/changePwd", change);
}

/** Reads that data: by the device, by name and password, and from the tables. */
export async function findData(upstream: Upstream) {
  const device = await registerDevice(upstream, DEVICE);
  const login = { loginName: device.name, loginPwd: PASSWORD };
  const { data } = await createCaller(upstream)<{ memberCode?: string }>(
    "/renren-api/api/login",
    login,
  );
  const { id, coins, vipUntil } = await device.stored();
  const favourites = await device.send<{ collectCode: string }[]>(`${BASE}/getCollectList`);
  const { db } = upstream;
  const { libraryRecords, orders, purchases, chatMessages } = ofMembers;
  const records = await db.select().from(libraryRecords).where(eq(libraryRecords.memberId, id));
  const ordered = await db.select().from(orders).where(eq(orders.memberId, id));
  const bought = await db.select().from(purchases).where(eq(purchases.memberId, id));
  const said = await db.select().from(chatMessages).where(eq(chatMessages.memberId, id));
  return {
    code: device.code,
    loggedIn: data?.memberCode,
    coins,
    vipUntil: vipUntil?.toISOString(),
    favourites: favourites.data.map(({ collectCode }) => collectCode),
    records: records.map(({ type, code, name }) => `${type} ${code} ${name}`).toSorted(),
    orders: ordered.map(({ number, status, price }) => `${number} ${status} ${price}`).toSorted(),
    bought: bought.map(({ videoCode, episode }) => `${videoCode} ${episode}`).toSorted(),
    said: said.map(({ from, content }) => `${from} ${content}`).toSorted(),
  };
}

/** The format of a PGlite folder; readers refuse any other. */
export function formatOf(folder: string) {
  const control = readFileSync(join(folder, "global/pg_control"));
  return { control: control.readUInt32LE(8), catalogue: control.readUInt32LE(12) };
}
