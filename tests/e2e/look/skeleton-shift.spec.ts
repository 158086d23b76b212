import { startGate } from "../../support/servers/pausable-upstream.ts";
import { startSiteProgram } from "../../support/servers/program.ts";
import { drawn, memberAnswer } from "../fixtures/drawn.ts";
import { shifts, watchShifts } from "../fixtures/layout-shifts.ts";
import { ownSite } from "../fixtures/own-site.ts";
import { expect, settingsFor } from "../fixtures/site.ts";

/** Longer than a page waits for its data, so that all data is streamed behind skeletons. */
const DELAY_MS = 900;

type Gate = Awaited<ReturnType<typeof startGate>>;

const test = ownSite<{ url: string; gate: Gate }>(async ({ upstream }, use) => {
  await using gate = await startGate(upstream.url, DELAY_MS);
  await using site = await startSiteProgram(settingsFor({ ...upstream, url: gate.url }));
  await use({ url: site.url, gate });
});

test.describe("before hydration", () => {
  test.use({ beforeScripts: true });

  test("ads that arrive after the videos shift nothing", async ({ page, own: { gate } }) => {
    await page.addInitScript({ content: watchShifts });
    gate.hold(/guanggao/);
    await page.goto("/", { waitUntil: "commit" });
    await expect(page.locator('#featured a[href^="/videoinfo"]').first()).toBeVisible();
    gate.release();
    await expect(page.getByRole("region", { name: "轮播广告" })).toBeVisible();
    await drawn(page);
    expect(await shifts(page)).toEqual([]);
  });
});

const topic = encodeURIComponent('{"path":"","sonTypeCode":"","code":"30","title":"山海"}');
const addresses = [
  "/",
  `/cateInfo?item=${topic}`,
  "/taglist",
  "/sreinfo?type=15",
  "/videoinfo?id=100302",
];

test("skeletons of home, a topic, tags, results and a video have the shape of their contents", async ({
  context,
}) => {
  await context.addInitScript({ content: watchShifts });
  const moved = async (address: string) => {
    const page = await context.newPage();
    const member = memberAnswer(page);
    await page.goto(address);
    await expect(page.locator('main a[href*="="]').first()).toBeVisible();
    await member;
    await drawn(page);
    return { address, shifts: await shifts(page) };
  };
  // in parallel, because they mostly wait for the upstream
  for (const page of await Promise.all(addresses.map(moved))) {
    const sum = page.shifts.reduce((all, { value }) => all + value, 0);
    expect(sum, JSON.stringify(page)).toBeLessThan(0.001);
  }
});
