import { pathToFileURL } from "node:url";
import type { Page } from "playwright/test";
import { compare, type Measured, median, meetsGoal } from "../report/report.ts";
import { startBigSite } from "../setup/big-site.ts";
import {
  busy,
  held,
  interaction,
  longTasks,
  SLOWER,
  type SlowPhone,
  tap,
  withSlowPhone,
} from "../setup/slow-phone.ts";

/**
 * How smooth pages are on a slow phone: the home page's longest task, how long taps wait for their first frame, and
 * what the 2,000th row of a list costs beside the 20th. `npm run build && npx tsx tests/bench/measures/smoothness.ts`.
 */

const ROUNDS = 5;
const VIDEOS = 2_600;
const SIZES = [20, 2_000] as const;
const LIST = "/sreinfo?type=0&sonType=&searchStr=&title=全部";
const FRAMES = 60;
/** Of one list: a page more, and the way back to it, are measured so often. */
const REPEATS = 7;

const group = "smoothness";
const cards = 'main a[href^="/videoinfo"]';

/** The longest task from navigation until three seconds after the page can be used. */
async function homeLongTask({ page, slow }: SlowPhone): Promise<number> {
  await slow(SLOWER);
  await page.goto("/", { waitUntil: "load" });
  await page.waitForTimeout(3_000);
  const tasks = await longTasks(page);
  return Math.max(0, ...tasks);
}

async function settled(page: Page, address: string) {
  await page.goto(address, { waitUntil: "networkidle" });
  await page.waitForTimeout(500);
}

type Taps = (phone: SlowPhone) => Promise<Record<string, number>>;

export const onHome: Taps = async (phone) => {
  const { page, slow } = phone;
  await settled(page, "/");
  await slow(SLOWER);
  const strip = page.getByRole("navigation", { name: "分类" }).or(page.locator("header nav"));
  const tags = strip.first().locator("a");
  const tag = await interaction(page, () => tap(phone, tags.nth(1)));
  const back = await interaction(page, () => tap(phone, tags.nth(0)));
  const tabs = page.getByRole("navigation", { name: "主导航" });
  const tab = await interaction(page, () => tap(phone, tabs.getByRole("link", { name: "我的" })));
  await slow(1);
  await settled(page, "/");
  await slow(SLOWER);
  const card = await interaction(page, () => tap(phone, page.locator(cards).first()));
  return {
    "tag change": tag,
    "back to the home tag": back,
    "tab change": tab,
    "card of a video": card,
  };
};

export const onWatchPage: Taps = async (phone) => {
  const { page, slow } = phone;
  await settled(page, "/");
  const address = await page.locator(cards).first().getAttribute("href");
  await settled(page, address ?? "");
  await slow(SLOWER);
  const closed = async () => {
    await page.keyboard.press("Escape");
    await page.waitForTimeout(300);
  };
  const like = await interaction(page, () =>
    tap(phone, page.getByRole("button", { name: /^点赞/ })),
  );
  const episodes = await interaction(page, () =>
    tap(phone, page.getByRole("button", { name: "选集" })),
  );
  await closed();
  const share = await interaction(page, () =>
    tap(phone, page.getByRole("button", { name: "分享" })),
  );
  await closed();
  const reportButton = page.getByRole("button", { name: "举报" });
  // the first opening waits for the form's code
  await reportButton.tap();
  await page.getByRole("dialog", { name: "举报" }).waitFor();
  await closed();
  const report = await interaction(page, () => tap(phone, reportButton));
  return { like, "episode sheet": episodes, "share sheet": share, "report sheet": report };
};

async function taps(url: string): Promise<Measured[]> {
  const waits = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const part of [onHome, onWatchPage]) {
      for (const [name, wait] of Object.entries(await withSlowPhone(url, part)))
        waits.set(name, [...(waits.get(name) ?? []), wait]);
    }
  }
  return [...waits].map(([name, each]) => ({
    group,
    what: `${name}, tap to frame`,
    value: median(each),
    unit: "ms",
    goal: { atMost: 100 },
  }));
}

const BLOCK = 20;

/** Of what is far only the blocks are in the document; live collections cost the page nothing while nothing changes. */
const rowCount = (page: Page) =>
  page.evaluate((perBlock) => {
    const blocks = document.getElementsByTagName("main")[0]?.getElementsByTagName("ul") ?? [];
    const last = blocks[blocks.length - 1]?.getElementsByTagName("a").length ?? 0;
    return Math.max(0, blocks.length - 1) * perBlock + last;
  }, BLOCK);

async function grow(page: Page, rows: number) {
  for (let before = await rowCount(page); before < rows; before = await rowCount(page)) {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    // to look in every frame would be measured as well
    while ((await rowCount(page)) <= before) await page.waitForTimeout(100);
  }
}

