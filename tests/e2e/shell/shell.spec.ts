import type { Page } from "playwright/test";
import { deviceSchema } from "../../../app/device/storage-schema.ts";
import { runCommand } from "../../../server/upstream/operator/commands.ts";
import { startSiteProgram } from "../../support/servers/program.ts";
import { drawn, memberAnswer } from "../fixtures/drawn.ts";
import { holdRequests } from "../fixtures/hold-requests.ts";
import { expect, settingsFor, test } from "../fixtures/site.ts";

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
const wechat =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0 Mobile MicroMessenger/8.0.50";

const gate = (page: Page) => page.getByRole("dialog", { name: "年龄确认" });
const popup = (page: Page) => page.getByRole("dialog", { name: "弹窗广告" });
const installCard = (page: Page, name = "安装应用") => page.getByRole("dialog", { name });
const focusIsInside = (page: Page, selector: string) =>
  page.evaluate((inside) => Boolean(document.activeElement?.closest(inside)), selector);

/** Counts the documents that the page loads from now on. */
function watchLoads(page: Page) {
  const loads = { count: 0 };
  // a page that reloads before it has loaded fires no `load`
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads.count += 1;
  });
  return loads;
}

test.describe("a first visit", () => {
  test.use({ firstVisit: true });

  test("asks for the age, cannot be bypassed by keyboard, and remembers the answer for a year", async ({
    page,
  }) => {
    await page.goto("/videoinfo?id=100301");
    await expect(gate(page)).toBeVisible();
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press("Tab");
      const reached = await page.evaluate(() => document.activeElement?.textContent ?? "");
      expect(["我已年满18岁，进入", "离开"].includes(reached) || reached.length > 20).toBe(true);
      expect(await focusIsInside(page, "[inert]")).toBe(false);
    }
    const loads = watchLoads(page);
    const remembered = page.waitForResponse("**/adult");
    await gate(page).getByRole("button", { name: "我已年满18岁，进入" }).tap();
    await expect(gate(page)).toHaveCount(0);
    await expect(page.locator("[inert]")).toHaveCount(0);
    await remembered;
    expect(loads.count).toBe(0);
    const cookie = (await page.context().cookies()).find(({ name }) => name === "adult");
    expect(cookie?.httpOnly).toBe(true);
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(364 * 24 * 3600);
    await page.goto("/mine");
    await expect(gate(page)).toHaveCount(0);
  });

  test("declining shows nothing of the site but a link back to the question", async ({ page }) => {
    await page.goto("/");
    await gate(page).getByRole("link", { name: "离开" }).tap();
    await expect(page.getByRole("heading", { name: "您已离开" })).toBeVisible();
    await expect(page).toHaveURL(/\/leave$/);
    await expect(page.getByRole("link")).toHaveCount(1);
    await page.getByRole("link", { name: "返回首页" }).tap();
    await expect(gate(page)).toBeVisible();
  });

  test("opens the popup ad once after confirmation, and keeps the focus inside it", async ({
    page,
    context,
  }) => {
    await page.clock.install();
    await page.goto("/");
    await page.clock.fastForward(10_000);
    await expect(popup(page)).toHaveCount(0);
    await gate(page).getByRole("button", { name: "我已年满18岁，进入" }).tap();
    await expect(popup(page)).toBeVisible();
    for (let step = 0; step < 5; step += 1) {
      await page.keyboard.press("Tab");
      // after the last control the focus moves to the browser, never to the page behind
      const onPage = await page.evaluate(() => document.activeElement !== document.body);
      expect(!onPage || (await focusIsInside(page, "dialog"))).toBe(true);
    }
    const counted = page.waitForRequest(/\/ad\/popup\/\d+\/click$/);
    const opened = context.waitForEvent("page");
    await context.route("https://example.com/**", (route) => route.fulfill({ body: "ad" }));
    await popup(page).getByRole("link").tap();
    await counted;
    await (await opened).close();
    await popup(page).getByRole("button", { name: "关闭" }).tap();
    await expect(popup(page)).toHaveCount(0);
    await page.reload();
    await page.clock.fastForward(10_000);
    // the card appears after the popup, when the visitor scrolls
    await page.mouse.wheel(0, 600);
    await expect(installCard(page)).toBeVisible();
    await expect(popup(page)).toHaveCount(0);
  });
});

