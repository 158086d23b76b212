import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orders } from "../../../server/upstream/db/member-schema.ts";
import { members } from "../../../server/upstream/db/schema.ts";
import { codeOf } from "../../support/members/accounts.ts";
import { fieldIn, sendForm } from "../../support/members/forms.ts";
import { memberOf } from "../../support/members/members.ts";
import { giveCoins } from "../../support/members/playback.ts";
import { startPayFront } from "../../support/servers/pay-upstream.ts";
import { startSite, type Visitor } from "../../support/servers/site.ts";
import { startTestUpstream } from "../../support/servers/upstream.ts";

let upstream: Awaited<ReturnType<typeof startTestUpstream>>;
let front: Awaited<ReturnType<typeof startPayFront>>;
let site: Awaited<ReturnType<typeof startSite>>;

beforeAll(async () => {
  upstream = await startTestUpstream();
  front = await startPayFront(upstream.url);
  site = await startSite({ ...upstream.forSite, url: front.url });
});
afterAll(async () => {
  await site.stop();
  await front.stop();
  await upstream.stop();
});
beforeEach(() => {
  front.calls.length = 0;
  front.answerWith(undefined);
});

async function visit() {
  const visitor = site.visit();
  const code = await codeOf(visitor);
  return Object.assign(visitor, { code });
}

/** The message of the page to which a form without scripts leads. */
async function outcome(visitor: Visitor, path: string, fields: Record<string, string>) {
  const html = await (await sendForm(visitor, path, fields)).text();
  return {
    html,
    payAddress: /<a href="([^"]+)" rel="noreferrer noopener"/.exec(html)?.[1],
    error: /<p role="alert"[^>]*>(?:<svg.*?<\/svg>)?([^<]+)</.exec(html)?.[1],
  };
}

const ordersOf = (code: string) =>
  upstream.db
    .select({
      unit: orders.unit,
      quantity: orders.quantity,
      price: orders.price,
      at: orders.channel,
    })
    .from(orders)
    .innerJoin(members, eq(members.id, orders.memberId))
    .where(eq(members.code, code));

const stored = async (code: string) => {
  const [member] = await upstream.db.select().from(members).where(eq(members.code, code));
  return member;
};

