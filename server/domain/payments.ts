import type { Contract, Payment, PayOption } from "../contract/index.ts";
import type { MemberSession } from "../session/member.ts";
import type { Client } from "../upstream-client/client.ts";
import { UpstreamFault } from "../upstream-client/errors.ts";
import type { UpstreamOrigins } from "../upstream-client/origins.ts";
import type { createAttempt, FailureReason } from "./actions.ts";
import type { Orders } from "./orders.ts";

/** What is on sale, and how one can pay for it. */
export interface Goods {
  channels: string[];
  options: PayOption[];
}

/** What somebody wants to pay for, or why that cannot be, in Chinese. */
export type PaymentChoice = Omit<Payment, "memberCode"> | { error: string };

/** What a payment will change of a member. */
interface Holding {
  coins: number;
  /** 'YYYY-MM-DD HH:mm:ss' in Asia/Shanghai, or ''. */
  vipUntil: string;
}

/** An order that can be paid. */
export interface PayableOrder {
  /** A path of this site or a checked foreign address. */
  payAddress: string;
  /** What the member has before it is paid. */
  before: Holding;
}

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
  /** Asks for a payout; the second tap of a double one gets the first one's message. */
  withdraw(payout: Payout): Promise<string>;
}

export function createPayments(options: {
  api: Client<Contract>;
  member: MemberSession;
  orders: Orders;
  origins: UpstreamOrigins;
  attempt: ReturnType<typeof createAttempt>;
}): Payments {
  const { api, member, orders, origins, attempt } = options;

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
    const { coins, vipUntil } = profile;
    return { ok: true, data: { payAddress, before: { coins, vipUntil } } };
  }

  return {
    async order(choose) {
      const ordered = await attempt("payment", order(choose));
      return ordered.ok ? ordered.data : ordered;
    },
    async withdraw(payout) {
      const { memberCode } = await member.credentials();
      const key = JSON.stringify({ memberCode, payout });
      return orders.once(key, () => api.wallet.withdraw(payout));
    },
  };
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
