import { eq } from "drizzle-orm";
import type { Locator, Page } from "playwright/test";
import { members } from "../../../server/upstream/db/schema.ts";
import { giveCoins } from "../../support/members/playback.ts";
import { startSiteProgram } from "../../support/servers/program.ts";
import { startRecordingUpstream } from "../../support/servers/recording-upstream.ts";
import { holdRequests } from "../fixtures/hold-requests.ts";
import { shifts, watchShifts } from "../fixtures/layout-shifts.ts";
import { codeOf } from "../fixtures/member-code.ts";
import { payInAnotherTab } from "../fixtures/pay-in-another-tab.ts";
import { playerOn } from "../fixtures/playback.ts";
import { expect, settingsFor, test } from "../fixtures/site.ts";

/** Three sources; the preview ends at second 15. */
const VIDEO = 130001;
const PREVIEW_SECONDS = 15;

const chip = (page: Page) => page.getByText(/^试看\d+秒$/);
const chipSeconds = async (page: Page) =>
  Number(/\d+/.exec((await chip(page).textContent()) ?? "")?.[0]);
const paySheet = (page: Page) => page.getByRole("dialog", { name: "付费影视" });
const buyButton = (page: Page) => paySheet(page).getByRole("button", { name: "购买本集 2金币" });
const vipLink = (page: Page) => paySheet(page).getByRole("link", { name: /^购买VIP/ });
const ads = (page: Page) => page.locator("main a[target=_blank]:visible");

async function opened(page: Page) {
  await page.goto(`/videoinfo?id=${VIDEO}`);
  const player = playerOn(page);
  await expect.poll(player.time).toBeGreaterThan(0.5);
  return player;
}

async function atPreviewEnd(page: Page) {
  const player = await opened(page);
  await player.seek(PREVIEW_SECONDS - 1);
  await expect(buyButton(page)).toBeVisible();
  return player;
}

/** Watches a preview to its end and pays, while the page stays at the cashier. */
async function paidInAnotherTab(page: Page) {
  const player = await atPreviewEnd(page);
  await buyButton(page).tap();
  await page.getByRole("button", { name: "立即充值" }).tap();
  await expect(page).toHaveURL(/cashier/);
  await payInAnotherTab(page);
  return player;
}

async function chooseSource(page: Page, number: number) {
  await page.getByRole("button", { name: "选集" }).tap();
  const source = page.getByRole("dialog", { name: "选集" }).locator("section").nth(number);
  await source.getByRole("button").first().tap();
}

/** The number of the playing source. */
const currentSource = async (page: Page) => {
  await page.getByRole("button", { name: "选集" }).tap();
  const sheet = page.getByRole("dialog", { name: "选集" });
  await expect(sheet.locator("[aria-current=true]")).toBeVisible();
  const current = await sheet
    .locator("section")
    .evaluateAll((all) => all.findIndex((one) => one.querySelector("[aria-current=true]")));
  await sheet.getByRole("button", { name: "关闭" }).tap();
  return current;
};

const playsOn = (player: ReturnType<typeof playerOn>) =>
  expect.poll(player.time).toBeGreaterThan(PREVIEW_SECONDS + 1);

test.describe("a preview", () => {
  test("counts down its remaining seconds, and ends with the episode's price, the balance, the missing coins and the cheapest membership", async ({
    page,
  }) => {
    const player = await opened(page);
    await expect(chip(page)).toBeVisible();
    await player.seek(5);
    await expect.poll(() => chipSeconds(page)).toBeLessThanOrEqual(10);
    const shown = await page.getByRole("timer").evaluateHandle((timer) => {
      const texts: string[] = [];
      const note = () => texts.push(timer.textContent ?? "");
      new MutationObserver(note).observe(timer, { characterData: true, subtree: true });
      return texts;
    });
    await player.seek(PREVIEW_SECONDS - 4);
    await expect(paySheet(page)).toBeVisible();
    const last = (await shown.jsonValue()).slice(-3);
    expect(last).toEqual(["试看3秒", "试看2秒", "试看1秒"]);
    await expect(chip(page)).toHaveCount(0);
    await expect(buyButton(page)).toContainText("2金币");
    await expect(buyButton(page)).toHaveAccessibleDescription("余额0金币，还差2金币");
    await expect(paySheet(page).getByText("还差2金币")).toBeVisible();
    await expect(vipLink(page)).toContainText("¥30起");
  });
});

