import { eq } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { members } from "../db/schema.ts";
import { withLockedAccount } from "../domain/ledger.ts";
import type { Member } from "../domain/members.ts";
import { formatShanghaiTime } from "../domain/shanghai-time.ts";
import { vipAt } from "../domain/vip.ts";

const MOST = 100_000;
const NOTE = "客服赠送";

/** @throws {Error} one Chinese line */
export async function findMember(db: Database, code = ""): Promise<Member> {
  const [member] = await db.select().from(members).where(eq(members.code, code));
  if (!member) throw new Error(`没有会员 ${code || "（未填会员编号）"}`);
  return member;
}

/** @throws {Error} one Chinese line */
function quantity(text = ""): number {
  const value = Number(text);
  if (Number.isInteger(value) && value !== 0 && Math.abs(value) <= MOST) return value;
  throw new Error(`数量应为不为0的整数，不超过${MOST}：${text || "（未填）"}`);
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

/** `member show <code>`. @throws {Error} one Chinese line */
export async function showMember(db: Database, [code]: string[]): Promise<string> {
  return describe(await findMember(db, code));
}

/** `member grant-coins <code> <n>`; a negative number takes coins back. @throws {Error} one Chinese line */
export async function grantCoins(db: Database, [code, count]: string[]): Promise<string> {
  const amount = quantity(count);
  const { id } = await findMember(db, code);
  return withLockedAccount(db, id, async (account) => {
    const note = amount > 0 ? NOTE : "客服扣回";
    await account.move({ unit: "coins", amount, reason: "operator", note });
    return describe(account.member);
  });
}

/** `member grant-vip <code> <days>`; fewer days than the smallest plan are a trial. @throws {Error} one Chinese line */
export async function grantVip(db: Database, [code, days]: string[]): Promise<string> {
  const amount = quantity(days);
  if (amount < 0) throw new Error("天数应为正整数：已给的天数不能收回");
  const { id } = await findMember(db, code);
  return withLockedAccount(db, id, async (account) => {
    await account.move({ unit: "vipDays", amount, reason: "operator", note: NOTE });
    return describe(account.member);
  });
}
