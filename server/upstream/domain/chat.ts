import { asc, eq } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { chatMessages } from "../db/member-schema.ts";

const FIRST_ANSWER =
  "您好，您的消息已收到。客服在线时间为每天 10:00 至 22:00，我们会尽快回复您，请稍后回到本页查看。";

export async function sendToOperator(
  db: Database,
  memberId: number,
  message: { kind: "text" | "img"; content: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(chatMessages).values({ memberId, from: "member", ...message });
    await tx
      .insert(chatMessages)
      .values({ memberId, from: "machine", kind: "text", content: FIRST_ANSWER })
      .onConflictDoNothing();
  });
}

export async function sendToMember(db: Database, memberId: number, content: string): Promise<void> {
  await db.insert(chatMessages).values({ memberId, from: "operator", kind: "text", content });
}

export const conversationOf = (db: Database, memberId: number) =>
  db.query.chatMessages.findMany({
    where: eq(chatMessages.memberId, memberId),
    orderBy: asc(chatMessages.id),
  });
