import { eq } from "drizzle-orm";
import { members } from "../db/schema.ts";
import { type Unit, withLockedAccount } from "../domain/ledger.ts";
import type { Upstream } from "../start.ts";
import { type CallOptions, createCaller } from "./caller.ts";

/** Someone with a device, registered, who calls with the token. */
export async function registerDevice(upstream: Upstream, uuid: string) {
  const call = createCaller(upstream);
  const register = () =>
    call<{ token: string; memberCode: string; memberName: string; memberPwdTemp: string }>(
      "/renren-api/api/auto-register",
      { deviceType: 0, uuid },
    );
  const { token, memberCode: code, ...rest } = (await register()).data;
  const stored = async () => {
    const [member] = await upstream.db.select().from(members).where(eq(members.code, code));
    if (!member) throw new Error(`no member ${code}`);
    return member;
  };
  const send = <Data = unknown>(path: string, body?: unknown, options?: CallOptions) =>
    call<Data>(path, body, { token, ...options });

  return {
    code,
    token,
    name: rest.memberName,
    temporaryPassword: rest.memberPwdTemp,
    send,
    get: <Data = unknown>(path: string) => send<Data>(path, {}, { method: "GET" }),
    /** The member's row. */
    stored,
    /** What the site is told. */
    profile: async () =>
      (
        await send<{ memberCion: number; memberVip: number; vipPeriod: number; vipDate: string }>(
          "/app-api/member/getEntityByCode",
          { memberCode: code },
        )
      ).data,
    async receive(unit: Unit, amount: number) {
      const { id } = await stored();
      await withLockedAccount(upstream.db, id, ({ move }) =>
        move({ unit, amount, reason: "operator", note: "测试" }),
      );
    },
    /** Makes an order; the answer is the cashier's address. */
    async order(body: Record<string, unknown>) {
      const answer = await send<string>("/renren-api/api/pay/yianpay", { ...body, userId: code });
      return String(JSON.parse(answer.data).payurl);
    },
  };
}
export type RegisteredDevice = Awaited<ReturnType<typeof registerDevice>>;

/** Presses one of the cashier's buttons. */
export const press = (payurl: string, button: "pay" | "give-up") =>
  fetch(`${payurl}/${button}`, { method: "POST", redirect: "manual" });