/** Milliseconds of the main thread for one more page of rows. */
async function oneMorePage({ page, devtools }: SlowPhone): Promise<number> {
  await page.waitForTimeout(500);
  const before = await busy(devtools);
  await grow(page, (await rowCount(page)) + 1);
  await page.waitForTimeout(500);
  return (await busy(devtools)) - before;
}

/** What 19 of 20 frames keep within while the list is scrolled up. */
async function slowFrame(page: Page): Promise<number> {
  const frames = await page.evaluate(async (count) => {
    const times: number[] = [];
    let last = await new Promise<number>(requestAnimationFrame);
    for (let frame = 0; frame < count; frame += 1) {
      window.scrollBy({ top: -120, behavior: "instant" });
      const now = await new Promise<number>(requestAnimationFrame);
      times.push(now - last);
      last = now;
    }
    return times;
  }, FRAMES);
  return frames.toSorted((a, b) => a - b)[Math.floor(frames.length * 0.95)] ?? Number.NaN;
}

/** From going back until the list stands on the screen again: its cards are where the visitor looks. */
async function backToList(page: Page): Promise<number> {
  // the one before has come to an end
  await page.waitForTimeout(1_000);
  const heading = await page.locator("h1").textContent();
  await page.evaluate((selector) => {
    const inSight = [...document.querySelectorAll<HTMLElement>(selector)].at(-30);
    inSight?.click();
  }, cards);
  await page.waitForURL(/videoinfo/);
  await page.waitForTimeout(1_500);
  return page.evaluate(
    async ([selector, list]) => {
      const started = performance.now();
      history.back();
      do await new Promise(requestAnimationFrame);
      while (
        document.querySelector("h1")?.textContent !== list ||
        !document.elementFromPoint(innerWidth / 4, innerHeight / 2)?.closest(`${selector}, li`)
      );
      await new Promise(requestAnimationFrame);
      return performance.now() - started;
    },
    [cards, heading] as const,
  );
}

async function repeated(one: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let round = 0; round < REPEATS; round += 1) values.push(await one());
  return median(values);
}

const measureList = (url: string, rows: number) =>
  withSlowPhone(url, async (phone) => {
    const { page, devtools, slow } = phone;
    await page.goto(LIST, { waitUntil: "networkidle" });
    await grow(page, rows);
    await page.waitForTimeout(1_000);
    const { heapMb, nodes } = await held(devtools);
    await slow(SLOWER);
    const more = await repeated(() => oneMorePage(phone));
    const frame = await slowFrame(page);
    const back = await repeated(() => backToList(page));
    return { heapMb, nodes, page: more, frame, back };
  });

async function lists(url: string): Promise<Measured[]> {
  const found = new Map<number, Awaited<ReturnType<typeof measureList>>>();
  for (const rows of SIZES) found.set(rows, await measureList(url, rows));
  const [few, ...more] = SIZES;
  const least = found.get(few);
  if (!least) return [];
  return more.flatMap((rows) => {
    const at = found.get(rows);
    if (!at) return [];
    const beside = (value: number) => ({ what: `${few} rows`, value });
    const at2000 = rows === SIZES.at(-1);
    return [
      compare(
        {
          group,
          what: `one more page at ${rows} rows`,
          value: at.page,
          unit: "ms",
          ...(at2000 && { goal: { atMost: 1.5 } }),
        },
        beside(least.page),
      ),
      compare(
        { group, what: `p95 frame at ${rows} rows`, value: at.frame, unit: "ms" },
        beside(least.frame),
      ),
      compare(
        { group, what: `back to ${rows} rows`, value: at.back, unit: "ms" },
        beside(least.back),
      ),
      {
        group,
        what: `heap at ${rows} rows`,
        value: at.heapMb,
        unit: "MB",
        ...(at2000 && { goal: { atMost: 150 } }),
      },
      { group, what: `nodes at ${rows} rows`, value: at.nodes, unit: "" },
    ];
  });
}

export async function measure(): Promise<Measured[]> {
  const site = await startBigSite(VIDEOS);
  try {
    const tasks: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const longest = await withSlowPhone(site.url, homeLongTask);
      // the first round warms the site
      if (round > 0) tasks.push(longest);
    }
    return [
      {
        group,
        what: "longest task of the home page, 0 for none above 50",
        value: median(tasks),
        unit: "ms",
        goal: { atMost: 50 },
      },
      ...(await taps(site.url)),
      ...(await lists(site.url)),
    ];
  } finally {
    await site.stop();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const row of await measure()) {
    const beside = row.beside ? `, beside ${row.beside.value.toFixed(1)} (${row.beside.what})` : "";
    const ratio = row.ratio === undefined ? "" : `, ratio ${row.ratio.toFixed(2)}`;
    const missed = meetsGoal(row) ? "" : "  MISSED";
    console.log(`${row.what}: ${row.value.toFixed(1)} ${row.unit}${beside}${ratio}${missed}`);
  }
}
