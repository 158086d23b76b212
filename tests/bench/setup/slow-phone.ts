import {
  type BrowserContext,
  type CDPSession,
  chromium,
  type Locator,
  type Page,
} from "playwright/test";
import { skipFirstVisit } from "../../e2e/fixtures/site.ts";
import { fingerOn } from "../../e2e/fixtures/touch.ts";
import playwrightConfig from "../../e2e/playwright.config.ts";

const { launchOptions: forTests, trace: _, ...phone } = playwrightConfig.use ?? {};

/** Measured in the whole browser, with a compositor as on a phone. */
const launchOptions = { ...forTests, executablePath: "/usr/bin/chromium" };

/** How the journeys' browser is started, and the phone that it is. */
export { launchOptions, phone };

/** A phone whose processor is so many times slower than this machine. */
export const SLOWER = 4;

/** As Chromium's own "slow 4G". */
const SLOW_LINE = {
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 94_000,
  offline: false,
};

/** Puts a page on a slow line and a slow processor. */
export async function slowDown(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", SLOW_LINE);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  return devtools;
}

export interface SlowPhone {
  page: Page;
  devtools: CDPSession;
  slow: (rate: number) => Promise<void>;
}

/** Notes from the document's beginning what `longTasks` and `interactions` read. */
const noteTimes = `
  window.longTasks = [];
  window.interactions = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) longTasks.push({ startTime, duration });
  }).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) interactions.push(duration);
  }).observe({ type: "event", durationThreshold: 16 });
`;

/** Uses a browser as a phone of its own on the given site; it has been asked what a first visit asks. */
export async function withSlowPhone<Result>(
  url: string,
  use: (phone: SlowPhone) => Promise<Result>,
): Promise<Result> {
  const browser = await chromium.launch(launchOptions);
  try {
    const context: BrowserContext = await browser.newContext({ ...phone, baseURL: url });
    await skipFirstVisit(context, url);
    await context.addInitScript({ content: noteTimes });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const slow = async (rate: number) => {
      await devtools.send("Emulation.setCPUThrottlingRate", { rate });
    };
    return await use({ page, devtools, slow });
  } finally {
    await browser.close();
  }
}

/** The number that a script in the page logs after these words: an `evaluate` would run on the page's main thread. */
export async function numberSaid(page: Page, words: string, timeout = 30_000): Promise<number> {
  const said = await page.waitForEvent("console", {
    predicate: (message) => message.text().startsWith(`${words} `),
    timeout,
  });
  return Number(said.text().slice(words.length));
}

/** Tasks above 50 ms since the document began, in milliseconds. */
export const longTasks = (page: Page): Promise<number[]> =>
  page.evaluate("longTasks.map(({ duration }) => duration)");

/** In milliseconds. */
const FINGER_STAYS = 80;

/** As a finger does it, which stays for a moment; Playwright's own tap leaves no time between down and up. */
export async function tap({ page }: SlowPhone, target: Locator) {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error("there is nothing to tap");
  const finger = await fingerOn(page);
  await finger.down(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForTimeout(FINGER_STAYS);
  await finger.lift();
}

/** An animation: a headless browser skips frames in which little changes. */
const keepDrawing = `
  if (!window.mover) {
    window.mover = document.documentElement.appendChild(document.createElement("i"));
    mover.style.cssText = "position: fixed; top: 0; width: 4px; height: 4px; background: currentColor";
    mover.animate([{}, { translate: "100px" }], { duration: 1_000, iterations: Infinity });
  }
`;

/**
 * How long the page takes from an interaction until the next frame shows something, in milliseconds; what is over
 * within 16 ms counts as 16.
 */
export async function interaction(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(keepDrawing);
  await page.evaluate("interactions.length = 0");
  await act();
  await page.waitForTimeout(600);
  return Math.max(16, ...(await page.evaluate<number[]>("interactions")));
}

async function metric(devtools: CDPSession, name: string): Promise<number> {
  // the thread's own time, whatever else this machine is busy with
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const { metrics } = await devtools.send("Performance.getMetrics");
  return metrics.find((found) => found.name === name)?.value ?? Number.NaN;
}

/** How long the page's main thread has worked so far, in milliseconds. */
export const busy = async (devtools: CDPSession) =>
  1_000 * (await metric(devtools, "TaskDuration"));

/** What the page holds when all waste is collected: megabytes of JavaScript's heap, and nodes. */
export async function held(devtools: CDPSession) {
  await devtools.send("HeapProfiler.collectGarbage");
  const heapMb = (await metric(devtools, "JSHeapUsedSize")) / 2 ** 20;
  return { heapMb, nodes: await metric(devtools, "Nodes") };
}

/** Of Chromium's heap snapshot: the nodes are numbers in one row, so many to each. */
interface HeapSnapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } };
  nodes: number[];
}

/**
 * Megabytes of the page's own objects, texts and functions, without what V8 compiles of the scripts, which
 * grows with use up to what the scripts are.
 */
export async function objectsMb(devtools: CDPSession): Promise<number> {
  const chunks: string[] = [];
  const keep = ({ chunk }: { chunk: string }) => chunks.push(chunk);
  devtools.on("HeapProfiler.addHeapSnapshotChunk", keep);
  await devtools.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  devtools.off("HeapProfiler.addHeapSnapshotChunk", keep);
  const { snapshot, nodes } = JSON.parse(chunks.join("")) as HeapSnapshot;
  const { node_fields: fields, node_types } = snapshot.meta;
  const [type, size] = [fields.indexOf("type"), fields.indexOf("self_size")];
  let bytes = 0;
  for (let node = 0; node < nodes.length; node += fields.length) {
    const kind = node_types[0][nodes[node + type] ?? -1];
    if (kind !== "code" && kind !== "native") bytes += nodes[node + size] ?? 0;
  }
  return bytes / 2 ** 20;
}
