import { parseArgs } from "node:util";
import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../db/client.ts";
import { episodes, siteSettings, videoCategories, videos } from "../db/schema.ts";
import { demoContent } from "../db/seed/demo-content.ts";

const USAGE =
  "用法：video add --title 名称 --category 分类编号 --url 播放地址 [--url 第二集地址 …] [--cover 封面地址] [--introduction 简介] [--author 作者] [--duration 秒数] [--vip]";

const address = z
  .string()
  .max(2_000)
  .regex(/^(https?:\/\/|\/(?!\/))\S+$/);

const newVideo = z.object({
  title: z.string().trim().min(1).max(200),
  category: z.string(),
  url: z.array(address).min(1).max(500),
  cover: address.optional(),
  introduction: z.string().max(4_000).default(""),
  author: z.string().max(100).default(""),
  duration: z.coerce.number().int().min(0).max(360_000).default(0),
  vip: z.boolean().default(false),
});

function readOptions(args: string[]): z.output<typeof newVideo> {
  const text = { type: "string" } as const;
  try {
    const { values } = parseArgs({
      args,
      options: {
        title: text,
        category: text,
        url: { type: "string", multiple: true },
        cover: text,
        introduction: text,
        author: text,
        duration: text,
        vip: { type: "boolean" },
      },
    });
    return newVideo.parse(values);
  } catch (error) {
    const option =
      error instanceof z.ZodError ? `--${String(error.issues[0]?.path[0])} 未填或无效。` : "";
    throw new Error(option + USAGE);
  }
}

/** Adds one source with one episode per address. @throws {Error} one Chinese line */
export async function addVideo(db: Database, args: string[]): Promise<string> {
  const { category, url, ...about } = readOptions(args);
  const [leaf] = await db.select().from(videoCategories).where(eq(videoCategories.code, category));
  if (!leaf?.parentCode || leaf.kind === "topic") {
    throw new Error(`--category ${category} 不是二级分类的编号`);
  }
  return db.transaction(async (tx) => {
    const restricted = leaf.kind === "hidden";
    const [added] = await tx
      .insert(videos)
      .values({ ...about, categoryCode: leaf.code, restricted })
      .returning({ code: videos.code });
    if (!added) throw new Error("视频没有保存成功");
    await tx.insert(episodes).values(
      url.map((address, sort) => ({
        videoCode: added.code,
        source: "线路一",
        name: `第${sort + 1}集`,
        url: address,
        sort,
        ...(about.cover && { cover: about.cover }),
      })),
    );
    return `已添加视频 ${added.code}：${about.title}`;
  });
}

const setWithdrawn =
  (withdrawn: boolean, done: string) =>
  async (db: Database, [code = ""]: string[]): Promise<string> => {
    const which = eq(videos.code, /^\d{1,9}$/.test(code) ? Number(code) : 0);
    const [changed] = await db.update(videos).set({ withdrawn }).where(which).returning();
    if (!changed) throw new Error(`没有视频 ${code || "（未填视频编号）"}`);
    return `${done}：${changed.title}`;
  };

export const hideVideo = setWithdrawn(true, "已下架");
export const showVideo = setWithdrawn(false, "已恢复");

const LONGEST_PREVIEW = 86_400;

type Value = string | number | boolean;

const { settings } = demoContent;

function parseSwitch(text: string): boolean {
  if (/^(on|true|1)$/i.test(text)) return true;
  if (/^(off|false|0)$/i.test(text)) return false;
  throw new Error(`开关应为 on 或 off：${text || "（未填）"}`);
}

function parseSeconds(text: string): number {
  if (/^\d{1,6}$/.test(text) && Number(text) <= LONGEST_PREVIEW) return Number(text);
  throw new Error(`试看秒数应为 0 到 ${LONGEST_PREVIEW} 的整数，0 为不限制：${text || "（未填）"}`);
}

/** @param preset the setting's default, whose type decides how `text` is read */
function parseValue(text: string, preset: Value | undefined): Value {
  if (typeof preset === "boolean") return parseSwitch(text);
  return typeof preset === "number" ? parseSeconds(text) : text;
}

export async function listConfig(db: Database): Promise<string> {
  const rows = await db.select().from(siteSettings).orderBy(asc(siteSettings.key));
  return rows.map(({ key, value }) => `${key} = ${value}`).join("\n");
}

export async function setConfig(db: Database, [key = "", ...words]: string[]): Promise<string> {
  if (!Object.hasOwn(settings, key))
    throw new Error(`没有设置项 ${key}，可用的有：${Object.keys(settings).join("、")}`);
  const value = parseValue(words.join(" ").trim(), settings[key]);
  await db
    .insert(siteSettings)
    .values({ key, value })
    .onConflictDoUpdate({ target: siteSettings.key, set: { value } });
  return `${key} = ${value}`;
}
