import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { libraryRecords, purchases } from "../../../server/upstream/db/member-schema.ts";
import { members } from "../../../server/upstream/db/schema.ts";
import { recordTypes } from "../../../server/upstream/domain/library.ts";
import { codeOf } from "../../support/members/accounts.ts";
import { sendForm } from "../../support/members/forms.ts";
import { giveCoins, openVideo } from "../../support/members/playback.ts";
import { startSite, type Visitor } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";
import { startTestUpstream } from "../../support/servers/upstream.ts";

const running = siteForThisFile();
const db = () => running.upstream.db;
const VIDEO = 130_001;

async function visit() {
  const visitor = running.site.visit();
  return { ...visitor, code: await codeOf(visitor) };
}

const submit = async (
  visitor: Visitor,
  fields: Record<string, string>,
  video: string | number = VIDEO,
) => {
  const answer = await sendForm(visitor, `/videoinfo.data?id=${video}`, fields);
  return { status: answer.status, text: await answer.text() };
};

/** A member's records on the upstream. */
async function kept(code: string, type: keyof typeof recordTypes) {
  const rows = await db()
    .select({ record: libraryRecords })
    .from(libraryRecords)
    .innerJoin(members, eq(members.id, libraryRecords.memberId))
    .where(and(eq(members.code, code), eq(libraryRecords.type, recordTypes[type])));
  return rows.map(({ record }) => record);
}

const coinsOf = async (code: string) =>
  (await db().select().from(members).where(eq(members.code, code)))[0]?.coins;

describe("a viewer's intent", () => {
  test.each([
    ["like", "like"],
    ["favourite", "favourite"],
    ["visit", "history"],
  ] as const)("%s is stored once, as the upstream describes the video", async (intent, type) => {
    const visitor = await visit();
    for (const _time of [1, 2]) {
      const answer = await submit(visitor, { intent, collectName: "冒充", title: "冒充" });
      expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"ok",true')]);
    }
    const all = await kept(visitor.code, type);
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({
      code: String(VIDEO),
      name: "线路演示：三条线路",
      author: "橙影纪录",
      duration: "03:00",
      hot: 300,
    });
    expect(all[0]?.image).toMatch(/\/covers\/mist-130001\.svg$/);
  });

  test("unfavourite removes only that favourite, and accepts that there is none", async () => {
    const visitor = await visit();
    await submit(visitor, { intent: "favourite" });
    await submit(visitor, { intent: "favourite" }, 130_002);
    for (const _time of [1, 2]) {
      expect((await submit(visitor, { intent: "unfavourite" })).text).toContain('"ok",true');
      expect((await kept(visitor.code, "favourite")).map(({ code }) => code)).toEqual(["130002"]);
    }
  });

  test("of a new visitor registers a member first", async () => {
    const visitor = running.site.visit();
    expect((await submit(visitor, { intent: "like" })).text).toContain('"ok",true');
    expect(await kept(await codeOf(visitor), "like")).toHaveLength(1);
  });

  test.each<[string, Record<string, string>, string]>([
    ["no intent", {}, String(VIDEO)],
    ["an unknown intent", { intent: "delete" }, String(VIDEO)],
    ["no episode to buy", { intent: "buy" }, String(VIDEO)],
    ["no number of an episode", { intent: "buy", episode: "1 or 1" }, String(VIDEO)],
    ["no video", { intent: "like" }, ""],
    ["no code of a video", { intent: "like" }, "abc"],
  ])("is refused as invalid: %s", async (_what, fields, video) => {
    const answer = await submit(running.site.visit(), fields, video);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("请求有误");
  });

  test("on a removed video gets the upstream's message", async () => {
    const { status, text } = await submit(await visit(), { intent: "like" }, 99_999_999);
    expect(status).toBe(200);
    expect(text).toContain('"reason","refused"');
    expect(text).toContain("视频不存在或已下架");
  });

  test("that the upstream does not answer is reported as failed", async () => {
    await using own = await startTestUpstream();
    await using fragile = await startSite(own.forSite);
    const visitor = fragile.visit();
    await codeOf(visitor);
    await own.stop();
    const { status, text } = await submit(visitor, { intent: "like" });
    expect(status).toBe(200);
    expect(text).not.toContain('"reason","refused"');
    expect(text).toContain("网络异常，请稍后重试");
  });

  test("from another site is refused", async () => {
    const body = "intent=like";
    const headers = {
      origin: "https://evil.example",
      "content-type": "application/x-www-form-urlencoded",
      "content-length": String(body.length),
    };
    for (const path of [`/videoinfo?id=${VIDEO}`, "/playback"]) {
      const answer = await running.site.visit().request(path, { method: "POST", headers, body });
      expect(answer.status).toBe(403);
    }
  });

  test("sent without scripts redirects back to the page", async () => {
    const visitor = await visit();
    const fields = { intent: "favourite" };
    const answer = await sendForm(visitor, `/videoinfo?id=${VIDEO}&share=1`, fields);
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      `/videoinfo?id=${VIDEO}`,
    ]);
    expect(await kept(visitor.code, "favourite")).toHaveLength(1);
  });
});