test.describe("a first visit on an unreliable connection", () => {
  test.use({ firstVisit: true, mayLogErrors: true });

  test("the confirmation is sent again after a failure, and only then the visitor is registered", async ({
    page,
    context,
  }) => {
    await page.clock.install();
    await page.goto("/");
    let tries = 0;
    await context.route("**/adult", (route) => {
      tries += 1;
      return tries === 1 ? route.fulfill({ status: 502 }) : route.continue();
    });
    const member = memberAnswer(page);
    await gate(page).getByRole("button", { name: "我已年满18岁，进入" }).tap();
    await expect(gate(page)).toHaveCount(0);
    await expect.poll(() => tries).toBe(1);
    await page.clock.fastForward(2_000);
    await member;
    expect(tries).toBe(2);
  });
});

test.describe("with a slow popup ad", () => {
  // its picture is then 720 pixels wide
  test.use({ firstVisit: true, deviceScaleFactor: 2 });

  test("the ad and the install card are shown one after the other", async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: "adult", value: "1", url: baseURL ?? "" }]);
    await page.clock.install();
    const release = await holdRequests(page, /\/image\/.*w=720/);
    await page.goto("/", { waitUntil: "commit" });
    await expect(page.locator("html")).toHaveAttribute("data-hydrated");
    await page.mouse.wheel(0, 600);
    await expect(installCard(page)).toBeVisible();
    release();
    await page.waitForLoadState();
    await drawn(page);
    await page.clock.fastForward(10_000);
    await expect(popup(page)).toHaveCount(0);
    await installCard(page).getByRole("button", { name: "关闭" }).tap();
    await expect(popup(page)).toBeVisible();
  });
});

test.describe("if click counting fails", () => {
  test.use({ firstVisit: true, mayLogErrors: true });

  test("an ad still opens", async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: "adult", value: "1", url: baseURL ?? "" }]);
    await context.route("https://example.com/**", (route) => route.fulfill({ body: "ad" }));
    await context.route("**/click", (route) => route.fulfill({ status: 500 }));
    await page.goto("/");
    const opened = context.waitForEvent("page");
    await popup(page).getByRole("link").tap();
    await expect(await opened).toHaveURL(/^https:\/\/example\.com\//);
  });
});

test.describe("without scripts", () => {
  test.use({ firstVisit: true, javaScriptEnabled: false });

  test("the age gate works and is remembered by a form", async ({ page }) => {
    await page.goto("/sreach");
    await expect(gate(page)).toBeVisible();
    await gate(page).getByRole("button", { name: "我已年满18岁，进入" }).tap();
    await expect(page).toHaveURL(/\/sreach$/);
    await expect(gate(page)).toHaveCount(0);
    await page.goto("/");
    await expect(gate(page)).toHaveCount(0);
    await page.context().clearCookies();
    await page.goto("/");
    await gate(page).getByRole("link", { name: "离开" }).tap();
    await expect(page.getByRole("heading", { name: "您已离开" })).toBeVisible();
  });

  test("a video is reported on a page of its own, and the back arrow leads home", async ({
    page,
    upstream,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: "adult", value: "1", url: baseURL ?? "" }]);
    await page.goto("/videoinfo?id=100302");
    await page.getByRole("button", { name: "举报" }).tap();
    await page.getByRole("radio", { name: "其他" }).check();
    await page.getByRole("button", { name: "提交" }).tap();
    await expect(page.getByText("已收到举报，我们会尽快处理")).toBeVisible();
    expect(await runCommand(upstream.db, ["report", "list"])).toContain("[举报] 100302");
    await page.getByRole("link", { name: "返回", exact: true }).tap();
    await expect(page).toHaveURL(/\/$/);
  });
});

