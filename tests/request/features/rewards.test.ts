import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test, vi } from "vitest";
import { checkIns, taskClaims, watchDays } from "../../../server/upstream/db/member-schema.ts";
import { members, tokens } from "../../../server/upstream/db/schema.ts";
import { shanghaiDate } from "../../../server/upstream/domain/shanghai-time.ts";
import { codeOf } from "../../support/members/accounts.ts";
import { sendForm } from "../../support/members/forms.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile();
const DAY_MS = 86_400_000;

/** A visitor who is a member, and the member's data on the upstream. */
async function visit() {
  const visitor = running.site.visit();
  const code = await codeOf(visitor);
  const { db } = running.upstream;
  const [member] = await db.select().from(members).where(eq(members.code, code));
  const id = member?.id ?? 0;
  // no token expires within a simulated month
  await db
    .update(tokens)
    .set({ expiresAt: new Date(Date.now() + 400 * DAY_MS) })
    .where(eq(tokens.memberId, id));
  return {
    ...visitor,
    id,
    tap: (intent: string) => sendForm(visitor, "/sign", { intent }),
    coins: async () => {
      const [now] = await db.select().from(members).where(eq(members.id, id));
      return now?.coins ?? 0;
    },
    vipDays: async () => {
      const [now] = await db.select().from(members).where(eq(members.id, id));
      const until = now?.vipUntil?.getTime() ?? 0;
      return until > Date.now() ? (until - Date.now()) / DAY_MS : 0;
    },
    claims: () => db.select().from(taskClaims).where(eq(taskClaims.memberId, id)),
    checkIns: () => db.select().from(checkIns).where(eq(checkIns.memberId, id)),
    watch: (seconds: number) =>
      db.insert(watchDays).values({
        memberId: id,
        date: shanghaiDate(new Date()),
        seconds,
        countedAt: new Date(),
      }),
  };
}

/** Both the site's and the upstream's clock. */
const setClock = (time: string) => vi.useFakeTimers({ toFake: ["Date"], now: new Date(time) });
afterEach(() => void vi.useRealTimers());

const strip = (html: string) => /<ol[^>]*>(.*?)<\/ol>/s.exec(html)?.[1] ?? "";
const cells = (html: string) =>
  [...strip(html).matchAll(/<li[^>]*>.*?<\/li>/gs)].map(([cell]) =>
    cell.replace(/<!-- -->/g, "").replace(/<[^>]+>/g, ""),
  );
const ticked = (html: string) => strip(html).split("已签到").length - 1;

describe("the task centre", () => {
  test("shows the week, the balance and four tasks, and claims nothing when opened", async () => {
    const visitor = await visit();
    for (let look = 0; look < 3; look += 1) await visitor.read("/sign");
    const html = await visitor.read("/sign");
    expect(cells(html)).toEqual([
      "第1天+1金币",
      "第2天+1金币",
      "第3天+1天VIP",
      "第4天+2金币",
      "第5天+2金币",
      "第6天+3金币",
      "第7天+3天VIP",
    ]);
    expect(html.indexOf("+1金币")).toBeGreaterThan(html.indexOf("<ol"));
    for (const text of ["任务中心", "我的金币", "立即签到", "任务列表", "每日登录", "邀请好友"])
      expect(html).toContain(text);
    expect(html).toContain("观看视频20分钟");
    expect(html).toContain("首次充值VIP");
    expect(html).toMatch(/href="\/share"/);
    expect(html).toMatch(/href="\/vip"/);
    expect(await visitor.claims()).toEqual([]);
    expect(await visitor.checkIns()).toEqual([]);
  });

  test("is not cached", async () => {
    for (const address of ["/sign", "/sign.data"]) {
      const response = await running.site.visit().request(address);
      expect(response.headers.get("cache-control"), address).toBe("private, no-store");
    }
  });
});