describe("buying an episode", () => {
  test("costs two coins once, even for repeated and concurrent requests", async () => {
    const visitor = await visit();
    await giveCoins(db(), visitor.code, 10);
    const [first] = await openVideo(db(), visitor, VIDEO);
    const fields = { intent: "buy", episode: String(first?.id) };
    const answers = await Promise.all(Array.from({ length: 5 }, () => submit(visitor, fields)));
    expect(answers.every(({ text }) => text.includes('"ok",true'))).toBe(true);
    await submit(visitor, fields);
    expect(await coinsOf(visitor.code)).toBe(8);
    const bought = await db()
      .select()
      .from(purchases)
      .innerJoin(members, eq(members.id, purchases.memberId))
      .where(eq(members.code, visitor.code));
    expect(bought).toHaveLength(1);
  });

  test("without enough coins leads to the coins page, with or without scripts, and back to the same position", async () => {
    const visitor = await visit();
    const [first] = await openVideo(db(), visitor, VIDEO);
    const back = `/videoinfo?id=${VIDEO}&ep=${VIDEO}/1/0&t=15`;
    const fields = { intent: "buy", episode: String(first?.id), back };
    const coins = `/pay?coins=2&back=${encodeURIComponent(back)}`;
    const answer = await sendForm(visitor, `/videoinfo?id=${VIDEO}`, fields);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, coins]);
    expect((await submit(visitor, fields)).text).toContain(coins);
  });

  test("redirects to no other site", async () => {
    const visitor = await visit();
    const [first] = await openVideo(db(), visitor, VIDEO);
    for (const back of ["https://evil.example/", "//evil.example/", "/\\evil.example"]) {
      const fields = { intent: "buy", episode: String(first?.id), back };
      const answer = await sendForm(visitor, `/videoinfo?id=${VIDEO}`, fields);
      expect(answer.headers.get("location")).toBe("/pay?coins=2&back=%2F");
    }
  });

  test("without scripts returns to the position", async () => {
    const visitor = await visit();
    await giveCoins(db(), visitor.code, 2);
    const [first] = await openVideo(db(), visitor, VIDEO);
    const back = `/videoinfo?id=${VIDEO}&ep=${VIDEO}/1/0&t=0`;
    const fields = { intent: "buy", episode: String(first?.id), back };
    const answer = await sendForm(visitor, `/videoinfo?id=${VIDEO}`, fields);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, back]);
    expect(await coinsOf(visitor.code)).toBe(0);
  });

  test("of a removed video shows the upstream's message, not missing coins", async () => {
    const visitor = await visit();
    await giveCoins(db(), visitor.code, 10);
    const { status, text } = await submit(visitor, { intent: "buy", episode: "1" }, 99_999_999);
    expect(status).toBe(200);
    expect(text).toContain('"reason","refused"');
    expect(text).toContain("视频不存在或已下架");
  });

  test("above the rate limit is reported as such", async () => {
    const visitor = await visit();
    const fields = { intent: "buy", episode: "1" };
    for (let count = 0; count < 30; count += 1) await submit(visitor, fields, 99_999_999);
    const { status, text } = await submit(visitor, fields);
    expect(status).toBe(429);
    expect(text).toContain('"reason","rate-limited"');
    expect(text).toContain("操作太频繁");
    const page = await sendForm(visitor, `/videoinfo?id=${VIDEO}`, fields);
    expect(await page.text()).toMatch(/<p role="alert"[^>]*>操作太频繁/);
  });
});

describe("a viewer's position", () => {
  test("is stored in whole seconds, and the last one is kept", async () => {
    const visitor = await visit();
    for (const seconds of ["12.9", "61.5"]) {
      const answer = await sendForm(visitor, "/playback", { video: String(VIDEO), seconds });
      expect(answer.status).toBe(204);
    }
    const all = await kept(visitor.code, "position");
    expect(all.map(({ code, duration }) => [code, duration])).toEqual([[String(VIDEO), "61"]]);
  });

  test.each<Record<string, string>>([
    {},
    { video: "1" },
    { video: "x", seconds: "1" },
    { video: "1", seconds: "" },
    { video: "1", seconds: "-1" },
    { video: "1", seconds: "1e9" },
    { video: "1", seconds: "NaN" },
  ])("is refused if invalid: %o", async (fields) => {
    expect((await sendForm(running.site.visit(), "/playback", fields)).status).toBe(400);
  });

  test("is answered at once, even for a missing video or while the upstream is down", async () => {
    await using own = await startTestUpstream();
    await using fragile = await startSite(own.forSite);
    const visitor = fragile.visit();
    await codeOf(visitor);
    const report = { video: "99999999", seconds: "5" };
    expect((await sendForm(visitor, "/playback", report)).status).toBe(204);
    await own.stop();
    expect((await sendForm(visitor, "/playback", report)).status).toBe(204);
  });
});

test("the page contains the danmaku, sorted by time", async () => {
  const { db: store } = running.upstream;
  const { danmu } = await import("../../../server/upstream/db/schema.ts");
  await store.insert(danmu).values([
    { videoCode: VIDEO, time: 9, text: "后来的", color: "#ff8800", type: 1 },
    { videoCode: VIDEO, time: 2.5, text: "先来的", color: "javascript", type: 0 },
  ]);
  await using site = await startSite(running.upstream.forSite);
  const page = await site.visit().read(`/videoinfo.data?id=${VIDEO}`);
  expect(page.indexOf("先来的")).toBeGreaterThan(0);
  expect(page.indexOf("后来的")).toBeGreaterThan(page.indexOf("先来的"));
  expect(page).toContain("#ff8800");
  expect(page).not.toContain("javascript");
});