test.describe("buying an episode without enough coins", () => {
  test("leads through buying coins back to the same source and second, bought and playing", async ({
    page,
    upstream,
  }) => {
    await page.goto("/mine");
    const player = await opened(page);
    await chooseSource(page, 2);
    await expect.poll(player.time).toBeGreaterThan(0.2);
    await player.seek(PREVIEW_SECONDS - 1);
    await buyButton(page).tap();

    await expect(page).toHaveURL(/\/pay\?/);
    await expect(page.getByText("金币不足，还差2金币")).toBeVisible();
    await expect(page.getByPlaceholder("请输入金额")).toHaveValue("10");
    await page.getByRole("button", { name: "立即充值" }).tap();
    await page.getByRole("button", { name: "支付", exact: true }).tap();

    await expect(page).toHaveURL(/\/videoinfo\?id=130001/);
    await expect(page.getByText("支付成功，已购买本集")).toBeVisible();
    await playsOn(player);
    expect(await player.time()).toBeLessThan(PREVIEW_SECONDS + 60);
    await expect(paySheet(page)).toBeHidden();
    expect(await currentSource(page)).toBe(2);
    const code = await codeOf(page);
    const [member] = await upstream.db.select().from(members).where(eq(members.code, code));
    expect(member?.coins).toBe(98);

    await test.step("and back returns to the page the visitor came from", async () => {
      await page.goBack();
      await expect(page).toHaveURL(/\/mine$/);
    });
  });

  test("plays where it was bought before the stream had started", async ({ page }) => {
    const player = await atPreviewEnd(page);
    await buyButton(page).tap();
    await page.getByRole("button", { name: "立即充值" }).tap();
    const letGo = await holdRequests(page, /hls-engine/);
    await page.getByRole("button", { name: "支付", exact: true }).tap();
    await expect(page.getByText("支付成功，已购买本集")).toBeVisible();
    letGo();
    await playsOn(player);
  });

  test("preselects the cheapest way to get the missing coins", async ({ page }) => {
    await page.goto(`/pay?coins=400`);
    await expect(page.getByText("金币不足，还差400金币")).toBeVisible();
    await expect(page.getByPlaceholder("请输入金额")).toHaveValue("40");
    await page.goto(`/pay?coins=500`);
    await expect(page.getByText("金币不足，还差500金币")).toBeVisible();
    await expect(page.getByRole("radio", { name: "500金币 ¥50" })).toBeChecked();
  });

  test("and cancelling at the cashier leads back to the offer at that second", async ({ page }) => {
    const player = await atPreviewEnd(page);
    await buyButton(page).tap();
    await page.getByRole("button", { name: "立即充值" }).tap();
    await page.getByRole("button", { name: "放弃" }).tap();
    await expect(page).toHaveURL(/\/videoinfo\?id=130001/);
    await expect(buyButton(page)).toBeVisible();
    await expect(paySheet(page).getByText("还差2金币")).toBeVisible();
    expect(Math.abs((await player.time()) - PREVIEW_SECONDS)).toBeLessThanOrEqual(1);
  });

  test("keeps what was watched after the return across a reload", async ({ page, memberOn }) => {
    const player = await atPreviewEnd(page);
    await buyButton(page).tap();
    await expect(page).toHaveURL(/\/pay\?/);
    await (await memberOn(page)).makeVip();
    const place = new URL(page.url()).searchParams.get("back") ?? "";
    await page.goto(place);
    await playsOn(player);
    await player.seek(90);
    await expect.poll(player.time).toBeGreaterThan(91);
    await page.reload();
    await expect.poll(player.time).toBeGreaterThan(89);
  });
});

test.describe("while the account cannot be read", () => {
  test.use({ mayLogErrors: true });

  test("an episode is still bought with the coins ordered for it", { tag: "@night" }, async ({
    page,
    upstream,
  }) => {
    await using front = await startRecordingUpstream(upstream.url);
    await using site = await startSiteProgram(settingsFor({ ...upstream, url: front.url }));
    await page.goto(`${site.url}/videoinfo?id=${VIDEO}&t=${PREVIEW_SECONDS - 2}`);
    await expect(buyButton(page)).toHaveAccessibleDescription("余额0金币，还差2金币");
    front.broken.add("/app-api/member/getEntityByCode");
    await buyButton(page).tap();

    await expect(page.getByRole("button", { name: "立即充值" })).toBeEnabled();
    await expect(page.getByText("网络异常，请稍后重试")).toBeVisible();
    await expect(page.getByText("充值后自动购买本集")).toBeVisible();
    front.broken.clear();
    await page.getByRole("button", { name: "立即充值" }).tap();
    await page.getByRole("button", { name: "支付", exact: true }).tap();

    await expect(page).toHaveURL(/\/videoinfo\?id=130001/);
    await expect(page.getByText("支付成功，已购买本集")).toBeVisible();
    await playsOn(playerOn(page));
    await page.goto("about:blank");
  });
});

