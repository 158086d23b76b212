import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, onTestFinished, test } from "vitest";
import { members, siteSettings } from "../../../server/upstream/db/schema.ts";
import { grantCoins } from "../../../server/upstream/operator/members.ts";
import { codeOf } from "../../support/members/accounts.ts";
import { photo, sendFile, sendForm, uploadPicture } from "../../support/members/forms.ts";
import { memberOf } from "../../support/members/members.ts";
import { startSite } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";
import { startTestUpstream } from "../../support/servers/upstream.ts";

const running = siteForThisFile();

async function visit() {
  const visitor = running.site.visit();
  const code = await codeOf(visitor);
  const { db } = running.upstream;
  const stored = async () => {
    const [row] = await db.select().from(members).where(eq(members.code, code));
    if (!row) throw new Error(`no member ${code}`);
    return row;
  };
  return { ...visitor, code, stored, member: memberOf(db, code) };
}

const textOf = (html: string) =>
  html
    .replace(/<script.*?<\/script>/gs, "")
    .replace(/<!--.*?-->/gs, "")
    .replace(/<[^>]+>/g, "")
    .replace(/\s+/g, " ");

const fieldOf = (html: string, name: string) =>
  new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1];

describe("my page", () => {
  test("shows a guest their number, without a membership or coins", async () => {
    const visitor = await visit();
    const html = await visitor.read("/mine");
    const { nickname } = await visitor.stored();
    for (const part of [nickname, `ID：${visitor.code}`, "0 金币", "尚未开通VIP"]) {
      expect(textOf(html)).toContain(part);
    }
    expect(html).toMatch(/role="img"[^>]*aria-label="VIP0"/);
  });

  test("shows a member's badge, days left and coins", async () => {
    const visitor = await visit();
    await visitor.member.makeVip();
    await grantCoins(running.upstream.db, [visitor.code, "12345"]);
    const html = await visitor.read("/mine");
    expect(textOf(html)).toMatch(/剩余1天，\d{4}-\d{2}-\d{2}到期/);
    expect(textOf(html)).toContain("12,345 金币");
    expect(html).toContain('aria-label="VIP2"');
    await visitor.member.endVip();
    expect(textOf(await visitor.read("/mine"))).toContain("尚未开通VIP");
  });

  const entries =
    "/sign /setinfo /centersetting /share /agent /feed /setpaw /codelist /vip /pay /tx /service /history /collengt";

  test("links everywhere, and to customer service in a new window", async () => {
    const html = await (await visit()).read("/mine");
    for (const entry of entries.split(" ")) expect(html).toContain(`href="${entry}"`);
    expect(html).toMatch(/<a href="\/chatlink.html" target="_blank" rel="noopener noreferrer"/);
  });

  test("links everywhere even while the upstream is down", async () => {
    await using own = await startTestUpstream();
    await using fragile = await startSite(own.forSite);
    const visitor = fragile.visit();
    await visitor.read("/mine");
    await own.stop();
    const html = await visitor.read("/mine");
    for (const entry of entries.split(" ")) expect(html).toContain(`href="${entry}"`);
    expect(html).toContain("重试");
  });

  test("is private, and reveals nothing about the upstream", async () => {
    const visitor = await visit();
    for (const path of ["/mine", "/setinfo", "/order", "/tx"]) {
      const response = await visitor.request(path);
      expect(response.headers.get("cache-control")).toBe("private, no-store");
      expect(await response.text()).not.toContain(running.upstream.url);
    }
  });

  test("has the operator's ads, counted as its own, unless they are turned off", async () => {
    const visitor = await visit();
    expect(await visitor.read("/mine")).toContain('aria-label="我的广告"');
    const { db } = running.upstream;
    const show = (value: boolean) =>
      db.update(siteSettings).set({ value }).where(eq(siteSettings.key, "showMeAd"));
    onTestFinished(async () => void (await show(true)));
    await show(false);
    await using later = await startSite(running.upstream.forSite);
    expect(await later.visit().read("/mine")).not.toContain('aria-label="我的广告"');
  });
});

