import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCaller } from "../../../tests/support/upstream/device.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { type Contract, contract } from "../../contract/index.ts";
import { tokens } from "../db/schema.ts";
import { handlers } from "../handlers/index.ts";
import { startUpstream, type Upstream } from "../start.ts";
import type { Handlers } from "./implement.ts";

let upstream: Upstream;
let call: ReturnType<typeof createCaller>;
const faults: unknown[] = [];

beforeAll(async () => {
  upstream = await startUpstream({ onFault: (fault) => faults.push(fault) });
  call = createCaller(upstream);
});
afterAll(() => upstream.stop());

const endpoints: Endpoint[] = Object.values(contract).flatMap((group) => Object.values(group));
const posts = endpoints.filter(({ method }) => method === "POST").map(({ path }) => path);
const register = (uuid: string) =>
  call<{ token: string; memberCode: string }>("/renren-api/api/auto-register", {
    deviceType: 0,
    uuid,
  });

describe("a bad body gets code 400, not HTTP 500", () => {
  const list = "/app-api/cartoon/listPaging";
  const register = "/renren-api/api/auto-register";
  const detail = "/app-api/cartoon/getVideoDetail";
  const click = "/renren-api/api/member/swiperAdClickCount";
  it.each<[string, string, unknown]>([
    ["page as text", list, { currentPage: "1", type: "全部", typeCode: "0" }],
    ["page 0", list, { currentPage: 0, type: "全部", typeCode: "0" }],
    ["half a page", list, { currentPage: 1.5, type: "全部", typeCode: "0" }],
    ["no page", list, { type: "全部", typeCode: "0" }],
    ["another type", list, { currentPage: 1, type: "all", typeCode: "0" }],
    ["number as code", list, { currentPage: 1, type: "全部", typeCode: 0 }],
    ["no uuid", register, { deviceType: 0 }],
    ["short uuid", register, { deviceType: 0, uuid: "1" }],
    ["huge uuid", register, { deviceType: 0, uuid: "x".repeat(900_000) }],
    ["another device", register, { deviceType: 1, uuid: "12345678" }],
    ["object as vid", detail, { index: 0, vid: {} }],
    ["NUL in vid", detail, { index: 0, vid: "1\u0000" }],
    ["null as id", click, { id: null }],
    ["array", click, []],
    ["text", click, "text"],
    ["null", click, null],
  ])("%s", async (_name, path, body) => {
    expect(await call(path, body)).toMatchObject({ status: 200, code: 400 });
  });

  const form = "/renren-api/api/chatim/sendPic";
  it.each<[string, string[], () => BodyInit]>([
    ["no JSON", posts, () => "{"],
    ["no UTF-8", posts, () => new Uint8Array([0x22, 0xff, 0xfe, 0x22])],
    ["deeply nested", posts, () => "[".repeat(10_000) + "]".repeat(10_000)],
    ["12 MB of JSON", [list, click, form], () => JSON.stringify({ uuid: "x".repeat(12_000_000) })],
    ["12 MB in chunks of unknown length", [list, click, form], () => chunks(192, 65_536)],
  ])("%s", async (_name, paths, raw) => {
    const { token } = (await call<{ token: string }>(register, { deviceType: 0, uuid: "careless" }))
      .data;
    for (const path of paths) {
      const answer = await call(path, undefined, { raw: raw(), token });
      expect(answer, path).toMatchObject({ status: 200, code: 400 });
    }
  });

  it("nor do values at the limits of a schema cause a fault", async () => {
    const far = { currentPage: Number.MAX_SAFE_INTEGER, type: "全部", typeCode: "0" };
    expect(await call("/app-api/cartoon/listPaging", far)).toMatchObject({ code: 0, data: [] });
    for (const vid of ["", "-1", "1e3", "99999999999999999999", "'; drop table videos", "\ud800"]) {
      expect(await call(detail, { index: 0, vid })).toMatchObject({ code: 404 });
    }
    expect(faults).toEqual([]);
  });
});

describe("a call that needs a member", () => {
  const memberCalls = endpoints.filter(({ member }) => member);

  it.each(memberCalls)("$path refuses a missing, an unknown and an expired token", async (it) => {
    const { token } = (await register("expiring-device")).data;
    await upstream.db.update(tokens).set({ expiresAt: new Date(Date.now() - 1000) });
    for (const sent of [undefined, "unknown", token]) {
      const answer = await call(it.path, { memberCode: "1" }, { token: sent, method: it.method });
      expect(answer).toMatchObject({ status: 200, code: 8000, msg: "登录已过期" });
    }
  });

  it("answers with the member's own data and refuses another member's", async () => {
    const { token, memberCode } = (await register("device-of-one")).data;
    const other = (await register("device-of-another")).data.memberCode;
    const profile = "/app-api/member/getEntityByCode";
    expect(await call(profile, { memberCode }, { token })).toMatchObject({
      code: 0,
      data: { memberCode, memberNichen: `游客${memberCode.slice(-4)}` },
    });
    expect(await call(profile, { memberCode: other }, { token })).toMatchObject({ code: 403 });
  });
});

describe("for all calls", () => {
  it("no call is answered without the security header", async () => {
    const [name = ""] = upstream.settings.securityHeader.split(":");
    for (const path of posts) {
      expect(await call(path, {}, { headers: { [name]: "wrong" } })).toMatchObject({ code: 403 });
    }
  });

  it("no answer contains the device's uuid, which would be enough to register as the member", async () => {
    expect(JSON.stringify(await register("secret-device"))).not.toContain("secret-device");
  });

  it("a missing handler does not compile", () => {
    // @ts-expect-error 'config' is missing
    const incomplete: Handlers<Contract> = { ...handlers, site: {} };
    expect(incomplete).toBeDefined();
  });

  it("an unknown path is HTTP 404", async () => {
    expect((await fetch(`${upstream.url}/app-api/nothing`, { method: "POST" })).status).toBe(404);
  });

  it("data is encrypted where the contract says so", async () => {
    const [name = "", value = ""] = upstream.settings.securityHeader.split(": ");
    const response = await fetch(`${upstream.url}/app-api/cartoon/listIndex`, {
      method: "POST",
      headers: { [name]: value },
    });
    expect((await response.json()).data).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
  });
});

/** A stream of `count` chunks, sent without a Content-Length. */
function chunks(count: number, bytes: number): ReadableStream {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent++ < count) controller.enqueue(new Uint8Array(bytes).fill(0x20));
      else controller.close();
    },
  });
}
