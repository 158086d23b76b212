import type { Page } from "playwright/test";
import { playerOn } from "../fixtures/playback.ts";
import { expect, test } from "../fixtures/site.ts";

/** The page's report when it is hidden, which contains only numbers and a path. */
async function reportOf(page: Page, field: string) {
  const sent = page.waitForRequest((request) =>
    new URLSearchParams(request.postData() ?? "").has(field),
  );
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { configurable: true, value: "hidden" });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  });
  const request = await sent;
  expect(new URL(request.url()).pathname).toBe("/playback");
  const fields = Object.fromEntries(new URLSearchParams(request.postData() ?? ""));
  const { page: path, ...numbers } = fields;
  for (const [name, value] of Object.entries(numbers)) expect(value, name).toMatch(/^\d+$/);
  return { path, numbers };
}

const reportCode = (page: Page) => page.waitForResponse(/\/assets\/report-[^/]*\.js$/);

test("a page reports its web vitals when it is hidden", async ({ page }) => {
  const fetched = reportCode(page);
  await page.goto("/");
  await fetched;
  await page.getByRole("link", { name: "专题" }).first().tap();
  await expect(page).toHaveURL(/\/category$/);
  const { path, numbers } = await reportOf(page, "lcp");
  expect(path, "the page that was opened").toBe("/");
  expect(Number(numbers.lcp)).toBeGreaterThan(0);
  expect(Object.keys(numbers).filter((name) => !/^(lcp|inp|cls)$/.test(name))).toEqual([]);
});

test("a playback reports its frames, their height and its source", async ({ page }) => {
  const fetched = reportCode(page);
  await page.goto("/videoinfo?id=100301");
  const player = playerOn(page);
  await expect.poll(player.time).toBeGreaterThan(1);
  await fetched;
  const { path, numbers } = await reportOf(page, "stalls");
  expect(path).toBe("/videoinfo");
  expect(Number(numbers.frames)).toBeGreaterThan(0);
  expect(Number(numbers.height)).toBeGreaterThan(100);
  expect(numbers).toMatchObject({ source: "1", stalls: expect.any(String) });
});