test.describe("installing", () => {
  test.beforeEach(({ context }) =>
    context.addInitScript(() => {
      if (window.origin === "null" || sessionStorage.getItem("told")) return;
      sessionStorage.removeItem("installShown");
      sessionStorage.setItem("told", "1");
    }),
  );

  test("on Android a card offers it once per session, after the visitor has scrolled", async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("data-hydrated");
    await page.clock.runFor(10_000);
    await expect(installCard(page)).toHaveCount(0);
    await page.mouse.wheel(0, 600);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    await page.clock.runFor(4_000);
    await expect(installCard(page)).toBeVisible();
    await expect(page.getByRole("button", { name: "添加到桌面" })).toHaveCount(0);
    await page.getByRole("link", { name: "影视搜索" }).tap();
    await expect(page).toHaveURL(/\/sreach$/);
    await page.goBack();
    await expect(page.getByRole("heading", { name: "精选视频" })).toBeVisible();
    await page.clock.fastForward(10_000);
    await expect(installCard(page)).toHaveCount(0);
  });

  test("the card is offered on returning to home", async ({ page }) => {
    await page.goto("/");
    // a visit counts once the page is idle, when this code is loaded
    const isIdle = () =>
      page.evaluate(() =>
        performance.getEntriesByType("resource").some(({ name }) => /\/install-/.test(name)),
      );
    await expect.poll(isIdle).toBe(true);
    await page.getByRole("link", { name: "影视搜索" }).tap();
    await expect(page).toHaveURL(/\/sreach$/);
    await page.goBack();
    await expect(installCard(page)).toBeVisible();
  });

  test("the button appears on home with the browser's prompt, and can use it once", async ({
    page,
  }) => {
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("data-hydrated");
    await page.evaluate(() => {
      const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
        prompt: async () => {
          document.body.dataset.asked = "yes";
        },
      });
      window.dispatchEvent(offer);
    });
    const button = page.getByRole("button", { name: "添加到桌面" });
    await button.tap();
    await expect(installCard(page)).toBeVisible();
    await installCard(page).getByRole("button", { name: "添加到桌面" }).tap();
    await expect(page.locator("body")).toHaveAttribute("data-asked", "yes");
    await expect(button).toHaveCount(0);
  });

  test.describe("on an iPhone", () => {
    test.use({ userAgent: iphone });
    test("there is a three-step tutorial, and a button on home that covers nothing and stays dismissed for the session", async ({
      page,
    }) => {
      await page.goto("/");
      const button = page.getByRole("button", { name: "添加到桌面" });
      await expect(button).toBeVisible();
      const covered = 844 - ((await button.boundingBox())?.y ?? 0);
      const free = await page
        .locator(".page")
        .evaluate((element) => Number.parseFloat(getComputedStyle(element).paddingBottom));
      expect(free).toBeGreaterThan(covered);

      await page.mouse.wheel(0, 600);
      const tutorial = installCard(page, "添加到主屏幕教程");
      await expect(tutorial.getByRole("listitem")).toHaveCount(3);
      await tutorial.getByRole("button", { name: "关闭" }).tap();
      await button.tap();
      await expect(tutorial).toBeVisible();
      await page.getByRole("button", { name: "关闭" }).last().tap();
      // its history entry is left a moment later, which would undo a faster navigation
      await expect.poll(() => page.evaluate(() => history.state.overlays)).toBe(undefined);

      const tab = (name: string) =>
        page.getByRole("navigation", { name: "主导航" }).getByRole("link", { name });
      await tab("专题").tap();
      await expect(page.getByRole("heading", { name: "专题", exact: true })).toBeVisible();
      await expect(button).toHaveCount(0);
      await tab("首页").tap();
      await page.getByRole("button", { name: "不再提示" }).tap();
      await expect(button).toHaveCount(0);
      await page.reload();
      await expect(page.locator("html")).toHaveAttribute("data-hydrated");
      await expect(button).toHaveCount(0);
    });
  });

  test.describe("in a messenger", () => {
    test.use({ userAgent: wechat });
    test("visitors are told to open a browser", async ({ page }) => {
      await page.goto("/");
      await page.mouse.wheel(0, 600);
      await expect(page.getByText("请点右上角，选择在浏览器中打开")).toBeVisible();
      await expect(page.getByRole("button", { name: "添加到桌面" })).toHaveCount(0);
    });
  });
});