test("buying a membership leads back to that second and plays", async ({ page }) => {
  const player = await atPreviewEnd(page);
  await vipLink(page).tap();
  await expect(page).toHaveURL(/\/vip\?/);
  await page.getByRole("button", { name: "立即开通" }).tap();
  await page.getByRole("button", { name: "支付", exact: true }).tap();
  await expect(page).toHaveURL(/\/videoinfo\?id=130001/);
  await expect(page.getByText("支付成功，会员已开通")).toBeVisible();
  await playsOn(player);
  expect(await player.time()).toBeLessThan(PREVIEW_SECONDS + 60);
});

test("coins from another source that arrive while a cashier is open do not count as the payment, and buy nothing", async ({
  page,
  upstream,
}) => {
  await atPreviewEnd(page);
  await buyButton(page).tap();
  await page.getByRole("button", { name: "立即充值" }).tap();
  await expect(page).toHaveURL(/cashier/);
  const code = await codeOf(page);
  await giveCoins(upstream.db, code, 3);
  await page.goBack();
  await expect(page).toHaveURL(/\/pay\?/);
  // the page polls every two seconds
  for (let answers = 0; answers < 2; answers += 1) await page.waitForResponse(/\/payment\b/);
  await expect(page).toHaveURL(/\/pay\?/);
  await expect(page.getByText(/支付成功/)).toHaveCount(0);
  const [member] = await upstream.db.select().from(members).where(eq(members.code, code));
  expect(member?.coins).toBe(3);
});

test("a payment that arrives while the coins page is still open also leads back", async ({
  page,
}) => {
  const player = await paidInAnotherTab(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/videoinfo\?id=130001/);
  await playsOn(player);
});

test("a preview that ends before the purchase is known is bought on return, and continues", async ({
  page,
}) => {
  const player = await paidInAnotherTab(page);
  const letGo = await holdRequests(page, /\/access\b/);
  await page.goBack();
  await expect(page).toHaveURL(/\/videoinfo\?id=130001/);
  await expect.poll(player.time).toBeGreaterThan(PREVIEW_SECONDS);
  letGo();
  await expect.poll(player.time).toBeGreaterThan(PREVIEW_SECONDS + 3);
});

test("a preview that ends before its payment is known continues once it is", async ({
  page,
  memberOn,
}) => {
  await page.goto("/mine");
  const member = await memberOn(page);
  const letGo = await holdRequests(page, /\/access\b/);
  await page.goto(`/videoinfo?id=${VIDEO}&t=${PREVIEW_SECONDS - 2}`);
  const ended = () => page.locator("video").evaluate((video: HTMLVideoElement) => video.ended);
  await expect.poll(ended).toBe(true);
  await member.makeVip();
  letGo();
  // the preview's stream ends a little after its last second
  await expect.poll(playerOn(page).time).toBeGreaterThan(PREVIEW_SECONDS + 3);
});

test.describe("buying too often", () => {
  test.use({ mayLogErrors: true });

  test("is reported as a rate limit, without leaving the page", async ({ page }) => {
    await atPreviewEnd(page);
    // two concurrent purchases of one episode count as one attempt
    const tries = Array.from({ length: 31 }, (_, index) =>
      page.request.post(`/videoinfo.data?id=${VIDEO}`, {
        form: { intent: "buy", episode: String(index + 1) },
        headers: { origin: new URL(page.url()).origin },
      }),
    );
    await Promise.all(tries);
    await buyButton(page).tap();
    await expect(page.getByRole("alert")).toContainText("操作太频繁");
    await expect(buyButton(page)).toBeVisible();
    expect(page.url()).toContain("/videoinfo");
  });
});

test("a purchase whose page is left before its answer is reported on the next page", async ({
  page,
  upstream,
}) => {
  await atPreviewEnd(page);
  await giveCoins(upstream.db, await codeOf(page), 2);
  const letGo = await holdRequests(page, /\/videoinfo\.data/);
  await buyButton(page).tap();
  await paySheet(page).getByRole("button", { name: "取消" }).tap();
  await page.getByRole("link", { name: "返回", exact: true }).tap();
  await expect(page).toHaveURL(/\/$/);
  letGo();
  await expect(page.getByRole("status")).toHaveText("购买成功");
});

