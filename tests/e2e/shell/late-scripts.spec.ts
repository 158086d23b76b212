import type { Locator, Page } from "playwright/test";
import { holdRequests } from "../fixtures/hold-requests.ts";
import { expect, hydrated, test } from "../fixtures/site.ts";

test.use({ early: true });

// what the site knows by then it sends in one piece, pictures and all
test.beforeEach(async ({ request }) => {
  await (await request.get("/")).text();
});

const isScript = (url: string) => /\/assets\/.*\.js$/.test(url);
const isPicture = (url: string) => url.includes("/image/");

/** Every address that the page asks for, in order. */
function asked(page: Page) {
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  return addresses;
}

/** Pictures come when the test says so, and the page waits for them for ever. */
async function holdPictures(page: Page) {
  await page.addInitScript(() => {
    const given = window.setTimeout;
    const patient = (work: TimerHandler, ms?: number, ...rest: unknown[]) =>
      ms === 3_000 ? 0 : given(work, ms, ...rest);
    window.setTimeout = Object.assign(patient, given);
  });
  return holdRequests(page, isPictureUrl);
}

const isPictureUrl = (url: URL) => isPicture(url.pathname);

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error("is not there");
  return box;
}

const scriptsRun = (page: Page) =>
  page.evaluate(() => performance.getEntriesByName("hydrated").length > 0);

test("scripts are asked for when the first screen's pictures are there", async ({ page }) => {
  const addresses = asked(page);
  const letGo = await holdPictures(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.locator("main a").first()).toBeVisible();
  await expect.poll(() => addresses.filter(isPicture).length).toBeGreaterThan(0);
  expect(addresses.filter(isScript)).toEqual([]);
  letGo();
  await hydrated(page);
  expect(addresses.filter(isScript).length).toBeGreaterThan(0);
});

test("what the bar at the foot covers waits for the scripts", async ({ page }) => {
  const bar = page.getByRole("navigation", { name: "主导航" });
  const covered = page.locator("main a[href^='/videoinfo'] img").nth(3);
  const letGo = await holdPictures(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(bar).toBeVisible();
  // on this screen its top is in the window, and under the bar
  const [{ y }, { y: foot }] = await Promise.all([boxOf(covered), boxOf(bar)]);
  expect(y).toBeGreaterThan(foot);
  expect(y).toBeLessThan(844);
  await expect(covered).not.toHaveAttribute("src");
  letGo();
  await expect(covered).toHaveAttribute("src", /\/image\//);
});

test.describe("what lies below the first screen", () => {
  const open = async (page: Page) => {
    const letGo = await holdPictures(page);
    await page.goto("/", { waitUntil: "commit" });
    const below = page.locator("[data-below]").first();
    await expect(below).toHaveCSS("content-visibility", "hidden");
    return { letGo, below };
  };

  test("is laid out once its largest picture is there", async ({ page }) => {
    const { letGo, below } = await open(page);
    letGo();
    await expect(below).toHaveCSS("content-visibility", "auto");
  });

  test("is there at once for who scrolls to it", async ({ page }) => {
    const { below } = await open(page);
    await page.evaluate(() => window.scrollTo(0, 1_000));
    await expect(below).toHaveCSS("content-visibility", "auto");
    await expect(below.getByRole("heading", { name: "排行榜" })).toBeVisible();
    expect(await scriptsRun(page)).toBe(false);
  });
});

test("a touch starts the scripts at once, and a press is not lost", async ({ page }) => {
  const addresses = asked(page);
  await holdPictures(page);
  await page.goto("/", { waitUntil: "commit" });
  const close = page.getByLabel("公告").getByRole("button", { name: "关闭" });
  await close.tap();
  await expect(close).toBeHidden();
  expect(addresses.filter(isScript).length).toBeGreaterThan(0);
});

test("a picture that never comes does not keep the page from starting", async ({ page }) => {
  await holdRequests(page, isPictureUrl);
  await page.goto("/", { waitUntil: "commit" });
  await hydrated(page);
});

test("the player's page starts its scripts at once", async ({ page, request, site }) => {
  const home = await (await request.get(site.url)).text();
  const [watch = ""] = /\/videoinfo\?id=\d+/.exec(home) ?? [];
  await holdPictures(page);
  await page.goto(watch, { waitUntil: "commit" });
  await hydrated(page);
});

test.describe("before the scripts run", () => {
  test.beforeEach(async ({ page }) => {
    await page.route(
      (url) => isScript(url.pathname),
      () => {},
    );
  });

  test("links lead on", async ({ page }) => {
    await page.goto("/", { waitUntil: "commit" });
    await page.getByRole("link", { name: "影视搜索" }).tap();
    await expect(page).toHaveURL(/\/sreach$/);
    expect(await scriptsRun(page)).toBe(false);
  });

  test("forms are sent", async ({ page }) => {
    await page.goto("/sreach", { waitUntil: "commit" });
    const box = page.getByRole("searchbox").first();
    await box.fill("星空");
    await box.press("Enter");
    await expect(page).toHaveURL(/\/sreinfo\?.*=%E6%98%9F%E7%A9%BA/);
    expect(await scriptsRun(page)).toBe(false);
  });

  test("the styles are there without having been asked for", async ({ page }) => {
    const addresses = asked(page);
    await page.goto("/", { waitUntil: "commit" });
    await expect(page.locator("main a").first()).toBeVisible();
    expect(addresses.filter((url) => url.endsWith(".css"))).toEqual([]);
    const background = () => getComputedStyle(document.body).backgroundColor;
    expect(await page.evaluate(background)).not.toBe("rgba(0, 0, 0, 0)");
  });
});

test("going to another page and back keeps every style, and asks for none twice", async ({
  page,
}) => {
  const addresses = asked(page);
  await page.goto("/");
  await hydrated(page);
  const looks = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("header, header *, main > *, nav, nav *")].map((element) => {
        const { display, color, backgroundColor, fontSize, padding } = getComputedStyle(element);
        return [display, color, backgroundColor, fontSize, padding].join();
      }),
    );
  const before = await looks();
  await page.getByRole("link", { name: "影视搜索" }).tap();
  await expect(page).toHaveURL(/\/sreach$/);
  await expect(page.getByRole("searchbox").first()).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("link", { name: "影视搜索" })).toBeVisible();
  await expect.poll(looks).toEqual(before);
  const sheets = addresses.filter((url) => url.endsWith(".css"));
  expect(sheets.length).toBeGreaterThan(0);
  const linked = await page.evaluate(() =>
    [...document.querySelectorAll("link[rel=stylesheet]")].map((link) => link.getAttribute("href")),
  );
  expect(new Set(linked).size).toBe(linked.length);
});
