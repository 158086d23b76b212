import { randomBytes } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import { MAX_COIN_PAYMENT, MIN_COIN_PAYMENT, VIP_PLANS } from "../../contract/rules.ts";
import type { Database } from "../db/client.ts";
import { orders } from "../db/member-schema.ts";
import { badRequest } from "./api-error.ts";
import { createSerialNumber, withLockedAccount } from "./ledger.ts";
import type { Member } from "./members.ts";
import { claim, ONCE } from "./rewards.ts";

export type Order = typeof orders.$inferSelect;
type Wanted = Pick<Order, "unit" | "quantity" | "price" | "channel">;

export const ORDER_MINUTES = 15;

export async function createOrder(db: Database, member: Member, wanted: Wanted): Promise<Order> {
  const now = new Date();
  const [order] = await db
    .insert(orders)
    .values({
      ...wanted,
      id: randomBytes(24).toString("base64url"),
      number: createSerialNumber("DD", now),
      memberId: member.id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + ORDER_MINUTES * 60_000),
    })
    .returning();
  if (!order) throw new Error("the order was not stored");
  return order;
}

export function orderState(order: Order): Order["status"] | "expired" {
  return order.status === "open" && order.expiresAt <= new Date() ? "expired" : order.status;
}

export const productOf = ({ unit, quantity }: Pick<Order, "unit" | "quantity">) =>
  unit === "coins" ? `${quantity}金币` : `${quantity}天VIP`;

export const findOrder = (db: Database, id: string): Promise<Order | undefined> =>
  db.query.orders.findFirst({ where: eq(orders.id, id) });

async function close(db: Database, id: string, status: "paid" | "abandoned", now: Date) {
  const [closed] = await db
    .update(orders)
    .set({ status, settledAt: now })
    .where(and(eq(orders.id, id), eq(orders.status, "open"), gt(orders.expiresAt, now)))
    .returning();
  return closed;
}

/** Does nothing if the order is not open. */
export function payOrder(db: Database, { id, memberId }: Order): Promise<void> {
  return withLockedAccount(db, memberId, async (account) => {
    const paid = await close(account.tx, id, "paid", account.now);
    if (!paid) return;
    const { unit, quantity, number, channel, price } = paid;
    const note = `${channel}，${price}元购买${productOf(paid)}`;
    await account.move({ unit, amount: quantity, reason: "order", number, note });
    if (unit === "vipDays") await claim(account, "firstRecharge", ONCE);
  });
}

/** Does nothing if the order is not open. */
export async function abandonOrder(db: Database, { id }: Order): Promise<void> {
  await close(db, id, "abandoned", new Date());
}

export const channels = ["支付宝", "微信支付", "银行卡"];
export const coinOptions = [
  { coins: 300, price: 30 },
  { coins: 500, price: 50 },
  { coins: 1000, price: 100 },
  { coins: 2000, price: 200 },
  { coins: 5000, price: 500 },
];
const COINS_PER_YUAN = 10;

interface Choice {
  comSpec: string;
  index: number;
  money: number;
}

/** @throws {ApiError} 400 if days, index and price do not match */
export function checkPlan({ comSpec, index, money }: Choice) {
  const plan = VIP_PLANS[index];
  if (!plan || comSpec !== String(plan.days) || money !== plan.price) {
    throw badRequest("套餐或金额不正确");
  }
  return { unit: "vipDays" as const, quantity: plan.days, price: plan.price };
}

/** The index after the last option is for a custom amount in yuan. @throws {ApiError} 400 */
export function checkCoins({ comSpec, index, money }: Choice) {
  const option = coinOptions[index];
  if (option) {
    if (comSpec !== String(option.coins) || money !== option.price) {
      throw badRequest("充值档位或金额不正确");
    }
    return { unit: "coins" as const, quantity: option.coins, price: option.price };
  }
  const free = index === coinOptions.length && comSpec === String(money);
  if (!free || !Number.isInteger(money)) throw badRequest("充值档位或金额不正确");
  if (money < MIN_COIN_PAYMENT || money > MAX_COIN_PAYMENT) {
    throw badRequest(`充值金额须在${MIN_COIN_PAYMENT}到${MAX_COIN_PAYMENT}元之间`);
  }
  return { unit: "coins" as const, quantity: money * COINS_PER_YUAN, price: money };
}

/** @param place from 1; all but the first channel are sent by name, too @throws {ApiError} 400 */
export function checkChannel(place: number, name: string | undefined): string {
  const channel = channels[place - 1];
  const matches = name === channel || (place === 1 && name === undefined);
  if (!channel || !matches) throw badRequest("支付方式不正确");
  return channel;
}
