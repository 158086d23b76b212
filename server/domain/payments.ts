import { createHash } from "node:crypto";
import { z } from "zod";
import type { SharedFlights } from "../concurrency/shared-flight.ts";
import type { Contract, Payment, PayOption, Profile } from "../contract/index.ts";
import { coinsPerYuan } from "../contract/rules.ts";
import { isLoopback } from "../http/network-address.ts";
import type { createAttempt, FailureReason } from "../outcomes/actions.ts";
import type { Sealer } from "../secrets/seal.ts";
import type { MemberSession } from "../session/member.ts";
import { DAY_MS, parseShanghaiTime } from "../session/vip.ts";
import { createSingleFlight } from "../shared-store/single-flight.ts";
import type { Client } from "../upstream-client/client.ts";
import { UpstreamFault } from "../upstream-client/errors.ts";
import type { UpstreamOrigins } from "../upstream-client/origins.ts";

export interface Goods {
  channels: string[];
  options: PayOption[];
}

/** The chosen product and channel, or an error message in Chinese. */
export type PaymentChoice = Omit<Payment, "memberCode"> | { error: string };

export interface PayableOrder {
  /** A path on this site or a checked external address. */
  payAddress: string;
  /** Sealed facts about the order, for `isPaid`. */
  order: string;
}

/** Facts about an order. Holdings are in coins, or the membership's end in milliseconds. */
const orderFacts = z.object({
  memberCode: z.string(),
  product: z.enum(["vip", "coins"]),
  /** Hash of the member's paid orders just after this one was made; '' if unknown. */
  recharges: z.string(),
  /** The member's holdings before, and the minimum after full payment. */
  before: z.number(),
  whole: z.number(),
});

/** On failure, a message that may be shown, or ''. */
export type OrderResult =
  | { ok: true; data: PayableOrder }
  | { ok: false; reason: FailureReason; message: string };

type Payout = Parameters<Client<Contract>["wallet"]["withdraw"]>[0];

export interface Payments {
  /**
   * Orders what `choose` selects from the current products, so that prices never come from the browser.
   * @throws {SessionEndedError} when the member has to log in again
   */
  order(choose: (goods: Goods) => PaymentChoice): Promise<OrderResult>;
  /**
   * Whether an order has been paid. The upstream has no call for an order's state. So it counts as paid if both the
   * list of paid orders and the holdings have changed, or if the holdings have grown by the full amount; a few coins
   * from a task or check-in satisfy neither.
   */
  isPaid(order: string): Promise<boolean>;
  /** Requests a payout; a double tap makes one request. */
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

  /** Hash of the member's paid orders; '' if unavailable. */
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
      // read after ordering, because some upstreams list unpaid orders, too
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

/** Record type (upstream contract, `member/index`). */
const RECHARGES = 0;

function held(product: Payment["product"], { coins, vipUntil }: Profile): number {
  return product === "coins" ? coins : (parseShanghaiTime(vipUntil) ?? 0);
}

/** Minimum holdings after payment; one day less for a membership, to allow for clock differences. */
function wholeOf(
  { product, specification, index, amount }: Omit<Payment, "memberCode">,
  goods: Goods,
  before: number,
): number {
  if (product === "vip") return Math.max(Date.now(), before) + (Number(specification) - 1) * DAY_MS;
  if (goods.options[index]) return before + Number(specification);
  return before + Math.max(1, Math.floor(amount * coinsPerYuan(goods.options)));
}

/** Order pages of the upstream's cashier. */
const CASHIER_PAGE = /^\/cashier\/[\w-]{16,64}$/;

/**
 * Where to send the browser to pay; undefined for an unsafe address. Only https is allowed, and http on the upstream's
 * own host or loopback.
 *
 * Order pages of the upstream's cashier become paths on this site, which proxies them: phones may be unable to reach
 * the upstream, and its address must stay private.
 *
 * @param origins the upstream's servers
 */
export function payAddress(payUrl: string, origins: UpstreamOrigins): string | undefined {
  if (!URL.canParse(payUrl)) return undefined;
  const url = new URL(payUrl);
  const plainAllowed = origins.isOwnHost(url.href) || isLoopback(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && plainAllowed)) return undefined;
  const own = origins.isOwn(url.href) && CASHIER_PAGE.test(url.pathname);
  return own && url.search === "" ? url.pathname : url.href;
}

/** Long enough to catch a double tap, too short for a second order on purpose. */
const SAME_TAP_MS = 1_000;

export interface Orders {
  /**
   * Calls `make`, which returns the order's address. Meanwhile and for a second afterwards, calls with the same `key`
   * get the same order; a failure can be retried at once.
   */
  once(key: string, make: () => Promise<string>): Promise<string>;
}

export function createOrders(flights: SharedFlights): Orders {
  const ordering = flights.of<string>("order", SAME_TAP_MS);
  const once = createSingleFlight<string>(SAME_TAP_MS);
  return { once: (key, make) => once(key, () => ordering(key, make)) };
}
