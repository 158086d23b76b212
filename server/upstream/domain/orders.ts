import { randomBytes } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { orders } from "../db/ledger-schema.ts";
import { serialNumber, withLockedAccount } from "./ledger.ts";
import type { Member } from "./members.ts";
import { claim, ONCE } from "./tasks.ts";

export type Order = typeof orders.$inferSelect;
type Wanted = Pick<Order, "unit" | "quantity" | "price" | "channel">;

const MINUTES = 15;

/** Makes an order that waits for its payment for 15 minutes. */
export async function createOrder(db: Database, member: Member, wanted: Wanted): Promise<Order> {
  const now = new Date();
  const [order] = await db
    .insert(orders)
    .values({
      ...wanted,
      id: randomBytes(24).toString("base64url"),
      number: serialNumber("DD", now),
      memberId: member.id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + MINUTES * 60_000),
    })
    .returning();
  if (!order) throw new Error("the order was not stored");
  return order;
}

/** What became of an order. */
export function orderState(order: Order): Order["status"] | "expired" {
  return order.status === "open" && order.expiresAt <= new Date() ? "expired" : order.status;
}

/** What an order buys, in Chinese. */
export const productOf = ({ unit, quantity }: Pick<Order, "unit" | "quantity">) =>
  unit === "coins" ? `${quantity}金币` : `${quantity}天VIP`;

export async function findOrder(db: Database, id: string): Promise<Order | undefined> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  return order;
}

/** Closes an order that is still open. Of several attempts at once, one gets the order back. */
async function close(db: Database, id: string, status: "paid" | "abandoned", now: Date) {
  const [closed] = await db
    .update(orders)
    .set({ status, settledAt: now })
    .where(and(eq(orders.id, id), eq(orders.status, "open"), gt(orders.expiresAt, now)))
    .returning();
  return closed;
}

/** Takes the payment and credits what was bought, once; an order that is no longer open stays as it is. */
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

/** Gives an order up; one that is no longer open stays as it is. */
export async function abandonOrder(db: Database, { id }: Order): Promise<void> {
  await close(db, id, "abandoned", new Date());
}
