import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { Page } from "playwright/test";
import { libraryRecords } from "../../../server/upstream/db/member-schema.ts";
import { members } from "../../../server/upstream/db/schema.ts";
import { accountOf } from "../../support/members/accounts.ts";
import { memberOf } from "../../support/members/members.ts";
import { temporaryFolder } from "../../support/servers/program.ts";
import { codeOf } from "../fixtures/member-code.ts";
import { playerOn } from "../fixtures/playback.ts";
import { screens } from "../fixtures/screens.ts";
import { expect, showTitles, test, type Upstream } from "../fixtures/site.ts";
import { isWholeBrowser, openWithProfile } from "../own-profile.ts";
import { coversOn, inPictures, inText, type Traces, tracesIn } from "../traces.ts";

const VIDEO = "130001";
const WORD = "海边";

/** A search, a VIP's video, and the page with the history. */
async function visit(page: Page, upstream: Upstream) {
  const { listed, posters } = coversOn(page);
  await page.goto("/sreach");
  await page.getByRole("searchbox").fill(WORD);
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Enter");
  // several, as the feed may show one of them
  await expect.poll(() => listed.size).toBeGreaterThan(2);
  const member = await codeOf(page);
  await memberOf(upstream.db, member).makeVip();
  await page.goto(`/videoinfo?id=${VIDEO}`);
  const player = playerOn(page);
  await expect.poll(player.time).toBeGreaterThan(6);
  const title = await page.getByRole("main").getByRole("heading", { level: 2 }).first().innerText();
  const poster = await player.read((element) => element.poster);
  await page.goto("/mine");
  const isIncognito = await page.locator("html[data-incognito]").count();
  await expect(page.getByRole("region", { name: "继续观看" })).toHaveCount(1 - isIncognito);
  /** Once all is closed, as it asks for pictures. */
  const traces = async (): Promise<Traces> => {
    const cover = [...listed].find((address) => !posters.has(address)) ?? "";
    return {
      title: inText(title),
      word: inText(WORD),
      code: inText(VIDEO),
      poster: await inPictures(poster.replace(/\?.*/, "")),
      cover: await inPictures(cover),
      "tiny cover": await inPictures(cover, ["16"]),
    };
  };
  return { traces, member };
}

/** As the member logs in, sees all screens and saves what the device knows. */
async function walk(page: Page, upstream: Upstream, profile: string) {
  const visited = await visit(page, upstream);
  const { member } = await accountOf(upstream.db, visited.member);
  await page.goto("/login");
  await page.getByPlaceholder("请输入账号").fill(member.name);
  await page.getByPlaceholder("请输入密码").fill(member.temporaryPassword);
  await page.getByRole("button", { name: "登录" }).tap();
  await expect(page).toHaveURL("/");
  for (const screen of screens) {
    // the search above has the address that the site itself makes
    if (screen.startsWith("/sreinfo")) continue;
    await page.goto(screen);
    await expect(page.locator('main[aria-busy="true"]')).toHaveCount(0);
  }
  await page.goto("/privacy");
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "导出" }).tap();
  const file = await saving;
  await file.saveAs(join(profile, "Downloads", file.suggestedFilename()));
  return visited;
}

/** Visits in a browser with this profile, then closes it. */
async function visitIn(
  profile: string,
  { site, upstream }: { site: { url: string }; upstream: Upstream },
  prepare: (page: Page) => Promise<unknown> = async () => {},
  visits: typeof walk = visit,
) {
  const open = async () => {
    await using browser = await openWithProfile(profile, site.url);
    // words in compressed answers could not be found
    await browser.context.setExtraHTTPHeaders({ "accept-encoding": "identity" });
    const page = await browser.context.newPage();
    await prepare(page);
    // awaited before the browser is closed
    return await visits(page, upstream, profile);
  };
  const { traces, member } = await open();
  return { traces: await traces(), member };
}

async function clearTraces(profile: string, url: string) {
  await using browser = await openWithProfile(profile, url);
  const page = await browser.context.newPage();
  await page.goto("/privacy");
  await page.getByText("清除痕迹", { exact: true }).tap();
  await page.getByRole("button", { name: "确认清除" }).tap();
  await expect(page.getByRole("heading", { name: "已清除" })).toBeVisible();
}