test.describe("with the service worker", () => {
  test.use({ serviceWorkers: "allow", mayLogErrors: true });

  const ready = (page: Page) =>
    page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      return navigator.serviceWorker.controller !== null;
    });

  test("fetches of scripts do not wait for the worker, and built files come from it", async ({
    page,
  }) => {
    await page.goto("/");
    await expect.poll(() => ready(page)).toBe(true);
    await page.reload();
    const matched = await page.evaluate(async () => {
      await (await fetch("/member")).text();
      const entries = performance.getEntriesByType("resource") as (PerformanceResourceTiming & {
        workerMatchedSourceType?: string;
      })[];
      const sourceOf = (path: string) =>
        entries.find(({ name }) => new URL(name).pathname.startsWith(path))
          ?.workerMatchedSourceType;
      return [sourceOf("/member"), sourceOf("/assets/")];
    });
    expect(matched).toEqual(["network", ""]);
  });

  test("the site is installable and caches built files and covers, but nothing private", async ({
    page,
    context,
  }) => {
    await page.goto("/");
    await expect.poll(() => ready(page)).toBe(true);
    const devtools = await context.newCDPSession(page);
    const { errors, data } = await devtools.send("Page.getAppManifest");
    expect(errors).toEqual([]);
    expect(JSON.parse(data ?? "{}")).toMatchObject({ name: "橙影", display: "standalone" });
    const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
    // only the test's private window prevents installing
    expect(
      installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"),
    ).toEqual([]);

    const pages = ["/videoinfo?id=100301", "/collengt", "/history", "/sign", "/service", "/share"];
    for (const path of [...pages, "/"]) await page.goto(path);
    const keptNow = () =>
      page.evaluate(async () => {
        const shelves = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
        const requests = (await Promise.all(shelves.map((shelf) => shelf.keys()))).flat();
        return requests.map(({ url }) => new URL(url).pathname);
      });
    for (const kind of ["/assets/", "/image/"])
      await expect
        .poll(async () => (await keptNow()).some((path) => path.startsWith(kind)))
        .toBe(true);
    await drawn(page);
    const others = (await keptNow()).filter((path) => !/^\/(assets|image)\//.test(path)).sort();
    expect(others).toEqual(["/favicon.svg", "/offline.css", "/offline.html", "/offline.js"]);
  });

  test("offline the app opens, shows its stored lists, and recovers by itself", async ({
    page,
    context,
  }) => {
    await page.goto("/");
    await expect.poll(() => ready(page)).toBe(true);
    for (const id of ["100301", "100302", "100303"]) {
      await page.goto(`/videoinfo?id=${id}`);
      await expect
        .poll(() =>
          page.evaluate((code) => localStorage.getItem("knownVideos")?.includes(code), id),
        )
        .toBe(true);
    }
    const known = deviceSchema.knownVideos.parse(
      JSON.parse((await page.evaluate(() => localStorage.getItem("knownVideos"))) ?? "[]"),
    );
    await page.evaluate(
      ([saved]) => {
        localStorage.setItem("savedVideos", JSON.stringify([saved]));
        localStorage.setItem("likedVideos", JSON.stringify(["100302"]));
        localStorage.setItem(
          "videoHistory",
          JSON.stringify([{ code: "100301", seconds: 5, at: 1 }]),
        );
      },
      [known[0]],
    );

    await context.setOffline(true);
    await page.goto("/category");
    await expect(page.getByRole("heading", { name: "当前没有网络" })).toBeVisible();
    for (const [name, code] of [
      ["收藏", "100303"],
      ["点赞", "100302"],
      ["浏览历史", "100301"],
    ]) {
      const list = page.locator("section", { has: page.getByRole("heading", { name }) });
      const row = list.locator(`a[href="/videoinfo?id=${code}"]`);
      await expect(row).toContainText(known.find((video) => video.code === code)?.title ?? "?");
      await expect
        .poll(() => row.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
    }
    await context.setOffline(false);
    await expect(page.getByRole("navigation", { name: "主导航" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "当前没有网络" })).toHaveCount(0);
  });
});

test.describe("a missing part of the app", () => {
  test.use({ mayLogErrors: true });
  test("reloads the page once, not repeatedly", async ({ page }) => {
    await page.route(/\/assets\/hls-engine-.*\.js$/, (route) => route.fulfill({ status: 404 }));
    const loads = watchLoads(page);
    await page.goto("/videoinfo?id=100301");
    await expect.poll(() => loads.count).toBe(2);
    await expect(page.getByText("播放出错了")).toBeVisible();
    await expect(page.getByRole("heading", { name: "视频详情" })).toBeVisible();
    expect(loads.count).toBe(2);
  });

  test("shows an error while offline and stays on the page", async ({ page, context }) => {
    // Remix reloads a page if its route's code cannot be fetched; after this answer, the code of /member is loaded
    const answered = memberAnswer(page);
    await page.goto("/videoinfo?id=100301");
    await answered;
    await context.setOffline(true);
    const loads = watchLoads(page);
    const share = page.getByRole("button", { name: "分享" });
    const card = page.getByRole("dialog", { name: "分享" });
    await share.tap();
    await expect(page.getByRole("alert")).toHaveText("网络异常，请稍后重试");
    await expect(card).toBeHidden();
    await context.setOffline(false);
    await share.tap();
    await expect(card.getByRole("img", { name: "分享二维码" })).toBeVisible();
    // its styles had also failed to load
    await expect(card.getByText(/^邀请码/)).toHaveCSS("text-align", "center");
    expect(loads.count).toBe(0);
  });

  test.describe("during navigation", () => {
    test.use({ serviceWorkers: "allow" });

    test("is available offline once the page has been idle: the page shows an error and retries", async ({
      page,
      context,
    }) => {
      await page.goto("/");
      const cached = () =>
        page.evaluate(async () => {
          const names = (await caches.keys()).filter((name) => name.startsWith("build-"));
          const files = await Promise.all(
            names.map(async (name) => (await caches.open(name)).keys()),
          );
          return files.flat().some(({ url }) => url.includes("/topics.route-"));
        });
      await expect.poll(cached).toBe(true);
      await context.setOffline(true);
      const loads = watchLoads(page);
      await page
        .getByRole("navigation", { name: "主导航" })
        .getByRole("link", { name: "专题" })
        .tap();
      await expect(page).toHaveURL(/\/category$/);
      const retry = page.getByRole("link", { name: "重试" });
      await expect(retry).toBeVisible();
      expect(loads.count).toBe(0);
      await context.setOffline(false);
      await retry.tap();
      await expect(page.locator('a[href^="/cateInfo?item="]')).toHaveCount(8);
    });
  });
});

