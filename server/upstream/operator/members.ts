import { desc, eq, like, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { chatMessages, feedbackEntries } from "../db/member-schema.ts";
import { members } from "../db/schema.ts";
import { conversationOf, sendToMember } from "../domain/chat.ts";
import { withLockedAccount } from "../domain/ledger.ts";
import type { Member } from "../domain/members.ts";
import { formatShanghaiTime } from "../domain/shanghai-time.ts";
import { vipAt } from "../domain/vip.ts";

const LARGEST_GRANT = 100_000;

async function findMember(db: Database, code = ""): Promise<Member> {
  const [member] = await db.select().from(members).where(eq(members.code, code));
  if (!member) throw new Error(`没有会员 ${code || "（未填会员编号）"}`);
  return member;
}

function parseQuantity(text = ""): number {
  const value = Number(text);
  if (Number.isInteger(value) && value !== 0 && Math.abs(value) <= LARGEST_GRANT) return value;
  throw new Error(`数量应为不为0的整数，不超过${LARGEST_GRANT}：${text || "（未填）"}`);
}

function describe(member: Member): string {
  const { vipPeriod, vipUntil } = vipAt(member, new Date());
  return [
    `会员编号 ${member.code}`,
    `账号 ${member.name}`,
    `昵称 ${member.nickname}`,
    `金币 ${member.coins}`,
    `VIP ${vipPeriod === 0 ? "无" : `VIP${vipPeriod}，${formatShanghaiTime(vipUntil)} 到期`}`,
    `注册于 ${formatShanghaiTime(member.createdAt)}`,
  ].join("\n");
}

export async function showMember(db: Database, [code]: string[]): Promise<string> {
  return describe(await findMember(db, code));
}

const grant =
  (unit: "coins" | "vipDays") =>
  async (db: Database, [code, quantity]: string[]): Promise<string> => {
    const amount = parseQuantity(quantity);
    if (unit === "vipDays" && amount < 0) throw new Error("天数应为正整数：已给的天数不能收回");
    const { id } = await findMember(db, code);
    return withLockedAccount(db, id, async (account) => {
      const note = amount > 0 ? "客服赠送" : "客服扣回";
      await account.move({ unit, amount, reason: "operator", note });
      return describe(account.member);
    });
  };

/** A negative number takes coins back. @throws {Error} one Chinese line */
export const grantCoins = grant("coins");

/** Fewer days than the shortest plan count as a trial. @throws {Error} one Chinese line */
export const grantVip = grant("vipDays");

const CHATS_SHOWN = 50;
const speakers = { member: "会员", operator: "客服", machine: "自动" };

export async function listChats(db: Database): Promise<string> {
  const last = db
    .select({ lastId: sql<number>`max(${chatMessages.id})`.as("last_id") })
    .from(chatMessages)
    .where(sql`${chatMessages.from} <> 'machine'`)
    .groupBy(chatMessages.memberId)
    .as("last");
  const rows = await db
    .select({ message: chatMessages, code: members.code, nickname: members.nickname })
    .from(chatMessages)
    .innerJoin(last, eq(last.lastId, chatMessages.id))
    .innerJoin(members, eq(members.id, chatMessages.memberId))
    .orderBy(desc(chatMessages.id))
    .limit(CHATS_SHOWN);
  const lines = rows.map(({ message, code, nickname }) => {
    const state = message.from === "member" ? "待回复" : "已回复";
    return `${code}  ${state}  ${formatShanghaiTime(message.sentAt)}  ${nickname}：${message.content}`;
  });
  return lines.join("\n") || "还没有客服消息";
}

export async function showChat(db: Database, [code]: string[]): Promise<string> {
  const { id } = await findMember(db, code);
  const lines = (await conversationOf(db, id)).map(
    ({ from, content, sentAt }) => `${formatShanghaiTime(sentAt)}  ${speakers[from]}：${content}`,
  );
  return lines.join("\n") || "该会员还没有客服消息";
}

export async function replyToChat(db: Database, [code, ...words]: string[]): Promise<string> {
  const text = words.join(" ").trim();
  const member = await findMember(db, code);
  if (text === "") throw new Error("请填写回复内容");
  await sendToMember(db, member.id, text);
  return `已回复会员 ${member.code}`;
}

const ENTRIES_SHOWN = 100;

const REPORT_MARK = "[举报]";

export const listFeedback = async (db: Database): Promise<string> =>
  (await newest(db)).join("\n") || "还没有意见反馈";

export const listReports = async (db: Database): Promise<string> =>
  (await newest(db, like(feedbackEntries.content, `${REPORT_MARK}%`))).join("\n") || "还没有举报";

async function newest(db: Database, which?: SQL): Promise<string[]> {
  const rows = await db
    .select({
      content: feedbackEntries.content,
      sentAt: feedbackEntries.sentAt,
      code: members.code,
    })
    .from(feedbackEntries)
    .innerJoin(members, eq(members.id, feedbackEntries.memberId))
    .where(which)
    .orderBy(desc(feedbackEntries.id))
    .limit(ENTRIES_SHOWN);
  return rows.map(
    ({ code, content, sentAt }) => `${formatShanghaiTime(sentAt)}  会员 ${code}：${content}`,
  );
}
