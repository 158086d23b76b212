import { asc } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { siteSettings } from "../db/site-schema.ts";

const MOST_SECONDS = 86_400;

type Value = string | number | boolean;

/** Reads a switch as the operator writes it. @throws {Error} one Chinese line */
function parseSwitch(text: string): boolean {
  if (/^(on|true|1)$/i.test(text)) return true;
  if (/^(off|false|0)$/i.test(text)) return false;
  throw new Error(`开关应为 on 或 off：${text || "（未填）"}`);
}

function parseSeconds(text: string): number {
  if (/^\d{1,6}$/.test(text) && Number(text) <= MOST_SECONDS) return Number(text);
  throw new Error(`试看秒数应为 0 到 ${MOST_SECONDS} 的整数，0 为不限制：${text || "（未填）"}`);
}

/** What can be set, by the names of `getConfig`. */
const readers: Record<string, (text: string) => Value> = {
  showAd: parseSwitch,
  showPopup: parseSwitch,
  showDarksideAd: parseSwitch,
  showMeAd: parseSwitch,
  showPaihangAd: parseSwitch,
  showPlayAd: parseSwitch,
  showRandomAd: parseSwitch,
  showSonType: parseSwitch,
  showSquareAd: parseSwitch,
  showSwiperAd: parseSwitch,
  popupContent: (text) => text,
  shikan: parseSeconds,
};

/** `config list`. */
export async function listConfig(db: Database): Promise<string> {
  const rows = await db.select().from(siteSettings).orderBy(asc(siteSettings.key));
  return rows.map(({ key, value }) => `${key} = ${value}`).join("\n");
}

/** `config set <key> <value>`. @throws {Error} one Chinese line */
export async function setConfig(db: Database, [key = "", ...words]: string[]): Promise<string> {
  const read = Object.hasOwn(readers, key) ? readers[key] : undefined;
  if (!read) throw new Error(`没有设置项 ${key}，可用的有：${Object.keys(readers).join("、")}`);
  const value = read(words.join(" ").trim());
  await db
    .insert(siteSettings)
    .values({ key, value })
    .onConflictDoUpdate({ target: siteSettings.key, set: { value } });
  return `${key} = ${value}`;
}
