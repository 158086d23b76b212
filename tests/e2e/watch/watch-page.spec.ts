import { readFile } from "node:fs/promises";
import type { Page, Request } from "playwright/test";
import sharp from "sharp";
import { codeOn, readQrCode } from "../../support/browser/qr.ts";
import { startGate } from "../../support/servers/pausable-upstream.ts";
import { startSiteProgram } from "../../support/servers/program.ts";
import { painted } from "../fixtures/drawn.ts";
import { holdRequests } from "../fixtures/hold-requests.ts";
import { expect, settingsFor, test } from "../fixtures/site.ts";

const action = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name: new RegExp(`^${name}`) });
const toast = (page: Page) => page.getByRole("status").filter({ hasText: /./ });
const home = (page: Page) => page.getByRole("heading", { name: "精选视频" });
const watching = (page: Page) => page.getByRole("heading", { name: "视频详情", exact: true });

const isPlaying = (element: HTMLVideoElement) => !element.paused && element.currentTime > 1;

const CODE = "100301";

/** Opens a video and returns its name. */
async function openVideo(page: Page) {
  await page.goto(`/videoinfo?id=${CODE}`);
  await expect(action(page, "分享")).toBeVisible();
  const title = await page.getByRole("main").getByRole("heading", { level: 2 }).first().innerText();
  return title;
}

/** The intents that the page's scripts send. */
function followIntents(page: Page): string[] {
  const told: string[] = [];
  page.on("request", (request: Request) => {
    if (request.method() === "POST" && request.url().includes("/videoinfo.data"))
      told.push(new URLSearchParams(request.postData() ?? "").get("intent") ?? "");
  });
  return told;
}

/** Holds requests with one intent until they are released. */
async function holdBack(page: Page, intent: string) {
  const waiting: (() => void)[] = [];
  let held = true;
  await page.route("**/videoinfo.data*", async (route) => {
    if (held && route.request().postData()?.includes(`intent=${intent}`))
      await new Promise<void>((resolve) => waiting.push(resolve));
    await route.continue();
  });
  return {
    letGo() {
      held = false;
      for (const go of waiting) go();
    },
  };
}

const refuse = (page: Page, intent: RegExp) =>
  page.route("**/videoinfo.data*", (route) =>
    intent.test(route.request().postData() ?? "") ? route.abort() : route.continue(),
  );

