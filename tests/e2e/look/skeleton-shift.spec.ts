import { startGate } from "../../support/servers/pausable-upstream.ts";
import { startSiteProgram } from "../../support/servers/program.ts";
import { startTestUpstream } from "../../support/servers/upstream.ts";
import { drawn, memberAnswer } from "../fixtures/drawn.ts";
import { shifts, watchShifts } from "../fixtures/layout-shifts.ts";
import { test as base, expect } from "../fixtures/site.ts";
import { settingsFor } from "../fixtures/upstream-site.ts";

/** Longer than any page waits for its data: all of it is streamed behind skeletons. */
const DELAY_MS = 900;

const test = base.extend({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const upstream = await startTestUpstream();
      const gate = await startGate(upstream.url, DELAY_MS);
      const site = await startSiteProgram(settingsFor({ ...upstream, url: gate.url }));
      await use(site);
      await site.stop();
      await gate.stop();
      await upstream.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
});

const topic = encodeURIComponent('{"path":"","sonTypeCode":"","code":"30","title":"山海"}');
for (const page of [
  "/",
  `/cateInfo?item=${topic}`,
  "/taglist",
  "/sreinfo?type=15",
  "/videoinfo?id=100302",
]) {
  test(`skeletons on ${decodeURIComponent(page)} have the shape of what takes their place`, async ({
    page: tab,
  }) => {
    await tab.addInitScript({ content: watchShifts });
    const member = memberAnswer(tab);
    await tab.goto(page);
    await expect(tab.locator('main a[href*="="]').first()).toBeVisible();
    await member;
    await drawn(tab);
    const moved = await shifts(tab);
    const sum = moved.reduce((all, { value }) => all + value, 0);
    expect(sum, JSON.stringify(moved)).toBeLessThan(0.001);
  });
}
