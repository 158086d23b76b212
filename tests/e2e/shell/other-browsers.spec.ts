import type { BrowserContext, Page } from "playwright/test";
import { listen } from "../../support/servers/listen.ts";
import { passOn } from "../../support/servers/proxy.ts";
import { playerOn } from "../fixtures/playback.ts";
import { expect, test } from "../fixtures/site.ts";

const COOKIES_NEEDED = "登录、收藏、购买需开启Cookie";

/** Opens a video from the home page, and waits until its preview plays. */
async function openFilm(page: Page) {
  await page.locator('a[href^="/videoinfo?id="]').first().tap();
  await expect(page.getByRole("heading", { name: "视频详情" })).toBeVisible();
  await expect.poll(playerOn(page).time).toBeGreaterThan(0.5);
}

async function likeFilm(page: Page) {
  await page.goto("/");
  await openFilm(page);
  const like = page.getByRole("button", { name: /^点赞/ });
  await like.tap();
  await expect(page.getByRole("status").getByText("点赞成功")).toBeVisible();
  await expect(like).toHaveAttribute("aria-pressed", "true");
}

/** Like Chromium with all site data blocked, except `cookieEnabled`, which stays true. */
const refuseSiteData = (context: BrowserContext) =>
  context.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, { get: refuse });
    const reject = async () => refuse();
    navigator.locks.request = reject;
    caches.open = reject;
    caches.match = reject;
  });

test.describe("a browser that refuses cookies and storage", () => {
  test.use({
    firstVisit: true,
    mayLogErrors: true,
    mayThrow: "so does Remix's script for scrolling",
  });

  test("can use the site, play previews, and is told what needs cookies", async ({
    page,
    context,
    site,
  }) => {
    const asked: string[] = [];
    await using front = await listen((incoming, response) => {
      asked.push(`${incoming.method} ${new URL(incoming.url ?? "", site.url).pathname}`);
      const { cookie: _, ...headers } = incoming.headers;
      passOn(site.url, incoming, response, { headers });
    });
    await refuseSiteData(context);
    await page.goto(front.url);
    await page.getByRole("button", { name: "我已年满18岁，进入" }).tap();
    await expect(page.getByRole("status").getByText(COOKIES_NEEDED)).toBeVisible();
    await openFilm(page);

    const like = page.getByRole("button", { name: /^点赞/ });
    await like.tap();
    await expect(page.getByRole("alert").getByText(COOKIES_NEEDED)).toBeVisible();
    await expect(like).toHaveAttribute("aria-pressed", "false");
    expect(asked.filter((one) => / \/member|POST \/videoinfo/.test(one))).toEqual([]);

    await page.goto(`${front.url}/sign`);
    await page.getByRole("button", { name: "我已年满18岁，进入" }).tap();
    await expect(page.getByRole("main").getByRole("alert")).toHaveText(COOKIES_NEEDED);
  });
});

/** Other restricted environments, in which the site must work as usual. */
const visitors: Record<string, (page: Page) => Promise<unknown>> = {
  "a storage that is full": (page) =>
    page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("exceeded the quota", "QuotaExceededError");
      };
    }),
  "a clock that is two years behind": (page) => turnClock(page, -2),
  "a clock that is two years ahead": (page) => turnClock(page, 2),
  "extensions that mark html and body": (page) =>
    page.addInitScript(() =>
      new MutationObserver(() => {
        document.documentElement.setAttribute("data-darkreader-mode", "dynamic");
        document.body?.setAttribute("cz-shortcut-listen", "true");
      }).observe(document, { childList: true, subtree: true }),
    ),
  "plain http in a local network": (page) =>
    page.addInitScript(() => {
      for (const name of ["serviceWorker", "locks", "clipboard", "share", "storage"])
        Object.defineProperty(Navigator.prototype, name, { value: undefined });
      Object.defineProperty(window, "caches", { value: undefined });
      Object.defineProperty(Crypto.prototype, "randomUUID", { value: undefined });
      Object.defineProperty(Crypto.prototype, "subtle", { value: undefined });
    }),
};

const turnClock = (page: Page, years: number) =>
  page.addInitScript((off) => {
    const { now } = Date;
    const [RealDate, milliseconds] = [Date, off * 365 * 86_400_000];
    window.Date = new Proxy(RealDate, {
      construct: (target, values: [number]) =>
        values.length > 0 ? new target(...values) : new target(now() + milliseconds),
    });
    Date.now = () => now() + milliseconds;
  }, years);

for (const [name, prepare] of Object.entries(visitors))
  test(`a video plays and can be liked with ${name}`, async ({ page }) => {
    await prepare(page);
    await likeFilm(page);
  });

test.describe("if Remix or React reports an error", () => {
  test.use({
    mayLogErrors: true,
    mayThrow: "a script of Remix reads storage; a part may be rendered anew",
  });
  test.use({ firstVisit: true });

  test("a video plays and can be liked in a web view without storage", async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: "adult", value: "1", url: baseURL ?? "" }]);
    await page.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, name, { value: null });
    });
    await likeFilm(page);
  });

  test("a page wrapped by a translator opens a video and returns", async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: "adult", value: "1", url: baseURL ?? "" }]);
    await page.goto("/");
    const translate = () =>
      page.evaluate(() => {
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const found: Text[] = [];
        while (texts.nextNode()) found.push(texts.currentNode as Text);
        for (const text of found.filter(({ data, parentElement }) => {
          return data.trim() !== "" && !parentElement?.closest("script, style, noscript");
        })) {
          const font = document.createElement("font");
          text.replaceWith(font);
          font.append(text);
        }
      });
    await translate();
    await openFilm(page);
    await translate();
    await page.getByRole("button", { name: /^点赞/ }).tap();
    await expect(page.getByRole("status").getByText("点赞成功")).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { name: "精选视频" })).toBeVisible();
  });
});