describe("an order", () => {
  const vip = { unit: "vipDays" };
  const coins = { unit: "coins" };
  test.each([
    [
      "/vip",
      { plan: "0", channel: "0" },
      { comSpec: "90", index: 0, money: 100, type: 1, typesOf: 2 },
      { ...vip, quantity: 90, price: 100, at: "支付宝" },
    ],
    [
      "/vip",
      { plan: "3", channel: "2" },
      { comSpec: "3650", index: 3, money: 500, type: 3, typesOf: 2, payChannel: "银行卡" },
      { ...vip, quantity: 3650, price: 500, at: "银行卡" },
    ],
    [
      "/pay",
      { option: "3", amount: "", channel: "0" },
      { comSpec: "1000", index: 2, money: 100, type: 1, typesOf: 1 },
      { ...coins, quantity: 1000, price: 100, at: "支付宝" },
    ],
    [
      "/pay",
      { option: "1", amount: "88", channel: "1" },
      { comSpec: "88", index: 5, money: 88, type: 2, typesOf: 1, payChannel: "微信支付" },
      { ...coins, quantity: 880, price: 88, at: "微信支付" },
    ],
  ])("from %s with %j is sent as the contract says", async (path, fields, sent, kept) => {
    const visitor = await visit();
    const { payAddress } = await outcome(visitor, path, { ...fields, price: "1", money: "1" });
    expect(payAddress).toMatch(/^\/cashier\/[\w-]{32}$/);
    expect(front.calls).toEqual([{ ...sent, userId: visitor.code }]);
    expect(await ordersOf(visitor.code)).toEqual([kept]);
  });

  test("can be a new visitor's first request", async () => {
    const visitor = site.visit();
    const { payAddress } = await outcome(visitor, "/vip", { plan: "1", channel: "0" });
    expect(payAddress).toMatch(/^\/cashier\//);
    const code = await codeOf(visitor);
    expect(await ordersOf(code)).toHaveLength(1);
  });

  test("is made once per member on a double tap", async () => {
    front.answerWith(undefined, 100);
    const [one, other] = [await visit(), await visit()];
    const plan = { plan: "1", channel: "0" };
    const answers = await Promise.all([
      outcome(one, "/vip", plan),
      outcome(one, "/vip", plan),
      outcome(other, "/vip", plan),
    ]);
    const [first, second, third] = answers.map(({ payAddress }) => payAddress);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(await ordersOf(one.code)).toHaveLength(1);
    expect(await ordersOf(other.code)).toHaveLength(1);
  });
});

describe("no order is made", () => {
  test.each([
    ["/vip", { plan: "4", channel: "0" }, "请选择会员套餐"],
    ["/vip", { plan: "1", channel: "7" }, "请选择支付方式"],
    ["/pay", { option: "1", amount: "9", channel: "0" }, "最低充值金额为10，已自动修改"],
    ["/pay", { option: "1", amount: "-100", channel: "0" }, "最低充值金额为10，已自动修改"],
    ["/pay", { option: "1", amount: "5001", channel: "0" }, "最高充值金额为5000"],
    ["/pay", { option: "1", amount: "10.5", channel: "0" }, "充值金额须为整数，已自动修改"],
    ["/pay", { option: "1", amount: "NaN", channel: "0" }, "请输入金额"],
    ["/pay", { option: "99", amount: "", channel: "0" }, "请输入金额"],
  ])("from %s with %j, and the page says why", async (path, fields, message) => {
    const visitor = await visit();
    const { error, payAddress } = await outcome(visitor, path, fields);
    expect(error).toBe(message);
    expect(payAddress).toBeUndefined();
    expect(front.calls).toEqual([]);
    expect(await ordersOf(visitor.code)).toEqual([]);
  });

  test("from a body that is not a form", async () => {
    const headers = { origin: "http://site.test", "content-type": "text/plain" };
    const request = { method: "POST", headers: { ...headers, "content-length": "1" }, body: "x" };
    const answer = await (await visit()).request("/vip", request);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("请求内容无法读取");
  });

  test.each([
    ["the upstream refuses", { code: 500, msg: "该支付方式维护中" }, "该支付方式维护中"],
    ["it refuses without a word", { code: 500 }, "支付失败"],
    ["it is out of order", "<html>502</html>", "支付失败"],
    ["there is no address", { code: 0, data: "{}" }, "支付失败"],
    ["the address runs a script", { code: 0, data: { payurl: "javascript:alert(1)" } }, "支付失败"],
    ["the address is unsafe", { code: 0, data: '{"payurl":"http://pay.example/1"}' }, "支付失败"],
  ])("where %s", async (_name, answer, message) => {
    front.answerWith(answer);
    const { error, html } = await outcome(await visit(), "/vip", { plan: "1", channel: "0" });
    expect(error).toBe(message);
    expect(html).not.toContain("pay.example");
    expect(html).not.toContain("javascript:");
  });
});

test("the cashier of another upstream is opened at its own address", async () => {
  front.answerWith({ code: 0, data: '{"payurl":"https://pay.example/1?a=1"}' });
  const { payAddress } = await outcome(await visit(), "/pay", { option: "1", channel: "0" });
  expect(payAddress).toBe("https://pay.example/1?a=1");
});

describe("an order that is being paid", () => {
  const isPaid = async (visitor: Visitor, order: string) => {
    const answer = await visitor.request(`/payment?order=${order}`);
    return (await answer.json()).paid;
  };

  test.each([
    ["/pay", { option: "", amount: "10", channel: "0" }],
    ["/pay", { option: "1", amount: "", channel: "0" }],
    ["/vip", { plan: "1", channel: "0" }],
  ])(
    "from %s with %j counts as paid when it is paid, not when other coins or VIP days arrive",
    async (path, fields) => {
      const visitor = await visit();
      const made = await (await sendForm(visitor, `${path}.data`, fields)).text();
      const [address = ""] = /\/cashier\/[\w-]{32}/.exec(made) ?? [];
      const [, order = ""] = /"order","([\w-]+)"/.exec(made) ?? [];
      expect(await isPaid(visitor, order)).toBe(false);
      await giveCoins(upstream.db, visitor.code, 8);
      await memberOf(upstream.db, visitor.code).makeVip();
      expect(await isPaid(visitor, order)).toBe(false);
      const other = await visit();
      await visitor.request(address);
      await sendForm(visitor, `${address}/pay`);
      expect(await isPaid(visitor, order)).toBe(true);
      expect(await isPaid(other, order)).toBe(false);
      expect(await isPaid(visitor, `${order.slice(0, -4)}AAAA`)).toBe(false);
    },
  );

  test("is unknown while the upstream is down", async () => {
    await using own = await startTestUpstream();
    await using fragile = await startSite(own.forSite);
    const visitor = fragile.visit();
    const made = await (await sendForm(visitor, "/vip.data", { plan: "1", channel: "0" })).text();
    const [, order = ""] = /"order","([\w-]+)"/.exec(made) ?? [];
    await own.stop();
    expect((await visitor.request(`/payment?order=${order}`)).status).toBe(503);
  });
});

describe("the cashier", () => {
  async function order(visitor: Visitor) {
    const { payAddress } = await outcome(visitor, "/vip", { plan: "1", channel: "0" });
    return payAddress ?? "";
  }

  test("is a page of this site that returns the member, who is then VIP", async () => {
    const visitor = await visit();
    const address = await order(visitor);
    const page = await visitor.request(address);
    const html = await page.text();
    expect(page.headers.get("content-security-policy")).toContain("style-src 'self'");
    expect(html).toContain("¥30");
    expect(html).not.toMatch(/<style|<script|style=/);
    expect(html).not.toContain(new URL(front.url).host);
    const style = await visitor.request("/cashier/style.css");
    expect(style.headers.get("content-type")).toContain("text/css");

    const paid = await sendForm(visitor, `${address}/pay`);
    expect(paid.status).toBe(303);
    expect(paid.headers.get("location")).toBe("/mine");
    expect(await stored(visitor.code)).toMatchObject({ vipLevel: 3, vipPeriod: 1 });
    const head = await visitor.read("/pay");
    expect(head).toContain('aria-label="VIP1"');
    expect(head).toMatch(/剩余30天，\d{4}-\d\d-\d\d到期/);
  });

  test("changes nothing when the order is cancelled", async () => {
    const visitor = await visit();
    const address = await order(visitor);
    await visitor.request(address);
    const left = await sendForm(visitor, `${address}/give-up`);
    expect(left.headers.get("location")).toBe("/mine");
    expect(await visitor.read(address)).toContain("订单已放弃");
    expect(await stored(visitor.code)).toMatchObject({ vipPeriod: 0, coins: 0 });
    expect(await visitor.read("/pay")).toContain("尚未开通VIP");
  });

  test("returns to the page that the payment was for, whether paid or cancelled", async () => {
    const visitor = await visit();
    const place = "/videoinfo?id=130001&ep=130001/2/0&t=15";
    const back = `back=${encodeURIComponent(place)}`;
    for (const [page, fields, deed] of [
      [`/pay?coins=2&${back}`, { option: "1", amount: "", channel: "0" }, "pay"],
      [`/pay?coins=2&${back}`, { option: "1", amount: "", channel: "0" }, "give-up"],
      [`/vip?${back}`, { plan: "1", channel: "0" }, "pay"],
    ] as const) {
      const form = /<form id="(?:pay|vip)" method="post" action="([^"]+)"/.exec(
        await visitor.read(page),
      );
      const action = form?.[1]?.replaceAll("&amp;", "&") ?? "";
      const { payAddress = "" } = await outcome(visitor, action, fields);
      await visitor.request(payAddress);
      const done = await sendForm(visitor, `${payAddress}/${deed}`);
      expect([done.status, done.headers.get("location")]).toEqual([303, place]);
    }
    const { payAddress = "" } = await outcome(visitor, "/vip", { plan: "1", channel: "0" });
    await visitor.request(payAddress);
    const done = await sendForm(visitor, `${payAddress}/give-up`);
    expect(done.headers.get("location")).toBe("/mine");
  });

  test("never returns to another site", async () => {
    const visitor = await visit();
    for (const back of [
      "https://evil.example/x",
      "//evil.example",
      "/\\evil.example",
      "javascript:1",
    ]) {
      const page = `/vip?back=${encodeURIComponent(back)}`;
      const { payAddress = "" } = await outcome(visitor, page, { plan: "1", channel: "0" });
      await visitor.request(payAddress);
      const done = await sendForm(visitor, `${payAddress}/give-up`);
      expect(done.headers.get("location")).toBe("/");
    }
  });

  test("forwards no other requests to the upstream", async () => {
    const visitor = await visit();
    const address = await order(visitor);
    for (const path of [
      "/cashier/",
      "/cashier/short",
      `${address}/pay`,
      "/cashier/..%2f..%2fapp-api%2fajax%2fgetConfig",
      `${address}%2f..%2f..%2fapp-api`,
      `/cashier/${"x".repeat(32)}/refund`,
    ]) {
      expect((await visitor.request(path)).status, path).toBe(404);
    }
    expect((await sendForm(visitor, address)).status).toBe(404);
    expect((await visitor.request(`/cashier/${"x".repeat(32)}`)).status).toBe(404);
    const forged = await visitor.request(`${address}/pay`, {
      method: "POST",
      headers: { origin: "https://evil.example", "content-length": "0" },
    });
    expect(forged.status).toBe(403);
    expect(await stored(visitor.code)).toMatchObject({ vipPeriod: 0 });
  });
});

