import type { Locator, Page } from "playwright/test";
import { startPayFront } from "../../support/servers/pay-upstream.ts";
import { startSiteProgram } from "../../support/servers/program.ts";
import { memberAnswer, painted } from "../fixtures/drawn.ts";
import { ownSite } from "../fixtures/own-site.ts";
import { payInAnotherTab } from "../fixtures/pay-in-another-tab.ts";
import { expect, settingsFor } from "../fixtures/site.ts";

type Front = Awaited<ReturnType<typeof startPayFront>>;

/** A site in front of an upstream whose answers to payments can be changed. */
const test = ownSite<{ url: string; front: Front }>(async ({ upstream }, use) => {
  await using front = await startPayFront(upstream.url);
  await using site = await startSiteProgram(settingsFor({ ...upstream, url: front.url }));
  await use({ url: site.url, front });
}).extend<{ front: Front }>({ front: async ({ own }, use) => use(own.front) });

test.beforeEach(({ front }) => {
  front.calls.length = 0;
  front.answerWith(undefined);
});

const rail = (page: Page) => page.getByRole("radiogroup", { name: "会员套餐" });
const plan = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });
const bar = (page: Page) => page.locator("form", { hasText: "立即开通" });

/** The distance of a slide's centre from the rail's centre, in pixels. */
async function offCentre(page: Page, slide: Locator) {
  const [inner, outer] = [await slide.boundingBox(), await rail(page).boundingBox()];
  if (!inner || !outer) return Number.NaN;
  return Math.abs(inner.x + inner.width / 2 - (outer.x + outer.width / 2));
}

async function expectChosen(page: Page, name: string, sum: string) {
  await expect(plan(page, name)).toBeChecked();
  await expect(bar(page)).toContainText(sum);
  await expect.poll(() => offCentre(page, plan(page, name))).toBeLessThan(2);
}

/** Swipes over the slides by `distance` pixels to the right. */
async function swipe(page: Page, distance: number) {
  const box = await rail(page).boundingBox();
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", moved: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints:
        type === "touchEnd"
          ? []
          : [{ x: 195 - distance / 2 + moved, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }],
    });
  await touch("touchStart", 0);
  for (let step = 1; step <= 12; step += 1) {
    await touch("touchMove", (distance * step) / 12);
    await painted(page);
  }
  await touch("touchEnd", distance);
}

test("the second plan is selected and centred initially, and the selection follows swipes, taps, keys and any other scrolling", async ({
  page,
}) => {
  await page.goto("/vip");
  await expectChosen(page, "30天 ¥30", "¥3030天");

  await test.step("it follows a swipe", async () => {
    await swipe(page, -240);
    await expectChosen(page, "365天 ¥200", "¥200365天");
    await swipe(page, -240);
    await expectChosen(page, "3650天 ¥500", "¥5003650天");
    await swipe(page, 240);
    await expectChosen(page, "365天 ¥200", "¥200365天");
    await swipe(page, 240);
    await expectChosen(page, "30天 ¥30", "¥3030天");
  });

  await test.step("it follows a tap on a neighbour, also after a swipe", async () => {
    const box = await plan(page, "90天 ¥100").boundingBox();
    await page.touchscreen.tap((box?.x ?? 0) + (box?.width ?? 0) - 20, (box?.y ?? 0) + 60);
    await expectChosen(page, "90天 ¥100", "¥10090天");
    const back = await plan(page, "30天 ¥30").boundingBox();
    await page.touchscreen.tap((back?.x ?? 0) + 20, (back?.y ?? 0) + 60);
    await expectChosen(page, "30天 ¥30", "¥3030天");
    await swipe(page, 240);
    await expectChosen(page, "90天 ¥100", "¥10090天");
    const again = await plan(page, "30天 ¥30").boundingBox();
    await page.touchscreen.tap((again?.x ?? 0) + 20, (again?.y ?? 0) + 60);
    await expectChosen(page, "30天 ¥30", "¥3030天");
  });

  await test.step("it follows the keyboard", async () => {
    await plan(page, "30天 ¥30").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expectChosen(page, "3650天 ¥500", "¥5003650天");
    await page.keyboard.press("ArrowLeft");
    await expectChosen(page, "365天 ¥200", "¥200365天");
  });

  await test.step("it follows any other scrolling", async () => {
    // even while the slides still scroll to a chosen plan
    await rail(page).evaluate((element) => {
      element.querySelector<HTMLElement>("input:not(:checked)")?.click();
      element.scrollTo({ left: element.scrollWidth });
    });
    await expectChosen(page, "3650天 ¥500", "¥5003650天");
  });

  await test.step("a selected plan is centred, also when its slide was stopped before it moved", async () => {
    await rail(page).evaluate((element) => {
      element.querySelector<HTMLElement>("input:not(:checked)")?.click();
      element.scrollTo({ left: element.scrollLeft });
    });
    await expectChosen(page, "90天 ¥100", "¥10090天");
  });
});