test.describe("a viewer with full access", () => {
  test("sees no popup ad, while others do", async ({ page, context, memberOn }) => {
    await context.addInitScript(() => {
      if (window.origin !== "null") sessionStorage.removeItem("popupAdShown");
    });
    const popup = page.getByRole("dialog", { name: "弹窗广告" });
    await page.goto("/");
    await expect(popup).toBeVisible();
    await (await memberOn(page)).makeVip();
    await page.clock.install();
    const picture: string[] = [];
    page.on("request", (request) => {
      if (/popup/.test(request.url())) picture.push(request.url());
    });
    const known = page.waitForResponse((answer) => new URL(answer.url()).pathname === "/member");
    await page.goto("/");
    await known;
    await page.clock.fastForward(10_000);
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await page.clock.fastForward(10_000);
    await expect(popup).toHaveCount(0);
    expect(picture).toEqual([]);
  });

  test("sees no ad on the watch page and nothing shifts, while others see it", async ({
    page,
    memberOn,
  }) => {
    await opened(page);
    await expect(ads(page)).toHaveCount(1);
    await (await memberOn(page)).makeVip();
    const letGo = await holdRequests(page, ({ pathname }) => /^\/(member|access)/.test(pathname));
    await page.reload();
    const below = page.getByRole("heading", { name: "最新更新" });
    const undecided = await below.boundingBox();
    await expect(ads(page)).toHaveCount(0);
    letGo();
    await expect(page.getByText("免广告播放")).toBeVisible();
    await expect(ads(page)).toHaveCount(0);
    expect(await below.boundingBox()).toEqual(undecided);
  });

  test("sees no ad beside a bought episode", async ({ page, upstream }) => {
    const player = await opened(page);
    await giveCoins(upstream.db, await codeOf(page), 2);
    await expect(ads(page)).toHaveCount(1);
    await player.seek(PREVIEW_SECONDS - 1);
    await buyButton(page).tap();
    await expect(page.getByText("购买成功")).toBeVisible();
    await expect(ads(page)).toHaveCount(0);
    await page.reload();
    await expect(page.getByText("免广告播放")).toBeVisible();
    await expect(ads(page)).toHaveCount(0);
  });

  test("is offered a renewal, and shown the last day", async ({ page, memberOn }) => {
    await page.addInitScript(watchShifts);
    await page.goto("/vip");
    await expect(page.getByText("尚未开通VIP")).toBeVisible();
    await expect(page.getByRole("button", { name: "立即开通" })).toBeVisible();
    await (await memberOn(page)).makeVip();
    await page.reload();
    await expect(page.getByRole("button", { name: "立即续费" })).toBeVisible();
    await expect(page.getByText(/^剩余1天，\d{4}-\d\d-\d\d到期$/)).toBeVisible();
    expect(await shifts(page)).toEqual([]);
  });
});

/** The picture of a video or canvas: levels from 0 to 255 of every tenth pixel. */
const pictureOf = (source: Locator) =>
  source.evaluate((element: HTMLVideoElement | HTMLCanvasElement) => {
    const [width, height] =
      element instanceof HTMLVideoElement
        ? [element.videoWidth, element.videoHeight]
        : [element.width, element.height];
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context?.drawImage(element, 0, 0);
    const levels = context?.getImageData(0, 0, width, height).data ?? [];
    return [...levels].filter((_level, index) => index % 40 < 3);
  });

/** The mean difference of two pictures, in levels. */
const difference = (one: number[], other: number[]) =>
  one.reduce((sum, level, at) => sum + Math.abs(level - (other[at] ?? 0)) / one.length, 0);

test("the last frame and its time stay until the bought stream continues", async ({
  page,
  upstream,
}) => {
  const player = await opened(page);
  await giveCoins(upstream.db, await codeOf(page), 2);
  await player.seek(PREVIEW_SECONDS - 1);
  await paySheet(page).getByRole("button", { name: "取消" }).tap();
  await expect(paySheet(page)).toBeHidden();
  await expect(player.button("播放")).toBeVisible();
  await player.button("播放").tap();
  await expect(buyButton(page)).toBeVisible();

  const times = await page.getByRole("slider").evaluateHandle((slider) => {
    const seen: string[] = [];
    const note = () => seen.push(slider.getAttribute("aria-valuetext") ?? "");
    new MutationObserver(note).observe(slider, { attributes: true });
    return seen;
  });
  const before = await pictureOf(player.video);
  const letGo = await holdRequests(page, /\/stream\//);
  await buyButton(page).tap();
  await expect.poll(() => player.read((element) => element.readyState)).toBe(0);
  await expect(paySheet(page)).toBeHidden();
  const held = page.locator("main video + canvas");
  await expect(held).toBeVisible();
  expect(difference(before, await pictureOf(held))).toBeLessThan(3);
  letGo();
  await playsOn(player);
  const seen = await times.jsonValue();
  expect(seen.filter((time) => !/^00:1\d \/ 03:00$/.test(time))).toEqual([]);
});
