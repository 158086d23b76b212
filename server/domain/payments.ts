import { createHash } from "node:crypto";
import { z } from "zod";
import type { Contract, Payment, PayOption, Profile } from "../contract/index.ts";
import { coinsPerYuan } from "../contract/rules.ts";
import type { Sealer } from "../seal.ts";
import type { MemberSession } from "../session/member.ts";
import type { Client } from "../upstream-client/client.ts";
import { UpstreamFault } from "../upstream-client/errors.ts";
import type { UpstreamOrigins } from "../upstream-client/origins.ts";
import type { createAttempt, FailureReason } from "./actions.ts";
import type { Orders } from "./orders.ts";
import { DAY_MS, parseShanghaiTime } from "./vip.ts";

/** What is on sale, and how one can pay for it. */
export interface Goods {
  channels: string[];
  options: PayOption[];
}

/** What somebody wants to pay for, or why that cannot be, in Chinese. */
export type PaymentChoice = Omit<Payment, "memberCode"> | { error: string };

/** An order that can be paid. */
export interface PayableOrder {
  /** A path of this site or a checked foreign address. */
  payAddress: string;
  /** Sealed, for `isPaid`. */
  order: string;
}

/** What is known of an order. What a member holds of its product is in coins, or a membership's end in milliseconds. */
const orderFacts = z.object({
  memberCode: z.string(),
  product: z.enum(["vip", "coins"]),
  /** The member's paid orders when this one had been made, hashed; '' if unknown. */
  recharges: z.string(),
  /** What the member held before, and holds at least once all of it is there. */
  before: z.number(),
  whole: z.number(),
});

/** Otherwise a message that may be shown, or '' where there is none. */
export type OrderResult =
  | { ok: true; data: PayableOrder }
  | { ok: false; reason: FailureReason; message: string };

type Payout = Parameters<Client<Contract>["wallet"]["withdraw"]>[0];

/** Makes orders for the visitor, and payouts. */
export interface Payments {
  /**
   * Orders what `choose` picks from what is on sale now. Prices come from there, never from the browser.
   * @throws {SessionEndedError} when the member has to log in again
   */
  order(choose: (goods: Goods) => PaymentChoice): Promise<OrderResult>;
  /**
   * Whether an order has been paid. The upstream tells no order's state: it is when the member's list of paid orders has
   * changed and the balance with it, or when all that was ordered is there. Coins from a task or a check-in are neither.
   */
  isPaid(order: string): Promise<boolean>;
  /** Asks for a payout; the second tap of a double one gets the first one's message. */
  withdraw(payout: Payout): Promise<string>;
}

export function createPayments(options: {
  api: Client<Contract>;
  member: MemberSession;
  orders: Orders;
  origins: UpstreamOrigins;
  sealer: Sealer;
  attempt: ReturnType<typeof createAttempt>;
}): Payments {
  const { api, member, orders, origins, sealer, attempt } = options;

  /** The member's paid orders, to be compared; '' where the upstream does not tell them. */
  const recharges = () =>
    api.wallet.records(RECHARGES).then(
      (rows) => createHash("sha256").update(JSON.stringify(rows)).digest("base64url"),
      () => "",
    );

  async function pay(payment: Payment): Promise<string> {
    const given = await api.wallet.pay(payment);
    const address = payAddress(given, origins);
    if (address === undefined) throw new UpstreamFault("wallet.pay: not an address to pay at.");
    return address;
  }

  async function order(choose: (goods: Goods) => PaymentChoice): Promise<OrderResult> {
    const [goods, profile] = await Promise.all([api.wallet.goods(), member.profile()]);
    const choice = choose(goods);
    if ("error" in choice) return { ok: false, reason: "invalid", message: choice.error };
    const payment = { ...choice, memberCode: profile.code };
    const payAddress = await orders.once(JSON.stringify(payment), () => pay(payment));
    const before = held(choice.product, profile);
    const facts: z.output<typeof orderFacts> = {
      memberCode: profile.code,
      product: choice.product,
      // after the order: an upstream may list it before it is paid
      recharges: await recharges(),
      before,
      whole: wholeOf(choice, goods, before),
    };
    return { ok: true, data: { payAddress, order: sealer.seal("order", JSON.stringify(facts)) } };
  }

  return {
    async order(choose) {
      const ordered = await attempt("payment", order(choose));
      return ordered.ok ? ordered.data : ordered;
    },
    async isPaid(order) {
      const facts = orderFacts.safeParse(JSON.parse(sealer.open("order", order) ?? "null")).data;
      if (!facts) return false;
      const [profile, now] = await Promise.all([member.profile(), recharges()]);
      if (profile.code !== facts.memberCode) return false;
      const holding = held(facts.product, profile);
      const known = facts.recharges !== "" && now !== "";
      const isListed = known && now !== facts.recharges && holding > facts.before;
      return isListed || holding >= facts.whole;
    },
    async withdraw(payout) {
      const { memberCode } = await member.credentials();
      const key = JSON.stringify({ memberCode, payout });
      return orders.once(key, () => api.wallet.withdraw(payout));
    },
  };
}

/** Of the member's records (upstream contract, `member/index`). */
const RECHARGES = 0;

function held(product: Payment["product"], { coins, vipUntil }: Profile): number {
  return product === "coins" ? coins : (parseShanghaiTime(vipUntil) ?? 0);
}

/** What is held once an order has been paid; of a membership a day less, so that no clock has to be exact. */
function wholeOf(
  { product, specification, index, amount }: Omit<Payment, "memberCode">,
  goods: Goods,
  before: number,
): number {
  if (product === "vip") return Math.max(Date.now(), before) + (Number(specification) - 1) * DAY_MS;
  if (goods.options[index]) return before + Number(specification);
  return before + Math.max(1, Math.floor(amount * coinsPerYuan(goods.options)));
}

/** Order pages of the upstream's own cashier, and what they are made of. */
const CASHIER_PAGE = /^\/cashier\/[\w-]{16,64}$/;

/** Hosts that name the machine itself. */
const loopback = (hostname: string) =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/**
 * Where a browser may be sent to pay, or undefined for an address that must not be opened: only http and https, and
 * plain http only on the upstream's own host or loopback.
 *
 * Order pages of the upstream's own cashier become paths of this site, which hands them through: phones may not
 * reach the upstream, and its address stays unknown.
 *
 * @param origins the upstream's servers
 */
export function payAddress(payUrl: string, origins: UpstreamOrigins): string | undefined {
  if (!URL.canParse(payUrl)) return undefined;
  const url = new URL(payUrl);
  const plainAllowed = origins.isOwnHost(url.href) || loopback(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && plainAllowed)) return undefined;
  const own = origins.isOwn(url.href) && CASHIER_PAGE.test(url.pathname);
  return own && url.search === "" ? url.pathname : url.href;
}
