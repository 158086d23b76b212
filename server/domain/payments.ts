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

export type PaymentChoice = Omit<Payment, "memberCode"> | { error: string };

export interface PayableOrder {
  /** A path on this site or a checked external address. */
  payAddress: string;
  order: string;
}

/** `before` and `whole` are in coins, or the membership's end in milliseconds. */
const orderFacts = z.object({
  memberCode: z.string(),
  product: z.enum(["vip", "coins"]),
  /** Hash of the member's paid orders just after this one was made; '' if unknown. */
  recharges: z.string(),
  /** What the member has before the payment, and at least after paying in full. */
  before: z.number(),
  whole: z.number(),
});

/** `message` is for the visitor, or ''. */
type OrderResult =
  | { ok: true; data: PayableOrder }
  | { ok: false; reason: FailureReason; message: string };

type Payout = Parameters<Client<Contract>["wallet"]["withdraw"]>[0];

export function createPayments(options: {
  api: Client<Contract>;
  member: MemberSession;
  orders: ReturnType<typeof createOrders>;
  origins: UpstreamOrigins;
  sealer: Sealer;
  attempt: ReturnType<typeof createAttempt>;
}) {
  const { api, member, orders, origins, sealer, attempt } = options;

  const hashRecharges = () =>
    api.wallet.records(RECHARGES).then(
      (rows) => createHash("sha256").update(JSON.stringify(rows)).digest("base64url"),
      () => "",
    );

  async function pay(payment: Payment): Promise<string> {
    const given = await api.wallet.pay(payment);
    const address = toPayAddress(given, origins);
    if (address === undefined) throw new UpstreamFault("wallet.pay: the pay address is not valid.");
    return address;
  }

  async function order(choose: (goods: Goods) => PaymentChoice): Promise<OrderResult> {
    const [goods, profile] = await Promise.all([api.wallet.goods(), member.profile()]);
    const choice = choose(goods);
    if ("error" in choice) return { ok: false, reason: "invalid", message: choice.error };
    const payment = { ...choice, memberCode: profile.code };
    const payAddress = await orders(JSON.stringify(payment), () => pay(payment));
    const before = holdingOf(choice.product, profile);
    const facts: z.output<typeof orderFacts> = {
      memberCode: profile.code,
      product: choice.product,
      // after ordering, because some upstreams list unpaid orders, too
      recharges: await hashRecharges(),
      before,
      whole: holdingWhenPaid(choice, goods, before),
    };
    return { ok: true, data: { payAddress, order: sealer.seal("order", JSON.stringify(facts)) } };
  }

  return {
    /** Prices are those of the current products, never those that a browser sends. */
    async order(choose: (goods: Goods) => PaymentChoice): Promise<OrderResult> {
      const ordered = await attempt("payment", order(choose));
      return ordered.ok ? ordered.data : ordered;
    },
    /**
     * Inferred, because the upstream has no call for this: the holdings have grown by the full amount;
     * or by less, as after a task, and the list of paid orders has changed, too.
     */
    async isPaid(order: string) {
      const facts = orderFacts.safeParse(JSON.parse(sealer.open("order", order) ?? "null")).data;
      if (!facts) return false;
      const [profile, now] = await Promise.all([member.profile(), hashRecharges()]);
      if (profile.code !== facts.memberCode) return false;
      const holding = holdingOf(facts.product, profile);
      const known = facts.recharges !== "" && now !== "";
      const isListed = known && now !== facts.recharges && holding > facts.before;
      return isListed || holding >= facts.whole;
    },
    /** A double tap makes one request. */
    async withdraw(payout: Payout) {
      const { memberCode } = await member.credentials();
      const key = JSON.stringify({ memberCode, payout });
      return orders(key, () => api.wallet.withdraw(payout));
    },
  };
}

const RECHARGES = 0;

function holdingOf(product: Payment["product"], { coins, vipUntil }: Profile): number {
  return product === "coins" ? coins : (parseShanghaiTime(vipUntil) ?? 0);
}

/** One day less for a membership, to allow for clock differences. */
function holdingWhenPaid(
  { product, specification, index, amount }: Omit<Payment, "memberCode">,
  goods: Goods,
  before: number,
): number {
  if (product === "vip") return Math.max(Date.now(), before) + (Number(specification) - 1) * DAY_MS;
  if (goods.options[index]) return before + Number(specification);
  return before + Math.max(1, Math.floor(amount * coinsPerYuan(goods.options)));
}

const CASHIER_PAGE = /^\/cashier\/[\w-]{16,64}$/;

/**
 * Allows https, and http only on the upstream's own host or loopback. Its own cashier is proxied:
 * phones may be unable to reach the upstream, whose address must stay private.
 */
export function toPayAddress(payUrl: string, origins: UpstreamOrigins): string | undefined {
  if (!URL.canParse(payUrl)) return undefined;
  const url = new URL(payUrl);
  const plainAllowed = origins.isOwnHost(url.href) || isLoopback(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && plainAllowed)) return undefined;
  const own = origins.isOwn(url.href) && CASHIER_PAGE.test(url.pathname);
  return own && url.search === "" ? url.pathname : url.href;
}

/** Long enough to catch a double tap, too short for an intended second order. */
const SAME_TAP_MS = 1_000;

/** While `make` runs and for a second afterwards, calls with the same `key` get the same order. */
export function createOrders(flights: SharedFlights) {
  const ordering = flights.of<string>("order", SAME_TAP_MS);
  const once = createSingleFlight<string>(SAME_TAP_MS);
  return (key: string, make: () => Promise<string>) => once(key, () => ordering(key, make));
}
