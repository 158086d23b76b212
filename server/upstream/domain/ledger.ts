import { randomInt } from "node:crypto";
import { and, desc, eq, type SQL } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { ledger, withdrawals } from "../db/member-schema.ts";
import { members } from "../db/schema.ts";
import { ApiError } from "./api-error.ts";
import type { Member } from "./members.ts";
import { formatShanghaiTime } from "./shanghai-time.ts";
import { withVipDays } from "./vip.ts";

type Row = typeof ledger.$inferSelect;
export type Unit = Row["unit"];

interface Movement {
  unit: Unit;
  /** Signed; of balance in fen. */
  amount: number;
  reason: Row["reason"];
  /** In Chinese, for the member. */
  note: string;
  /** The order's number; default: a new one. */
  number?: string;
}

export interface LockedAccount {
  tx: Database;
  member: Member;
  now: Date;
  /** @throws {ApiError} 2001 too few coins, 2002 too little balance; rolls back the transaction */
  move(movement: Movement): Promise<void>;
}

/** Locks by `no key update`, so that rows that only refer to the member can still be written. */
export function withLockedAccount<Result>(
  db: Database,
  memberId: number,
  work: (account: LockedAccount) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(members)
      .where(eq(members.id, memberId))
      .for("no key update");
    if (!row) throw new Error(`no member ${memberId}`);
    const account: LockedAccount = {
      tx,
      member: row,
      now: new Date(),
      async move({ number = createSerialNumber("JY", account.now), ...movement }) {
        const changed = changeFor(account.member, movement, account.now);
        await tx.update(members).set(changed).where(eq(members.id, memberId));
        account.member = { ...account.member, ...changed };
        await tx.insert(ledger).values({ ...movement, number, memberId, createdAt: account.now });
      },
    };
    return work(account);
  });
}

function changeFor(member: Member, { unit, amount }: Movement, now: Date): Partial<Member> {
  if (unit === "vipDays") return withVipDays(member, amount, now);
  const left = member[unit] + amount;
  if (left >= 0) return { [unit]: left };
  throw unit === "coins" ? new ApiError(2001, "金币不足") : new ApiError(2002, "可提现金额不足");
}

/** A prefix of two letters, the time in Asia/Shanghai, and eight random digits. */
export function createSerialNumber(prefix: string, now: Date): string {
  const random = String(randomInt(100_000_000)).padStart(8, "0");
  return prefix + formatShanghaiTime(now).replace(/\D/g, "") + random;
}

const MAX_ROWS = 200;
const methods = { wx: "微信", zfb: "支付宝" };
const signed = (amount: number) => (amount > 0 ? `+${amount}` : String(amount));

const movementRecords = (which: SQL) => async (db: Database, member: Member) => {
  const rows = await db.query.ledger.findMany({
    where: and(eq(ledger.memberId, member.id), which),
    orderBy: desc(ledger.id),
    limit: MAX_ROWS,
  });
  return rows.map(({ number, note, unit, amount }) => ({
    title: number,
    amountSource: note,
    price: `${signed(amount)}${unit === "vipDays" ? "天" : ""}`,
  }));
};

async function withdrawalRecords(db: Database, member: Member) {
  const rows = await db.query.withdrawals.findMany({
    where: eq(withdrawals.memberId, member.id),
    orderBy: desc(withdrawals.createdAt),
    limit: MAX_ROWS,
  });
  return rows.map(({ number, method, amount, done }) => ({
    title: number,
    amountSource: `提现到${methods[method]}（${done ? "已到账" : "审核中"}）`,
    price: signed(-amount),
  }));
}

/** Recharges, coins and withdrawals, in the order of `index` in the contract's `wallet.records`. */
export const recordLists = [
  movementRecords(eq(ledger.reason, "order")),
  movementRecords(eq(ledger.unit, "coins")),
  withdrawalRecords,
] as const;