test.describe("a like", () => {
  test("is shown at once, sent to the upstream, stored on this device, and does not interrupt the video", async ({
    page,
    memberOn,
  }) => {
    const title = await openVideo(page);
    const video = page.locator("video").first();
    const time = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
    await expect.poll(time).toBeGreaterThan(1);
    await video.evaluate((element: HTMLVideoElement) => {
      element.dataset.kept = "yes";
      for (const event of ["pause", "emptied", "seeking"])
        element.addEventListener(event, () => {
          element.dataset.disturbed = event;
        });
    });
    const before = await time();
    const like = action(page, "点赞");
    const name = await like.getAttribute("aria-label");
    expect(name).toMatch(/^点赞 [\d.,]+万?$/);
    await expect(like).toHaveAttribute("aria-pressed", "false");
    const call = await holdBack(page, "like");
    await like.tap();
    await expect(like).toHaveAttribute("aria-pressed", "true");
    expect(await toast(page).count()).toBe(0);
    const reloaded = page.waitForResponse(
      (answer) => answer.request().method() === "GET" && answer.url().includes("/videoinfo.data"),
    );
    call.letGo();
    await expect(toast(page)).toHaveText("点赞成功");
    await reloaded;
    expect(await (await memberOn(page)).kept("like")).toEqual([title]);
    await expect(like).toHaveAttribute("aria-label", name ?? "");

    await test.step("the video keeps playing while its page revalidates", async () => {
      await expect.poll(time).toBeGreaterThan(before + 1);
      await expect(video).toHaveAttribute("data-kept", "yes");
      await expect(video).not.toHaveAttribute("data-disturbed", /./);
    });

    await test.step("this device stores it, and reverts it without a request", async () => {
      await page.reload();
      await expect(like).toHaveAttribute("aria-pressed", "true");
      const told = followIntents(page);
      await like.tap();
      await expect(like).toHaveAttribute("aria-pressed", "false");
      await page.reload();
      await expect(like).toHaveAttribute("aria-pressed", "false");
      expect(told.filter((intent) => intent !== "visit")).toEqual([]);
    });
  });

  test.describe("that cannot be sent", () => {
    test.use({ mayLogErrors: true });

    test("is reverted with an error message, and so is a favourite, even if the page was left meanwhile", async ({
      page,
    }) => {
      await page.clock.install();
      await openVideo(page);
      await refuse(page, /intent=(like|favourite)/);
      for (const name of ["点赞", "收藏"]) {
        await action(page, name).tap();
        await expect(page.getByRole("alert")).toHaveText("网络异常，请稍后重试");
        await expect(action(page, name)).toHaveAttribute("aria-pressed", "false");
        await page.clock.fastForward(10_000);
        await expect(page.getByRole("alert")).toHaveCount(0);
      }
      expect(await page.evaluate(() => localStorage.getItem("savedVideos"))).toBe("[]");
      await page.reload();
      await expect(action(page, "点赞")).toHaveAttribute("aria-pressed", "false");

      await test.step("is reverted also when the page was left meanwhile", async () => {
        await page.unroute("**/videoinfo.data*");
        let leave = () => {};
        const left = new Promise<void>((resolve) => {
          leave = resolve;
        });
        await page.route("**/videoinfo.data*", async (route) => {
          if (!route.request().postData()?.includes("intent=like")) return route.continue();
          await left;
          await route.fulfill({ status: 500, body: "" });
        });
        await action(page, "点赞").tap();
        await page.getByRole("link", { name: "返回" }).tap();
        await expect(home(page)).toBeVisible();
        leave();
        await expect(page.getByRole("alert")).toHaveText("网络异常，请稍后重试");
        expect(await page.evaluate(() => localStorage.getItem("likedVideos"))).toBe("[]");
      });
    });
  });
});

test.describe("a favourite", () => {
  test("is added and removed", async ({ page, memberOn }) => {
    const title = await openVideo(page);
    const favourite = action(page, "收藏");
    await favourite.tap();
    await expect(favourite).toHaveAttribute("aria-pressed", "true");
    await expect(toast(page)).toHaveText("收藏成功");
    const member = await memberOn(page);
    expect(await member.kept("favourite")).toEqual([title]);

    await page.goto("/collengt");
    const card = page.locator(`a[href="/videoinfo?id=${CODE}"]`).first();
    await card.tap();
    await expect(favourite).toHaveAttribute("aria-pressed", "true");
    await favourite.tap();
    await expect(favourite).toHaveAttribute("aria-pressed", "false");
    await expect(toast(page)).toHaveText("已取消收藏");
    await expect.poll(() => member.kept("favourite")).toEqual([]);
    await page.getByRole("link", { name: "返回" }).tap();
    await expect(page.getByText("暂无收藏")).toBeVisible();
  });

  test("ends in the state of the last of several quick taps", async ({ page, memberOn }) => {
    await openVideo(page);
    const member = await memberOn(page);
    const favourite = action(page, "收藏");
    const told = followIntents(page);
    const call = await holdBack(page, "favourite");
    for (let tap = 0; tap < 4; tap += 1) await favourite.tap();
    await expect(favourite).toHaveAttribute("aria-pressed", "false");
    await expect.poll(() => told.filter((intent) => intent !== "visit")).toEqual(["favourite"]);
    call.letGo();
    await expect.poll(() => told.at(-1)).toBe("unfavourite");
    await expect.poll(() => member.kept("favourite")).toEqual([]);
    await expect(favourite).toHaveAttribute("aria-pressed", "false");

    for (let tap = 0; tap < 3; tap += 1) await favourite.tap();
    await expect(toast(page)).toHaveText("收藏成功");
    await expect.poll(() => member.kept("favourite")).toHaveLength(1);
    await expect(favourite).toHaveAttribute("aria-pressed", "true");
  });
});