async function turnOn(page: Page, name: string) {
  await page.goto("/centersetting");
  await page.getByRole("switch", { name }).tap();
  await expect(page.getByRole("switch", { name })).toBeChecked();
}

async function goIncognito(page: Page) {
  await turnOn(page, "无痕浏览");
  await expect(page.locator("html[data-incognito]")).toHaveCount(1);
}

test("on the disk, a visit leaves no title, no cover and no searched word in the browser's history, and after 清除痕迹 nothing in a cache", async ({
  upstream,
  site,
}) => {
  await using profile = await temporaryFolder();
  const { traces } = await visitIn(profile.path, { site, upstream });
  const left = tracesIn(profile.path, traces);
  expect(left).toEqual(expect.arrayContaining(["localStorage: title", "HTTP cache: cover"]));
  for (const trace of ["title", "word", "poster", "cover"])
    expect(left).not.toContain(`history: ${trace}`);

  await clearTraces(profile.path, site.url);
  // Not the page's to clear: the browser's history, and files to which the browser appends what storage loses.
  const afterwards = tracesIn(profile.path, traces).filter(
    (trace) => !/^(history|\w+Storage):/.test(trace),
  );
  expect(afterwards).toEqual([]);
});

test("incognito, a visit leaves nothing in any storage, and no record at the upstream", async ({
  upstream,
  site,
}) => {
  await using profile = await temporaryFolder();
  const { traces, member } = await visitIn(profile.path, { site, upstream }, goIncognito);
  const recorded = upstream.db
    .select()
    .from(libraryRecords)
    .innerJoin(members, eq(libraryRecords.memberId, members.id))
    .where(eq(members.code, member));
  expect(await recorded).toEqual([]);
  // the browser's own, as /privacy says
  const left = tracesIn(profile.path, traces).filter(
    (trace) => !/^(history|HTTP cache):/.test(trace),
  );
  expect(left).toEqual([]);
});

/** The table of docs/security.md. */
const byDefault = {
  history: ["code"],
  localStorage: ["code", "title", "word"],
  sessionStorage: ["code"],
  "HTTP cache": ["code", "cover", "poster", "word"],
  "service worker's cache": ["cover", "poster"],
  downloads: ["code", "title", "word"],
};
type Left = typeof byDefault;
const walks: [string, (page: Page) => Promise<unknown>, Partial<Left>][] = [
  ["by default", async () => {}, byDefault],
  [
    "with titles shown",
    (page) => showTitles(page.context()),
    { ...byDefault, history: ["code", "title", "word"] },
  ],
  [
    "with blurred covers, of which none is tapped",
    (page) => turnOn(page, "模糊封面"),
    {
      ...byDefault,
      "HTTP cache": ["code", "poster", "tiny cover", "word"],
      "service worker's cache": ["poster", "tiny cover"],
    },
  ],
  ["incognito", goIncognito, { history: byDefault.history, "HTTP cache": byDefault["HTTP cache"] }],
];
const linesOf = (left: Partial<Left>) =>
  Object.entries(left)
    .flatMap(([place, traces]) => traces.map((trace) => `${place}: ${trace}`))
    .sort();

for (const [how, prepare, left] of walks)
  test(`on the disk, a member's walk of all screens ${how} leaves what the documentation says`, {
    tag: "@night",
  }, async ({ upstream, site }) => {
    test.skip(!isWholeBrowser, "the headless shell keeps no history");
    test.slow();
    await using profile = await temporaryFolder();
    const { traces } = await visitIn(profile.path, { site, upstream }, prepare, walk);
    const found = tracesIn(profile.path, traces);
    // only of documents that came from the page cache, which depends on their age
    expect(found.filter((line) => line !== "HTTP cache: title")).toEqual(linesOf(left));

    await clearTraces(profile.path, site.url);
    const notCleared = linesOf(left).filter((line) => !/^(HTTP|service)/.test(line));
    expect(notCleared).toEqual(expect.arrayContaining(tracesIn(profile.path, traces)));
  });
