import { desc, eq, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { members } from "../db/schema.ts";
import { chatMessages } from "../db/support-schema.ts";
import { conversationOf, sendToMember } from "../domain/chat.ts";
import { formatShanghaiTime } from "../domain/shanghai-time.ts";
import { findMember } from "./member.ts";

const SHOWN = 50;
const speakers = { member: "会员", operator: "客服", machine: "自动" };

/** `chat list`: the conversations, last spoken first, and which wait for an answer. */
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
    .limit(SHOWN);
  const lines = rows.map(({ message, code, nickname }) => {
    const state = message.from === "member" ? "待回复" : "已回复";
    return `${code}  ${state}  ${formatShanghaiTime(message.sentAt)}  ${nickname}：${message.content}`;
  });
  return lines.join("\n") || "还没有客服消息";
}

/** `chat show <code>`: one member's whole conversation. @throws {Error} one Chinese line */
export async function showChat(db: Database, [code]: string[]): Promise<string> {
  const { id } = await findMember(db, code);
  const lines = (await conversationOf(db, id)).map(
    ({ from, content, sentAt }) => `${formatShanghaiTime(sentAt)}  ${speakers[from]}：${content}`,
  );
  return lines.join("\n") || "该会员还没有客服消息";
}

/** `chat reply <code> <text>`. @throws {Error} one Chinese line */
export async function replyToChat(db: Database, [code, ...words]: string[]): Promise<string> {
  const text = words.join(" ").trim();
  const member = await findMember(db, code);
  if (text === "") throw new Error("请填写回复内容");
  await sendToMember(db, member.id, text);
  return `已回复会员 ${member.code}`;
}