test("each visit adds one entry to the browse history", async ({ page, memberOn }) => {
  const told = followIntents(page);
  await page.goto("/");
  await page.locator('a[href^="/videoinfo?id="]').first().tap();
  await expect(action(page, "分享")).toBeVisible();
  const title = await page.getByRole("main").getByRole("heading", { level: 2 }).first().innerText();
  await expect.poll(() => told).toEqual(["visit"]);
  await action(page, "点赞").tap();
  await expect(toast(page)).toHaveText("点赞成功");
  await action(page, "选集").tap();
  await page.keyboard.press("Escape");
  expect(told).toEqual(["visit", "like"]);
  expect(await (await memberOn(page)).kept("history")).toEqual([title]);

  await page.getByRole("link", { name: "返回" }).tap();
  await expect(home(page)).toBeVisible();
  await page.goForward();
  await expect(action(page, "分享")).toBeVisible();
  await expect.poll(() => told).toEqual(["visit", "like", "visit"]);
  await page.goto("/history");
  const rows = page.locator('main a[href^="/videoinfo"]');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(title);
});

test("the sheet lists every source's episodes, marks the current one and switches", async ({
  page,
}) => {
  await openVideo(page);
  await action(page, "选集").tap();
  const sheet = page.getByRole("dialog", { name: "选集" });
  const sources = sheet.getByRole("heading", { level: 3 });
  await expect(sources).toHaveText(["线路一", "线路二"]);
  const episodes = sheet.getByRole("listitem").getByRole("button");
  await expect(episodes.first()).toHaveAttribute("aria-current", "true");
  await expect(sheet.locator("[aria-current=true]")).toHaveCount(1);
  await episodes.last().tap();
  await expect(sheet).toBeHidden();
  await action(page, "选集").tap();
  await expect(episodes.last()).toHaveAttribute("aria-current", "true");
  await expect(episodes.last()).toBeInViewport();
  await sheet.getByRole("button", { name: "关闭" }).tap();
  await expect(sheet).toBeHidden();
  await expect(action(page, "选集")).toBeFocused();
});

