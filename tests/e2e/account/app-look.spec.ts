import { readdirSync } from "node:fs";
import type { CDPSession, Page } from "playwright/test";
import sharp from "sharp";
import { temporaryFolder } from "../../support/servers/program.ts";
import { violations } from "../fixtures/axe.ts";
import { holdRequests } from "../fixtures/hold-requests.ts";
import { expect, hydrated, test } from "../fixtures/site.ts";
import { isWholeBrowser, openWithProfile } from "../own-profile.ts";

const SITE = "橙影";
const LOOKS = { notes: "记事", calculator: "计算", weather: "天气" };

/** What browsers read of a document for its tab, and when the visitor installs the site. */
const inHead = (page: Page) =>
  page.evaluate(() => {
    const head = (selector: string, attribute: string) =>
      [...document.querySelectorAll(selector)].map((element) => element.getAttribute(attribute));
    return {
      manifest: head("link[rel=manifest]", "href"),
      icon: head("link[rel~=icon]", "href"),
      touchIcon: head("link[rel=apple-touch-icon]", "href"),
      name: head("meta[name=apple-mobile-web-app-title]", "content"),
    };
  });

const ofFolder = (folder: string, name: string) => ({
  manifest: [`${folder}/manifest.webmanifest`],
  icon: [`${folder}/favicon.svg`],
  touchIcon: [`${folder}/icons/apple-touch-icon.png`],
  name: [name],
});
const own = ofFolder("", SITE);
const notes = ofFolder("/as/notes", LOOKS.notes);

const choice = (page: Page, name: string) =>
  page.getByRole("radiogroup", { name: "桌面图标和名称" }).getByRole("radio", { name });

async function choose(page: Page, name: string) {
  await page.goto("/centersetting");
  await choice(page, name).check();
}

/** As the browser has read it. */
async function manifestOf(devtools: CDPSession) {
  const { data = "", errors } = await devtools.send("Page.getAppManifest");
  const { id, name } = JSON.parse(data);
  return { id, name, errors };
}

test("the site has its own name and icon for tab and home screen, or a neutral one of three", async ({
  page,
}) => {
  const devtools = await page.context().newCDPSession(page);
  await page.goto("/centersetting");
  await expect(choice(page, "站点图标")).toBeChecked();
  expect(await inHead(page)).toEqual(own);
  expect(await manifestOf(devtools)).toEqual({ id: "/", name: SITE, errors: [] });
  expect(await violations(page)).toEqual([]);

  for (const [look, name] of Object.entries(LOOKS)) {
    await choice(page, name).check();
    await expect.poll(() => inHead(page)).toEqual(ofFolder(`/as/${look}`, name));
    await expect(page).toHaveTitle(name);
    expect(await manifestOf(devtools)).toEqual({ id: "/", name, errors: [] });
  }
  await choice(page, "站点图标").check();
  await expect.poll(() => inHead(page)).toEqual(own);
  await expect(page).toHaveTitle(SITE);
});

/** The icons of the only installed site. */
const installedIcon = (profile: string) =>
  readdirSync(profile, { recursive: true, encoding: "utf8" }).find((path) =>
    /Manifest Resources\/\w+\/Icons\/192\.png$/.test(path),
  );
/** On white, as browsers round the colours of pixels that can be seen through. */
const pixels = async (picture: string) => [
  ...(await sharp(picture).flatten({ background: "white" }).raw().toBuffer()),
];

test("Chromium would install the site with every look, and installs the chosen one", async ({
  site,
}) => {
  test.skip(!isWholeBrowser, "the headless shell installs nothing");
  await using profile = await temporaryFolder();
  await using browser = await openWithProfile(profile.path, site.url);
  const page = await browser.context.newPage();
  await page.goto("/centersetting");
  await hydrated(page);
  const devtools = await browser.context.newCDPSession(page);
  for (const name of ["站点图标", ...Object.values(LOOKS).reverse()]) {
    await choice(page, name).check();
    const offered = name === "站点图标" ? SITE : name;
    await expect.poll(() => manifestOf(devtools)).toMatchObject({ name: offered });
    const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
    expect(installabilityErrors, name).toEqual([]);
  }
  expect(await inHead(page)).toEqual(notes);
  const { appId: manifestId = "" } = await devtools.send("Page.getAppId");
  await devtools.send("PWA.install", { manifestId });
  await expect.poll(() => installedIcon(profile.path)).toBeDefined();
  const icon = await pixels(`${profile.path}/${installedIcon(profile.path)}`);
  const drawn = await pixels("public/as/notes/icons/icon-192.png");
  expect(icon).toHaveLength(drawn.length);
  expect(icon.filter((value, at) => Math.abs(value - (drawn[at] ?? 0)) > 2)).toEqual([]);
});

test("each option shows its icon, and is large enough for a finger", async ({ page }) => {
  await page.goto("/centersetting");
  const rows = page.getByRole("radiogroup", { name: "桌面图标和名称" }).locator("label");
  await expect(rows).toHaveCount(4);
  for (const row of await rows.all()) {
    await row.scrollIntoViewIfNeeded();
    const image = row.getByRole("presentation");
    await expect
      .poll(() => image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth))
      .toBe(180);
    expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
});

test.describe("before scripts", () => {
  test.use({ beforeScripts: true });

  test("a page begins with the chosen look, and keeps it from page to page", async ({ page }) => {
    await page.goto("/centersetting");
    await hydrated(page);
    await choice(page, LOOKS.notes).check();
    const letGo = await holdRequests(page, /\/assets\/.*\.js$/);
    await page.goto("/", { waitUntil: "commit" });
    await expect(page.getByRole("navigation", { name: "主导航" })).toBeVisible();
    expect(await page.evaluate("'hydrated' in document.documentElement.dataset")).toBe(false);
    expect(await inHead(page)).toEqual(notes);
    letGo();
    await hydrated(page);
    await expect(page).toHaveTitle(LOOKS.notes);
    await page.getByRole("link", { name: "专题" }).first().tap();
    await expect(page).toHaveURL(/category/);
    await expect(page).toHaveTitle(LOOKS.notes);
    expect(await inHead(page)).toEqual(notes);
  });
});

test("every tab shows the look that is chosen in one, until 清除痕迹", async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await other.goto("/");
  await choose(page, LOOKS.notes);
  await expect.poll(() => inHead(other)).toEqual(notes);
  await expect(other).toHaveTitle(LOOKS.notes);

  await page.goto("/privacy");
  await page.getByText("清除痕迹", { exact: true }).tap();
  await page.getByRole("button", { name: "确认清除" }).tap();
  await expect(page.getByRole("heading", { name: "已清除" })).toBeVisible();
  await page.goto("/category");
  expect(await inHead(page)).toEqual(own);
});

test("an incognito tab has the look that is chosen in it until its document is left, and stores none", async ({
  page,
}) => {
  await page.goto("/centersetting");
  await page.getByRole("switch", { name: "无痕浏览" }).tap();
  await expect(page.locator("html")).toHaveAttribute("data-incognito");
  await hydrated(page);
  await choice(page, LOOKS.notes).check();
  await expect.poll(() => inHead(page)).toEqual(notes);
  await page.reload();
  expect(await inHead(page)).toEqual(own);
  expect(await page.evaluate(() => localStorage.getItem("appLook"))).toBeNull();
});