describe("checking in", () => {
  test("every day of a month gives the cycle's rewards, and restarts the cycle after a missed day", async () => {
    setClock("2026-01-20T12:00:00+08:00");
    const visitor = await visit();
    const calendar = "xxxxxxxxx-xxx--xxxxxxxxxxxxxxxx";
    const got: string[] = [];
    for (const [index, mark] of [...calendar].entries()) {
      setClock(new Date(Date.parse("2026-01-20T12:00:00+08:00") + index * DAY_MS).toISOString());
      if (mark === "-") continue;
      const answer = await (await visitor.tap("checkIn")).text();
      got.push(/签到成功，获得(\S+?)</.exec(answer)?.[1] ?? answer.slice(0, 200));
      expect(answer).toContain("今日已签到");
    }
    const whole = "1金币 1金币 1天VIP 2金币 2金币 3金币 3天VIP".split(" ");
    expect(got).toEqual([
      ...whole,
      ...whole.slice(0, 2),
      ...whole.slice(0, 3),
      ...whole,
      ...whole,
      ...whole.slice(0, 2),
    ]);
    expect(await visitor.coins()).toBe(9 + 2 + 2 + 9 + 9 + 2);
    // 4 + 1 + 4 + 4 days were given one after the other; some of them have passed
    expect(await visitor.vipDays()).toBeGreaterThan(0);
    const html = await visitor.read("/sign");
    expect(html).toContain("已连续签到16天");
    expect(ticked(html)).toBe(2);
  });

  test("is possible again at midnight in Shanghai, not before", async () => {
    setClock("2026-03-01T23:59:50+08:00");
    const visitor = await visit();
    expect(await (await visitor.tap("checkIn")).text()).toContain("签到成功，获得1金币");
    setClock("2026-03-01T23:59:59+08:00");
    expect(await visitor.read("/sign")).toContain("今日已签到");
    setClock("2026-03-02T00:00:00+08:00");
    const html = await visitor.read("/sign");
    expect(html).toContain("立即签到");
    expect(html).toContain("已连续签到1天");
    expect(await (await visitor.tap("checkIn")).text()).toContain("签到成功，获得1金币");
    expect((await visitor.checkIns()).map(({ date }) => date)).toEqual([
      "2026-03-01",
      "2026-03-02",
    ]);
  });

  test("a second time shows a message and gives no reward", async () => {
    const visitor = await visit();
    await visitor.tap("checkIn");
    const coins = await visitor.coins();
    const answer = await (await visitor.tap("checkIn")).text();
    expect(answer).toMatch(/role="alert"[^>]*>(<svg.*?<\/svg>)?今日已经打过卡了,明天再来吧\.\.\.</);
    expect(answer).toContain("今日已签到");
    expect(await visitor.coins()).toBe(coins);
  });

  test("gives the reward that the server computes, whatever the browser sends", async () => {
    const visitor = await visit();
    await sendForm(visitor, "/sign", {
      intent: "checkIn",
      amount: "10",
      commodityType: "2",
      kind: "vipDays",
      date: "2020-01-01",
    });
    expect(await visitor.coins()).toBe(1);
    expect(await visitor.checkIns()).toHaveLength(1);
  });
});

describe("tasks", () => {
  test("the daily login is claimed once a day", async () => {
    const visitor = await visit();
    expect(await (await visitor.tap("dailyLogin")).text()).toContain("领取成功");
    expect(await (await visitor.tap("dailyLogin")).text()).toContain("今日已经签到过了");
    expect(await visitor.coins()).toBe(1);
  });

  test("watching pays after twenty minutes and not before", async () => {
    const visitor = await visit();
    expect(await (await visitor.tap("watching")).text()).toContain("您的观看时间未达到");
    expect(await visitor.coins()).toBe(0);
    await visitor.watch(20 * 60);
    expect(await (await visitor.tap("watching")).text()).toContain("领取成功");
    expect(await visitor.coins()).toBe(2);
  });

  test("the first recharge is shown as claimed when the upstream says so", async () => {
    const visitor = await visit();
    expect(await visitor.read("/sign")).not.toContain("已领取");
    const { db } = running.upstream;
    const claim = { memberId: visitor.id, task: "firstRecharge", date: "once" } as const;
    await db.insert(taskClaims).values({ ...claim, createdAt: new Date() });
    expect(await visitor.read("/sign")).toContain("已领取");
  });

  test("any other intent is refused", async () => {
    const visitor = await visit();
    const answer = await visitor.tap("constructor");
    expect(answer.status).toBe(400);
    expect(await visitor.claims()).toEqual([]);
  });
});
