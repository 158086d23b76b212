import { and, desc, eq } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { ledger, withdrawals } from "../db/ledger-schema.ts";
import { movements } from "./ledger.ts";
import type { Member } from "./members.ts";

/** A line of the records page. */
interface RecordLine {
  title: string;
  amountSource: string;
  price: string;
}

const MOST = 200;
const methods = { wx: "微信", zfb: "支付宝" };
const signed = (amount: number) => (amount > 0 ? `+${amount}` : String(amount));

/** Paid orders, newest first: what they brought. */
export async function rechargeRecords(db: Database, member: Member): Promise<RecordLine[]> {
  const rows = await db
    .select()
    .from(ledger)
    .where(and(eq(ledger.memberId, member.id), eq(ledger.reason, "order")))
    .orderBy(desc(ledger.id))
    .limit(MOST);
  return rows.map(({ number, note, unit, amount }) => ({
    title: number,
    amountSource: note,
    price: unit === "coins" ? signed(amount) : `${signed(amount)}天`,
  }));
}

/** Every movement of coins, newest first. */
export async function coinRecords(db: Database, member: Member): Promise<RecordLine[]> {
  const rows = await movements(db, member.id, "coins", MOST);
  return rows.map(({ number, note, amount }) => ({
    title: number,
    amountSource: note,
    price: signed(amount),
  }));
}

/** Withdrawals with their state, newest first. */
export async function withdrawalRecords(db: Database, member: Member): Promise<RecordLine[]> {
  const rows = await db
    .select()
    .from(withdrawals)
    .where(eq(withdrawals.memberId, member.id))
    .orderBy(desc(withdrawals.createdAt))
    .limit(MOST);
  return rows.map(({ number, method, amount, done }) => ({
    title: number,
    amountSource: `提现到${methods[method]}（${done ? "已到账" : "审核中"}）`,
    price: signed(-amount),
  }));
}