describe("the profile", () => {
  test("is saved by a form without scripts, with a confirmation", async () => {
    const visitor = await visit();
    const fields = { nickname: " 海边的风 ", signature: "看海\r\n听风" };
    const answer = await sendForm(visitor, "/setinfo", fields);
    expect(answer.status).toBe(303);
    const html = await visitor.read(answer.headers.get("location") ?? "");
    expect(html).toMatch(/role="status"[^>]*>.*?保存成功/s);
    expect(fieldOf(html, "nickname")).toBe("海边的风");
    expect(await visitor.stored()).toMatchObject({ nickname: "海边的风", signature: "看海\n听风" });
  });

  test.each([
    ["no nickname", { nickname: " ", signature: "" }, "请输入昵称"],
    ["a long nickname", { nickname: "风".repeat(21), signature: "" }, "昵称不能超过20个字"],
    [
      "a long signature",
      { nickname: "风", signature: "好".repeat(101) },
      "个性签名不能超过100个字",
    ],
  ])("is not saved with %s, and keeps the form's values", async (_name, fields, error) => {
    const visitor = await visit();
    const before = await visitor.stored();
    const html = await (await sendForm(visitor, "/setinfo", fields)).text();
    const id = /aria-invalid="true" aria-describedby="([^"]+)"/.exec(html)?.[1] ?? "none";
    expect(textOf(html.slice(html.indexOf(`id="${id}"`)))).toContain(error);
    expect(html).toContain(fields.signature || fields.nickname.trim());
    expect(await visitor.stored()).toEqual(before);
  });

  test("a forged request without fields gets the form's error", async () => {
    const visitor = await visit();
    expect(await (await sendForm(visitor, "/setinfo", { x: "1" })).text()).toContain("请输入昵称");
  });

  test("uses an uploaded avatar only when saved, resized, upright and without metadata", async () => {
    const visitor = await visit();
    const before = await visitor.stored();
    const reference = await uploadPicture(visitor, "avatar", await photo());
    expect(await visitor.stored()).toEqual(before);
    expect(Buffer.from(reference, "base64url").toString("latin1")).not.toContain("/uploads/");

    const fields = { nickname: "海边的风", signature: "", avatar: reference };
    expect((await sendForm(visitor, "/setinfo", fields)).status).toBe(303);
    const { avatar } = await visitor.stored();
    expect(avatar).toMatch(/^\/uploads\//);
    const kept = await fetch(running.upstream.url + avatar);
    const picture = await sharp(Buffer.from(await kept.arrayBuffer())).metadata();
    expect([picture.width, picture.height]).toEqual([256, 512]);
    expect(picture.exif).toBeUndefined();

    const again = { nickname: "还是我", signature: "" };
    await sendForm(visitor, "/setinfo", again);
    expect(await visitor.stored()).toMatchObject({ avatar, nickname: "还是我" });
  });

  test("accepts neither another member's picture nor one uploaded for another use", async () => {
    const [visitor, other] = [await visit(), await visit()];
    const others = await uploadPicture(other, "avatar", await photo());
    const code = await uploadPicture(visitor, "code", await photo());
    expect(code).not.toBe("");
    for (const avatar of [others, code, "/image/x", "https://example.com/a.png"]) {
      const answer = await sendForm(visitor, "/setinfo", { nickname: "我", signature: "", avatar });
      expect(await answer.text()).toContain("请重新上传头像");
    }
    expect((await visitor.stored()).avatar).toMatch(/^\/avatars\//);
  });

  test.each<[string, () => Promise<Buffer>, string]>([
    ["text", async () => Buffer.from("hello"), "只能上传 JPG、PNG、GIF 或 WebP 图片"],
    ["nothing", async () => Buffer.alloc(0), "只能上传 JPG、PNG、GIF 或 WebP 图片"],
    [
      "a drawing with scripts",
      async () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"),
      "只能上传 JPG、PNG、GIF 或 WebP 图片",
    ],
    ["half a picture", async () => (await photo()).subarray(0, 400), "图片已损坏或尺寸过大"],
    ["8 MB and a byte", async () => Buffer.alloc(8 * 1024 * 1024 + 1), "图片不能超过 8 MB"],
    [
      "too many pixels",
      () =>
        sharp({ create: { width: 9_000, height: 5_000, channels: 3, background: "#fff" } })
          .png()
          .toBuffer(),
      "图片已损坏或尺寸过大",
    ],
  ])("%s is not accepted as a picture", async (_name, make, message) => {
    expect(await sendFile(await visit(), "avatar", await make())).toMatchObject({ message });
  });

  test("an upload for an unknown use fails", async () => {
    expect(await sendFile(await visit(), "cover", await photo())).toMatchObject({
      message: "上传失败",
    });
  });
});

describe("the records", () => {
  const current = (html: string) => /aria-current="page"[^>]*>([^<]*记录)</.exec(html)?.[1];

  test.each([
    ["/order", "充值记录"],
    ["/order?index=0", "充值记录"],
    ["/order?index=1", "金币记录"],
    ["/order?index=2", "提现记录"],
    ["/order?index=3", "充值记录"],
    ["/order?index=-1", "充值记录"],
    ["/order?index=abc", "充值记录"],
    ["/order?index=", "充值记录"],
  ])("%s is %s, with a text for an empty list", async (path, tab) => {
    const html = await (await visit()).read(path);
    expect(current(html)).toBe(tab);
    expect(html).toContain("暂无记录");
  });

  test("show their numbers, sources and amounts", async () => {
    const visitor = await visit();
    await grantCoins(running.upstream.db, [visitor.code, "20"]);
    await grantCoins(running.upstream.db, [visitor.code, "-5"]);
    const html = await visitor.read("/order?index=1");
    expect(textOf(html)).toMatch(/JY\d+客服扣回-5JY\d+客服赠送\+20/);
    expect(html).toMatch(/_plus_[^"]*"><b[^>]*>\+20</);
    expect(html).not.toMatch(/_plus_[^"]*"><b[^>]*>-5</);
  });
});

test("the balance links to the records and to a withdrawal, the settings to the account", async () => {
  const visitor = await visit();
  const funds = await visitor.read("/agent");
  for (const part of ["资金管理", 'href="/order"', 'href="/tx"']) expect(funds).toContain(part);
  const kept = await visitor.read("/centersetting");
  for (const part of ["账号管理", 'href="/setinfo"', 'href="/setpaw"', 'href="/login"'])
    expect(kept).toContain(part);
});
