import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { eq } from "drizzle-orm";
import type { Page } from "playwright/test";
import { libraryRecords } from "../../../server/upstream/db/member-schema.ts";
import { members } from "../../../server/upstream/db/schema.ts";
import { memberOf } from "../../support/members/members.ts";
import { temporaryFolder } from "../../support/servers/program.ts";
import { codeOf } from "../fixtures/member-code.ts";
import { playerOn } from "../fixtures/playback.ts";
import { expect, showTitles, test, type Upstream } from "../fixtures/site.ts";
import { isWholeBrowser, openWithProfile } from "../own-profile.ts";

const VIDEO = "130001";
const WORD = "海边";

const places = {
  "Local Storage": "localStorage",
  "Session Storage": "sessionStorage",
  Cache: "HTTP cache",
  "Service Worker": "service worker's cache",
} as Record<string, string>;

/** The traces that a browser's profile holds, each behind its place; files of the browser itself count as its history. */
function tracesIn(profile: string, traces: Traces) {
  const found = new Set<string>();
  for (const entry of readdirSync(profile, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const [place = ""] = relative(profile, file)
      .replace(/^Default./, "")
      .split(sep);
    const bytes = readFileSync(file);
    for (const [trace, forms] of Object.entries(traces))
      if (forms.some((form) => bytes.includes(form)))
        found.add(`${places[place] ?? "history"}: ${trace}`);
  }
  return [...found].sort();
}

/** A search, a VIP's video, and the page with the history. */
async function visit(page: Page, upstream: Upstream) {
  await page.goto("/sreach");
  await page.getByRole("searchbox").fill(WORD);
  await page.keyboard.press("Enter");
  await expect(page.locator('a[href^="/videoinfo?id="]').first()).toBeVisible();
  const member = await codeOf(page);
  await memberOf(upstream.db, member).makeVip();
  await page.goto(`/videoinfo?id=${VIDEO}`);
  const player = playerOn(page);
  await expect.poll(player.time).toBeGreaterThan(6);
  const title = await page.getByRole("main").getByRole("heading", { level: 2 }).first().innerText();
  const poster = (await player.video.getAttribute("poster")) ?? "";
  await page.goto("/mine");
  const isIncognito = await page.locator("html[data-incognito]").count();
  await expect(page.getByRole("region", { name: "继续观看" })).toHaveCount(1 - isIncognito);
  const cover = await page.evaluate(async (address) => {
    const answer = await fetch(address, { cache: "force-cache" });
    return [...new Uint8Array(await answer.arrayBuffer())];
  }, poster);
  const forms = (text: string) => [
    Buffer.from(text),
    Buffer.from(text, "utf16le"),
    Buffer.from(encodeURIComponent(text)),
  ];
  const traces: Traces = {
    title: forms(title),
    word: forms(WORD),
    code: forms(VIDEO),
    cover: [Buffer.from(cover).subarray(200, 264)],
  };
  return { traces, member };
}

/** A visit's traces as they look in files. */
type Traces = Record<"title" | "word" | "code" | "cover", Buffer[]>;

/** Visits in a browser with this profile, then closes it. */
async function visitIn(
  profile: string,
  { site, upstream }: { site: { url: string }; upstream: Upstream },
  prepare: (page: Page) => Promise<unknown> = async () => {},
) {
  await using browser = await openWithProfile(profile, site.url);
  const page = await browser.context.newPage();
  await prepare(page);
  // awaited before the browser is closed
  return await visit(page, upstream);
}

test("on the disk, a visit leaves no title, no cover and no searched word in the browser's history, and after 清除痕迹 nothing in a cache", async ({
  upstream,
  site,
}) => {
  await using profile = await temporaryFolder();
  const { traces } = await visitIn(profile.path, { site, upstream });
  const left = tracesIn(profile.path, traces);
  expect(left).toContain("localStorage: title");
  expect(left).toContain("HTTP cache: cover");
  expect(left).not.toContain("history: title");
  expect(left).not.toContain("history: cover");
  expect(left).not.toContain("history: word");

  {
    await using browser = await openWithProfile(profile.path, site.url);
    const page = await browser.context.newPage();
    await page.goto("/privacy");
    await page.getByText("清除痕迹", { exact: true }).tap();
    await page.getByRole("button", { name: "确认清除" }).tap();
    await expect(page.getByRole("heading", { name: "已清除" })).toBeVisible();
  }
  // Not the page's to clear: the browser's history, and files to which the browser appends what storage loses.
  const afterwards = tracesIn(profile.path, traces).filter(
    (trace) => !/^(history|\w+Storage):/.test(trace),
  );
  expect(afterwards).toEqual([]);
});

test("on the disk, the browser's history has titles and searched words if the visitor wants them shown", {
  tag: "@night",
}, async ({ upstream, site }) => {
  test.skip(!isWholeBrowser, "the headless shell keeps no history");
  await using profile = await temporaryFolder();
  const { traces } = await visitIn(profile.path, { site, upstream }, (page) =>
    showTitles(page.context()),
  );
  const left = tracesIn(profile.path, traces);
  expect(left).toContain("history: title");
  expect(left).toContain("history: word");
});

test("incognito, a visit leaves nothing in any storage, and no record at the upstream", async ({
  upstream,
  site,
}) => {
  await using profile = await temporaryFolder();
  const { traces, member } = await visitIn(profile.path, { site, upstream }, async (page) => {
    await page.goto("/centersetting");
    await page.getByRole("switch", { name: "无痕浏览" }).tap();
    await expect(page.locator("html[data-incognito]")).toHaveCount(1);
    await expect(page.getByRole("switch", { name: "无痕浏览" })).toBeChecked();
  });
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