describe("the pages", () => {
  test("/vip is complete without scripts: plans, channels, countdown, benefits, questions", async () => {
    const visitor = await visit();
    await visitor.read("/vip");
    const html = await visitor.read("/vip");
    const radios = [...html.matchAll(/<input type="radio"[^>]*>/g)].map(([tag]) => tag);
    const named = radios.map((tag) => /aria-label="([^"]+)"/.exec(tag)?.[1]);
    expect(named).toEqual([
      ...["90天 ¥100", "30天 ¥30", "365天 ¥200", "3650天 ¥500"],
      ...["支付宝", "微信支付", "银行卡"],
    ]);
    expect(radios.map((tag) => tag.includes("checked"))).toEqual(
      named.map((name) => name === "30天 ¥30" || name === "支付宝"),
    );
    for (const text of [
      "15</b>:<b>00",
      "限时优惠",
      "金币视频免费看",
      "专属客服",
      "多次支付失败，请更换支付方式再试",
      "支付后2至10分钟内到账",
      "部分手机可能误报病毒，请只从本站下载安装",
      "立即开通",
    ]) {
      expect(html).toContain(text);
    }
  });

  test("/pay shows the member, the options and the free amount, and must not be cached", async () => {
    const visitor = await visit();
    const answer = await visitor.request("/pay");
    const html = await answer.text();
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const named = [...html.matchAll(/<input type="radio"[^>]*aria-label="([^"]+)"/g)];
    expect(named.map(([, name]) => name)).toEqual([
      ...["300金币 ¥30", "500金币 ¥50", "1000金币 ¥100", "2000金币 ¥200", "5000金币 ¥500"],
      ...["支付宝", "微信支付", "银行卡"],
    ]);
    for (const text of ["尚未开通VIP", 'aria-label="VIP0"', "我的金币", "请输入金额", "立即充值"]) {
      expect(html).toContain(text);
    }
  });

  test("/pay preselects the cheapest way to get the missing coins, the free amount included", async () => {
    const visitor = await visit();
    const chosen = async (path: string) => {
      const html = await visitor.read(path);
      const [, name] =
        /<input type="radio"[^>]*name="option"[^>]*aria-label="([^"]+)"[^>]*checked/.exec(html) ??
        [];
      const amount = /value="(\d+)"/.exec(fieldIn(html, "amount"))?.[1];
      return [name ?? amount, /金币不足，还差[\d,]+金币/.exec(html)?.[0]];
    };
    expect(await chosen("/pay")).toEqual(["300金币 ¥30", undefined]);
    expect(await chosen("/pay?coins=2")).toEqual(["10", "金币不足，还差2金币"]);
    await giveCoins(upstream.db, visitor.code, 100);
    expect(await chosen("/pay?coins=600")).toEqual(["500金币 ¥50", "金币不足，还差500金币"]);
    expect(await chosen("/pay?coins=1600")).toEqual(["150", "金币不足，还差1,500金币"]);
    expect(await chosen("/pay?coins=99999")).toEqual(["5000金币 ¥500", "金币不足，还差99,899金币"]);
    for (const wrong of ["100", "-1", "x", "1e3", ""]) {
      expect(await chosen(`/pay?coins=${wrong}`)).toEqual(["300金币 ¥30", undefined]);
    }
  });

  test("/vip offers a member a renewal and shows the expiry, and creates no member", async () => {
    const stranger = site.visit();
    const html = await stranger.read("/vip");
    expect(html).toContain("尚未开通VIP");
    expect(html).toContain("立即开通");
    const visitor = await visit();
    await memberOf(upstream.db, visitor.code).makeVip();
    const own = await visitor.read("/vip");
    expect(own).toMatch(/剩余1天，\d{4}-\d\d-\d\d到期/);
    expect(own).toContain("立即续费");
    expect(own).not.toContain("立即开通");
  });

  test("show an error with a retry while the upstream is down", async () => {
    await using own = await startTestUpstream();
    await using fragile = await startSite(own.forSite);
    await own.stop();
    for (const path of ["/vip", "/pay"]) {
      const html = await fragile.visit().read(path);
      expect(html, path).toContain("网络异常，请稍后重试");
      expect(html, path).toContain("重试");
      expect(html, path).toMatch(/<button[^>]*disabled[^>]*>立即(开通|充值)/);
    }
  });
});