test.describe("the share card", () => {
  test("has a QR code and a link that lead to the video and name the member", async ({
    page,
    context,
    site,
    memberOn,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    // without a preview, whose end would interrupt the test
    await (await memberOn(page)).makeVip();
    const title = await openVideo(page);
    await action(page, "分享").tap();
    const card = page.getByRole("dialog", { name: "分享" });
    const invite = /^\d{8}$/;
    await expect(card.getByText(invite)).toBeVisible();
    const link = `${site.url}/videoinfo?id=${CODE}&share=${await card.getByText(invite).innerText()}`;
    await expect(card.getByText(link)).toBeVisible();
    await expect(card.getByText("每邀请1人送1天会员")).toBeVisible();
    await expect(card.getByRole("heading", { name: title })).toBeVisible();
    await expect(card.getByText(/^[\d.]+万$/)).toBeVisible();
    await expect(card.getByText(/^(\d+:)?\d\d:\d\d$/)).toBeVisible();

    const qr = card.getByRole("img", { name: "分享二维码" });
    // the card's opening animation
    await expect.poll(() => qr.boundingBox()).toMatchObject({ width: 150, height: 150 });
    await expect.poll(() => codeOn(qr)).toBe(link);

    await card.getByRole("button", { name: "复制链接" }).tap();
    await expect(toast(page)).toHaveText("复制成功");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

    const download = page.waitForEvent("download");
    await card.getByRole("button", { name: "保存图片" }).tap();
    await expect(toast(page)).toHaveText("图片已保存");
    const saved = await download;
    expect(saved.suggestedFilename()).toBe(`${title}.png`);
    const picture = await readFile(await saved.path());
    expect(await readQrCode(picture)).toBe(link);
    expect((await sharp(picture).metadata()).width).toBe(1089);

    await card.getByRole("button", { name: "关闭" }).tap();
    await expect(card).toBeHidden();
    await expect(action(page, "分享")).toBeFocused();
  });

  test("shows that it is loading, can be closed meanwhile, and opens the device's share sheet", async ({
    page,
  }) => {
    await page.addInitScript(() => {
      Object.assign(window, { shared: [] as ShareData[] });
      navigator.share = async (data) => {
        const { shared } = window as unknown as { shared: unknown[] };
        shared.push(data);
        if (shared.length > 1) throw new DOMException("changed their mind", "AbortError");
      };
    });
    const title = await openVideo(page);
    const letGo = await holdRequests(page, /share-contents.*\.js$/);
    const card = page.getByRole("dialog", { name: "分享" });
    await action(page, "分享").tap();
    await expect(card.getByRole("img", { name: "加载中" })).toBeVisible();
    await card.getByRole("button", { name: "关闭" }).tap();
    await expect(card).toBeHidden();
    await action(page, "分享").tap();
    letGo();
    await expect(card.getByRole("img", { name: "分享二维码" })).toBeVisible();
    await expect(card.getByRole("img", { name: "加载中" })).toBeHidden();

    await test.step("opens the device's share sheet", async () => {
      const send = page.getByRole("button", { name: "分享给朋友" });
      await send.tap();
      // as if changed in another tab
      await page.evaluate(() => {
        localStorage.setItem("discreet", "false");
        window.dispatchEvent(new StorageEvent("storage"));
      });
      await send.tap();
      const shared = await page.evaluate(() => (window as unknown as { shared: unknown[] }).shared);
      const url = expect.stringMatching(new RegExp(`/videoinfo\\?id=${CODE}&share=\\d{8}$`));
      expect(shared).toEqual([
        { title: "橙影", text: "橙影", url },
        { title, text: title, url },
      ]);
      await painted(page);
      expect(await toast(page).count()).toBe(0);
    });
  });

  test.describe("for a visitor without a member", () => {
    test.use({ mayLogErrors: true });

    test("waits for the member's code, and works without it if that fails to load", async ({
      page,
      site,
    }) => {
      let answer = () => {};
      const asked = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route("**/member", async (route) => {
        await asked;
        await route.abort();
      });
      await openVideo(page);
      await action(page, "分享").tap();
      const card = page.getByRole("dialog", { name: "分享" });
      await expect(card.getByRole("button", { name: "复制链接" })).toBeDisabled();
      await expect(card.getByRole("img", { name: "分享二维码" })).toHaveCount(0);
      answer();
      await expect(
        card.getByText(`${site.url}/videoinfo?id=${CODE}`, { exact: true }),
      ).toBeVisible();
      await expect(card.getByText("邀请码")).toHaveCount(0);
      await expect(card.getByRole("button", { name: "复制链接" })).toBeEnabled();
    });
  });
});

test.describe("leaving", () => {
  test("a shared link's back arrow leads home, whatever the tab showed before", async ({
    page,
  }) => {
    await openVideo(page);
    await page.goto("/sreach");
    await page.goto(`/videoinfo?id=${CODE}&share=83920174`);
    await expect(action(page, "分享")).toBeVisible();
    await page.getByRole("link", { name: "返回" }).tap();
    await expect(home(page)).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/");
  });

  test("a page without an id counts down from three and goes back", async ({ page }) => {
    await page.goto("/sreach");
    await page.goto("/videoinfo");
    await expect(page.getByText("3秒后退出，未携带参数")).toBeVisible();
    await expect(page.getByText("2秒后退出，未携带参数")).toBeVisible();
    await expect(page.getByText("1秒后退出，未携带参数")).toBeVisible();
    await expect(home(page)).toBeVisible();
  });

  test("a shared link without an id has a back arrow that leads home", async ({ page }) => {
    await page.clock.install();
    await page.goto("/videoinfo?share=83920174");
    await expect(page.getByText("3秒后退出，未携带参数")).toBeVisible();
    await page.clock.runFor(3_000);
    await expect(home(page)).toBeVisible();
  });

  test.describe("a missing video", () => {
    test.use({ mayLogErrors: true });

    test("shows an error with a link home", async ({ page }) => {
      const answer = await page.goto("/videoinfo?id=99999999");
      expect(answer?.status()).toBe(404);
      await expect(page.getByText("视频不存在或已下架")).toBeVisible();
      await page.getByRole("link", { name: "回到首页" }).tap();
      await expect(home(page)).toBeVisible();
    });
  });
});

test.describe("before hydration", () => {
  test.use({ beforeScripts: true });

  test("a page with a streamed video keeps its player on revalidation", async ({
    page,
    upstream,
  }) => {
    await using gate = await startGate(upstream.url);
    await using late = await startSiteProgram({
      ...settingsFor({ ...upstream, url: gate.url }),
    });
    const { url } = late;
    gate.hold();
    await page.goto(`${url}/videoinfo?id=100301`, { waitUntil: "commit" });
    await expect(page.locator("[aria-busy=true]")).toBeAttached();
    gate.release();
    const like = action(page, "点赞");
    await expect(like).toBeVisible();
    const video = page.locator("video").first();
    await expect.poll(() => video.evaluate(isPlaying)).toBe(true);
    await video.evaluate((element: HTMLVideoElement) => {
      element.dataset.kept = "yes";
    });
    const reloaded = page.waitForResponse(
      (answer) => answer.request().method() === "GET" && answer.url().includes("/videoinfo.data"),
    );
    await like.tap();
    await reloaded;
    await painted(page);
    await expect(page.locator("video").first()).toHaveAttribute("data-kept", "yes");
    expect(await video.evaluate(isPlaying)).toBe(true);
    await page.goto("about:blank");
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("likes and favourites are forms, episodes are links", async ({ page, memberOn }) => {
    await page.goto(`/videoinfo?id=${CODE}`);
    await expect(watching(page)).toBeVisible();
    const member = await memberOn(page);
    for (const name of ["点赞", "收藏"]) {
      await action(page, name).tap();
      await expect(watching(page)).toBeVisible();
      await expect(page).toHaveURL(/\/videoinfo\?id=\d+/);
    }
    expect(await member.kept("like")).toHaveLength(1);
    expect(await member.kept("favourite")).toHaveLength(1);

    await expect(action(page, "分享")).toBeHidden();
    const first = await page.locator("video").getAttribute("src");
    await page.getByText("选集", { exact: true }).last().tap();
    await page.getByRole("link", { name: "第1集", exact: true }).last().tap();
    await expect(page).toHaveURL(/&ep=\d+%2F1%2F0$/);
    expect(await page.locator("video").getAttribute("src")).not.toBe(first);
  });
});

test.describe("a report without a reason", () => {
  const NO_REASON = "请选择举报原因";

  test("shows the error in the sheet, beside the reasons", async ({ page }) => {
    await page.goto(`/videoinfo?id=${CODE}`);
    await page.getByRole("button", { name: "举报" }).tap();
    const sheet = page.getByRole("dialog", { name: "举报" });
    await sheet.getByRole("button", { name: "提交" }).tap();
    const reasons = sheet.getByRole("radiogroup");
    await expect(reasons).toHaveAccessibleDescription(NO_REASON);
    await expect(reasons).toBeFocused();
    await expect(sheet.getByRole("alert")).toHaveText(NO_REASON);
  });

  test.describe("without scripts", () => {
    test.use({ javaScriptEnabled: false, beforeScripts: true });

    test("returns with an error at the missing field", async ({ page }) => {
      await page.goto(`/report?video=${CODE}`);
      await page.getByRole("button", { name: "提交" }).tap();
      await expect(page.getByRole("alert")).toHaveText(NO_REASON);
    });
  });
});