test("the countdown continues after a reload, and stays at zero", async ({ page }) => {
  await page.clock.install();
  await page.goto("/vip");
  const shown = page.getByRole("timer");
  await expect(shown).toHaveText(/^(15:00|14:\d\d)$/);
  // the countdown uses the real clock, so read it together with the time
  const left = async () => {
    const [minutes = Number.NaN, seconds = Number.NaN] = (await shown.innerText())
      .split(":")
      .map(Number);
    return 60 * minutes + seconds;
  };
  const before = await left();
  await page.clock.fastForward(64_000);
  await expect.poll(left).toBeLessThanOrEqual(before - 64);
  const passed = await left();
  expect(passed).toBeGreaterThan(before - 64 - 30);
  await page.reload();
  await expect.poll(left).toBeLessThanOrEqual(passed);
  await page.clock.fastForward(900_000);
  await expect(shown).toHaveText("00:00");
  await page.reload();
  await expect(shown).toHaveText("00:00");
});

test.describe("paying", () => {
  test("leads to the cashier and back, and the site announces that the payment has arrived", async ({
    page,
    front,
  }) => {
    await page.goto("/vip");
    await page.getByRole("radio", { name: "微信支付" }).check();
    front.answerWith(undefined, 600);
    const button = page.getByRole("button", { name: "立即开通" });
    await button.dblclick({ delay: 10 });
    await expect(page.getByText("支付中...")).toBeVisible();
    await expect(button).toBeDisabled();
    await expect(page).toHaveURL(/\/cashier\/[\w-]{32}$/);
    await expect(page.getByText("30天VIP")).toBeVisible();
    expect(front.calls).toHaveLength(1);
    expect(front.calls[0]).toMatchObject({ comSpec: "30", type: 2, payChannel: "微信支付" });
    const button2 = page.getByRole("button", { name: "支付", exact: true });
    expect((await button2.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await button2.tap();
    await expect(page.getByRole("status")).toHaveText("支付成功，会员已开通");
    expect(new URL(page.url()).pathname).not.toContain("cashier");
    await page.goto("/pay");
    await expect(page.getByRole("img", { name: "VIP1" })).toBeVisible();
    await expect(page.getByText(/^剩余30天，\d{4}-\d\d-\d\d到期$/)).toBeVisible();
    await expect(page.getByText("正在查询支付结果...")).toHaveCount(0);
  });

  test("that is cancelled changes nothing: the page waits for it, reports after a minute that it was not found, and can check again", async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto("/pay");
    await page.getByRole("radio", { name: "500金币 ¥50" }).check();
    await page.getByRole("button", { name: "立即充值" }).tap();
    await expect(page).toHaveURL(/cashier/);
    const asked = page.waitForResponse(/\/payment\b/);
    await page.getByRole("button", { name: "放弃" }).tap();
    const searching = page.getByText("正在查询支付结果...");
    await expect(searching).toBeVisible();
    await asked;
    const notFound = page.getByText("暂未查到支付结果，如已支付请稍后在我的页面查看");
    await page.clock.fastForward(50_000);
    await expect(searching).toBeVisible();
    await page.clock.fastForward(14_000);
    await expect(notFound).toBeVisible();
    const again = page.waitForResponse(/\/payment\b/);
    await page.getByRole("button", { name: "重新查询" }).tap();
    await again;
    await expect(searching).toBeVisible();
    await page.goto("/pay");
    await expect(page.getByText("我的金币0")).toBeVisible();
    await expect(page.getByText("尚未开通VIP")).toBeVisible();
    await expect(searching).toBeVisible();
  });

  test("shows the coins on the page to which the visitor returned", async ({ page }) => {
    await page.goto("/pay");
    await page.getByPlaceholder("请输入金额").fill("20");
    await page.getByRole("button", { name: "立即充值" }).tap();
    await expect(page.getByText("200金币")).toBeVisible();
    await payInAnotherTab(page);
    await page.goBack();
    await expect(page.getByText("支付成功，金币已到账")).toBeVisible();
    await expect(page.getByText("我的金币200")).toBeVisible();
    await expect(page.getByRole("button", { name: "立即充值" })).toBeEnabled();
  });

  test("shows the upstream's message for six seconds, and can be retried", async ({
    page,
    front,
  }) => {
    front.answerWith({ code: 500, msg: "该支付方式维护中" });
    await page.clock.install();
    await page.goto("/vip");
    await page.getByRole("button", { name: "立即开通" }).tap();
    const alert = page.getByRole("alert");
    await expect(alert).toHaveText("该支付方式维护中");
    await page.clock.fastForward(4_000);
    await expect(alert).toHaveText("该支付方式维护中");
    await page.clock.fastForward(2_000);
    await expect(alert).toHaveCount(0);
    front.answerWith({ code: 0, data: '{"payurl":"javascript:alert(1)"}' });
    await page.getByRole("button", { name: "立即开通" }).tap();
    await expect(alert).toHaveText("支付失败");
    expect(page.url()).toMatch(/\/vip$/);
    await expect(page.getByText("正在查询支付结果...")).toHaveCount(0);
  });

  test("leads to another operator's cashier, and afterwards the member is refreshed", async ({
    page,
    front,
    memberOn,
  }) => {
    await page.route("https://pay.example/**", (route) =>
      route.fulfill({ contentType: "text/html", body: "<h1>cashier</h1>" }),
    );
    front.answerWith({ code: 0, data: '{"payurl":"https://pay.example/1?a=1"}' });
    await page.goto("/vip");
    await page.getByRole("button", { name: "立即开通" }).tap();
    await expect(page).toHaveURL("https://pay.example/1?a=1");
    await page.goBack();
    await expect(page.getByText("正在查询支付结果...")).toBeVisible();
    await (await memberOn(page)).payForVip(30);
    await expect(page.getByText("支付成功，会员已开通")).toBeVisible();
  });
});

test.describe("without a network", () => {
  test.use({ mayLogErrors: true });

  test("a payment fails without leaving the page", async ({ page, context }) => {
    const known = memberAnswer(page);
    await page.goto("/pay");
    await known;
    await expect(page.getByRole("button", { name: "立即充值" })).toBeEnabled();
    await context.setOffline(true);
    await page.getByRole("button", { name: "立即充值" }).tap();
    await expect(page.getByRole("alert")).toHaveText("支付失败");
    await expect(page.getByRole("button", { name: "立即充值" })).toBeEnabled();
  });
});

test.describe("a free amount", () => {
  test("is corrected to one that can be paid, and the page says what changed", async ({ page }) => {
    await page.clock.install();
    await page.goto("/pay");
    const field = page.getByPlaceholder("请输入金额");
    for (const [written, corrected, message] of [
      ["5", "10", "最低充值金额为10，已自动修改"],
      ["0", "10", "最低充值金额为10，已自动修改"],
      ["9999", "5000", "最高充值金额为5000"],
      ["88.6", "88", "充值金额须为整数，已自动修改"],
      ["88", "88", ""],
    ] as const)
      await test.step(`${written} becomes ${corrected}`, async () => {
        await page.getByRole("radio", { name: "300金币 ¥30" }).check();
        await field.fill(written);
        await expect(page.getByRole("radio", { name: "300金币 ¥30" })).not.toBeChecked();
        await field.blur();
        await expect(field).toHaveValue(corrected);
        await expect(page.getByRole("status")).toHaveText(message);
        await page.clock.fastForward(10_000);
        await expect(page.getByRole("status")).toHaveText("");
      });
  });

  test("corrected by a tap on the button is shown before it is paid", async ({ page, front }) => {
    await page.clock.install();
    await page.goto("/pay");
    const button = page.getByRole("button", { name: "立即充值" });
    await page.getByPlaceholder("请输入金额").fill("3");
    await button.tap();
    await expect(page.getByRole("status")).toHaveText("最低充值金额为10，已自动修改");
    expect(front.calls).toEqual([]);
    // a second tap right after the first is ignored
    await page.clock.fastForward(700);
    await button.tap();
    await expect(page).toHaveURL(/cashier/);
    expect(front.calls).toMatchObject([{ comSpec: "10", index: 5, money: 10 }]);
  });

  test("is required, and choosing an option replaces it", async ({ page, front }) => {
    await page.goto("/pay");
    const field = page.getByPlaceholder("请输入金额");
    await field.tap();
    await page.getByRole("button", { name: "立即充值" }).tap();
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription("请输入金额");
    await field.fill("50");
    await page.getByRole("radio", { name: "1000金币 ¥100" }).check();
    await expect(field).toHaveValue("");
    await page.getByRole("button", { name: "立即充值" }).tap();
    await expect(page).toHaveURL(/cashier/);
    expect(front.calls).toMatchObject([{ comSpec: "1000", index: 2, money: 100 }]);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a plan is paid for, starting on the second slide", async ({ page }) => {
    await page.goto("/vip");
    await expect.poll(() => offCentre(page, plan(page, "30天 ¥30"))).toBeLessThan(2);
    await plan(page, "365天 ¥200").check();
    await page.getByRole("button", { name: "立即开通" }).tap();
    await page.getByRole("link", { name: "去支付" }).tap();
    await expect(page.getByText("365天VIP")).toBeVisible();
    await page.getByRole("button", { name: "支付", exact: true }).tap();
    await expect(page).not.toHaveURL(/cashier/);
    await page.goto("/pay");
    await expect(page.getByRole("img", { name: "VIP3" })).toBeVisible();
  });

  test("an amount that is too small shows an error, a valid one is paid", async ({ page }) => {
    await page.goto("/pay");
    await page.getByPlaceholder("请输入金额").fill("9");
    await page.getByRole("button", { name: "立即充值" }).tap();
    await expect(page.getByRole("alert")).toHaveText("最低充值金额为10，已自动修改");
    await page.getByPlaceholder("请输入金额").fill("15");
    await page.getByRole("button", { name: "立即充值" }).tap();
    await page.getByRole("link", { name: "去支付" }).tap();
    await expect(page.getByText("150金币")).toBeVisible();
  });
});

test("membership and coins fit a screen of 320 pixels", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ["/vip", "/pay"])
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole("radio", { name: "支付宝" })).toBeChecked();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      const small = await page.evaluate(() =>
        [...document.querySelectorAll("button, a, input")]
          .map((one) => one.getBoundingClientRect())
          .filter(({ width, height }) => width < 44 || height < 44),
      );
      expect(small).toEqual([]);
    });
});
