import { desc, eq, like, type SQL } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { members } from "../db/schema.ts";
import { feedbackEntries } from "../db/support-schema.ts";
import { formatShanghaiTime } from "../domain/shanghai-time.ts";

const SHOWN = 100;

/** What the site's report form puts in front; its feedback form takes it away. */
const REPORT_MARK = "[举报]";

/** `feedback list`: the newest first, reports among them. */
export const listFeedback = async (db: Database): Promise<string> =>
  (await newest(db)).join("\n") || "还没有意见反馈";

/** `report list`: the newest first, each with the video's code and name, the reason and a note. */
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
    .limit(SHOWN);
  return rows.map(
    ({ code, content, sentAt }) => `${formatShanghaiTime(sentAt)}  会员 ${code}：${content}`,
  );
}