test("a video is reported from its page, and the operator reads it", async ({ page, upstream }) => {
  await page.goto("/videoinfo?id=100301");
  const button = page.getByRole("button", { name: "举报" });
  await button.tap();
  const sheet = page.getByRole("dialog", { name: "举报" });
  await sheet.getByRole("radio", { name: "涉及未成年人" }).check();
  await sheet.getByRole("textbox", { name: /补充说明/ }).fill("请核实");
  await sheet.getByRole("button", { name: "提交" }).tap();
  await expect(page.getByRole("status")).toHaveText("已收到举报，我们会尽快处理");
  await expect(sheet).toBeHidden();
  const reports = await runCommand(upstream.db, ["report", "list"]);
  expect(reports).toMatch(/\[举报\] 100301 《.+》 原因：涉及未成年人 说明：请核实/);
});

test("the operator's analytics script is loaded once, with the member's id", async ({
  page,
  context,
  upstream,
}) => {
  await using site = await startSiteProgram({
    ...settingsFor(upstream),
    ANALYTICS_URL: "https://stats.example/s.js?u={h5Uuid}",
    AGE_GATE: "off",
  });
  const asked: string[] = [];
  await context.route("https://stats.example/**", (route) => {
    asked.push(route.request().url());
    return route.fulfill({
      contentType: "text/javascript",
      body: "document.body.dataset.counted = 'yes'",
    });
  });
  await page.goto(`${site.url}/category`);
  await expect(page.locator("body")).toHaveAttribute("data-counted", "yes");
  await page.getByRole("link", { name: "收藏" }).tap();
  await expect(page.getByText("暂无收藏")).toBeVisible();
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatch(/\?u=[0-9a-f]{32}$/);
  await page.close();
});

const HOME = /:\d+\/$/;

test("back arrows go back within the app, or home after a direct entry", async ({ page }) => {
  const back = page.getByRole("link", { name: "返回", exact: true });
  await page.goto("/taglist");
  await back.tap();
  await expect(page).toHaveURL(HOME);
  await page.goto("/category");
  await page.locator('a[href^="/cateInfo"]').first().tap();
  await expect(page).toHaveURL(/\/cateInfo/);
  await page.locator('a[href^="/videoinfo?id="]').first().tap();
  await expect(page).toHaveURL(/\/videoinfo/);
  await back.tap();
  await expect(page).toHaveURL(/\/cateInfo/);
  await back.tap();
  await expect(page).toHaveURL(/\/category$/);
});

test("back arrows of member pages do the same", async ({ page }) => {
  const back = page.getByRole("link", { name: "返回", exact: true });
  for (const path of ["/sign", "/share", "/codelist", "/feed", "/service"]) {
    await page.goto(path);
    await back.tap();
    await expect(page).toHaveURL(HOME);
  }
  await page.getByRole("link", { name: "签到" }).tap();
  await page.getByRole("link", { name: "去邀请" }).tap();
  await page.getByRole("link", { name: "邀请记录" }).tap();
  await expect(page).toHaveURL(/\/codelist$/);
  for (const path of [/\/share$/, /\/sign$/, HOME]) {
    await back.tap();
    await expect(page).toHaveURL(path);
  }
});

test("back arrows of a page that is opened before hydration do the same", async ({ page }) => {
  await page.goto("/sign");
  await page.evaluate(() => window.location.assign("/share"));
  await expect(page).toHaveURL(/\/share$/);
  await page.waitForLoadState();
  await page.getByRole("link", { name: "返回", exact: true }).tap();
  await expect(page).toHaveURL(/\/sign$/);
});
