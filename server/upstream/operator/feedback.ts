import { desc, eq } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { members } from "../db/schema.ts";
import { feedback } from "../db/support-schema.ts";
import { shanghaiTime } from "../shanghai-time.ts";

const SHOWN = 100;

/** `feedback list`: the newest first. */
export async function listFeedback(db: Database): Promise<string> {
  const rows = await db
    .select({ content: feedback.content, sentAt: feedback.sentAt, code: members.code })
    .from(feedback)
    .innerJoin(members, eq(members.id, feedback.memberId))
    .orderBy(desc(feedback.id))
    .limit(SHOWN);
  const lines = rows.map(
    ({ code, content, sentAt }) => `${shanghaiTime(sentAt)}  会员 ${code}：${content}`,
  );
  return lines.join("\n") || "还没有意见反馈";
}
