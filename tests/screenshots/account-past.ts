import { eq } from "drizzle-orm";
import type { Database } from "../../server/upstream/db/client.ts";
import {
  chatMessages,
  checkIns,
  invites,
  ledger,
  taskClaims,
  withdrawals,
} from "../../server/upstream/db/member-schema.ts";
import { members } from "../../server/upstream/db/schema.ts";

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
const shanghaiDay = (ago: number) =>
  hoursAgo(ago * 24 - 8)
    .toISOString()
    .slice(0, 10);

const LONG = "海边的风与夜晚的灯塔还有远山上的云海和清晨的渔火";
const friends = ["山里的雾", LONG, "", "Lake", "雨夜行人"];
const movements = [
  [300, "order", "金币充值（支付宝）"],
  [-2, "purchase", "海边日落 第3集"],
  [5, "task", "首次充值VIP奖励"],
  [-12, "purchase", `${LONG}：星空延时摄影与深夜的城市 第12集`],
] as const;
const conversation = [
  ["operator", "您好，请问有什么可以帮您？"],
  ["member", "充值之后多久到账？"],
  ["operator", "支付后2至10分钟内到账，多次失败请更换支付方式再试。"],
  ["member", "https://example.com/order/2025112021084400123456789012345678901234567890"],
  ["member", "好的"],
] as const;

/** A name and a picture, and what leaves traces: payments, withdrawals, check-ins, friends and a conversation. */
export async function givePast(db: Database, code: string, nickname = "海边的风") {
  const [member] = await db
    .update(members)
    .set({ nickname, signature: "风从海上来", avatar: `/avatars/${code}.svg` })
    .where(eq(members.code, code))
    .returning();
  const memberId = member?.id ?? 0;
  await db.insert(ledger).values(
    movements.map(([amount, reason, note], index) => ({
      ...{ memberId, unit: "coins" as const, amount, reason, note },
      number: `2025112021084${code.slice(-2)}${index}`,
      createdAt: hoursAgo(movements.length - index),
    })),
  );
  await db.insert(withdrawals).values(
    (["wx", "zfb"] as const).map((method, index) => ({
      ...{ memberId, method, amount: 50 + 100 * index, codeImage: "", done: index === 1 },
      number: `20251120${code}${index}`,
      createdAt: hoursAgo(index),
    })),
  );
  await db.insert(checkIns).values(
    [2, 1].map((ago, index) => ({
      ...{ memberId, date: shanghaiDay(ago), streak: index + 1, createdAt: hoursAgo(ago * 24) },
    })),
  );
  await db
    .insert(taskClaims)
    .values({ memberId, task: "watching", date: shanghaiDay(0), createdAt: new Date() });
  for (const [index, name] of friends.entries()) {
    const friend = `${code}-${index}`;
    const [invited] = await db
      .insert(members)
      .values({
        ...{ uuid: friend, code: friend, name: friend, nickname: name, temporaryPassword: "" },
        avatar: index % 2 ? "" : `/avatars/${index}.svg`,
      })
      .returning();
    const values = { inviterId: memberId, invitedId: invited?.id ?? 0, createdAt: hoursAgo(index) };
    await db.insert(invites).values(values);
  }
  await db.insert(chatMessages).values(
    conversation.map(([from, content], index) => ({
      ...{ memberId, from, content, kind: "text" as const },
      sentAt: hoursAgo(conversation.length - index),
    })),
  );
}
