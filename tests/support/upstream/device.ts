import { eq } from "drizzle-orm";
import { members } from "../../../server/upstream/db/schema.ts";
import { type Unit, withLockedAccount } from "../../../server/upstream/domain/ledger.ts";
import { keyBytes } from "../../../server/upstream/settings.ts";
import type { Upstream } from "../../../server/upstream/start.ts";
import { createCodec } from "../../../server/upstream-client/codec.ts";

/** An envelope with decrypted `data`. */
interface Answer<Data> {
  status: number;
  code: number;
  msg: string;
  data: Data;
}

export interface CallOptions {
  method?: string;
  token?: string;
  /** Replaces the JSON body. */
  raw?: BodyInit;
  headers?: Record<string, string>;
}

/** Calls an upstream over HTTP as the site does: with the security header, and with `{}` if there is no body. */
export function createCaller({ url, settings }: Pick<Upstream, "url" | "settings">) {
  const codec = createCodec({ key: keyBytes(settings.aesKey), iv: keyBytes(settings.aesIv) });
  const [name = "", value = ""] = settings.securityHeader.split(": ");
  return async function call<Data = unknown>(
    path: string,
    body: unknown = {},
    { method = "POST", token, raw, headers }: CallOptions = {},
  ): Promise<Answer<Data>> {
    const response = await fetch(url + path, {
      method,
      // a kept connection may be closed by the server just when it is used again
      headers: { connection: "close", [name]: value, ...(token && { token }), ...headers },
      body: method === "GET" ? null : (raw ?? JSON.stringify(body)),
      ...(raw instanceof ReadableStream && { duplex: "half" }),
    });
    const answer = await response.json();
    const data = looksLikeCiphertext(answer.data) ? codec.decrypt(answer.data) : answer.data;
    return { ...answer, status: response.status, data };
  };
}

const looksLikeCiphertext = (data: unknown): data is string =>
  typeof data === "string" && /^[A-Za-z0-9+/]+=*$/.test(data) && data.length % 4 === 0;

/** Registers a device, which then calls with its token. */
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
    /** The member's row in the store. */
    stored,
    /** The profile as the site gets it. */
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
    /** Makes an order. @returns the cashier's address */
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

/** A video as lists send it. */
export interface WireVideo {
  cartoonCode: string;
  cartoonName: string;
  dictCode: string;
}

export const codesOf = (found: WireVideo[]) => found.map(({ cartoonCode }) => cartoonCode);

/** All rows of a list: pages are read up to the first that is not full. */
export async function allPages(
  page: (number: number) => Promise<WireVideo[]>,
): Promise<WireVideo[]> {
  const found: WireVideo[] = [];
  for (let number = 1; ; number += 1) {
    const more = await page(number);
    found.push(...more);
    if (more.length < 10) return found;
  }
}

const everything = { cartoonSonType: "", cartoonType: "", searchKey: "", title: "" };

/** One page of a search with this body. */
export async function searchPage(
  call: ReturnType<typeof createCaller>,
  body: Partial<typeof everything>,
  currentPage = 1,
): Promise<WireVideo[]> {
  const wanted = { ...everything, ...body, prop: "cartoon_score", currentPage };
  return (await call<WireVideo[]>("/app-api/cartoon/listPagingBySearch", wanted)).data;
}
