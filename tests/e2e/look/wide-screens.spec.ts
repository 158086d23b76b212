import { expect, test } from "../fixtures/site.ts";

test.use({ isMobile: false, hasTouch: false, deviceScaleFactor: 1 });

test.describe("on a desktop", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("lists have four columns, and the tabs are a rail at the side", async ({ page }) => {
    await page.goto("/sreinfo?type=15&title=x");
    const cards = page.locator("main ul[class*=lead]").first().locator("li");
    const columns = new Set<number>();
    for (const card of await cards.all())
      columns.add(Math.round((await card.boundingBox())?.x ?? 0));
    expect(columns.size).toBe(4);
    const [lead, second] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()];
    expect(lead?.y).toBe(second?.y);
    expect(lead?.width).toBeGreaterThan(2 * (second?.width ?? 0));
    await page.goto("/");
    const rail = await page.getByRole("navigation", { name: "主导航" }).boundingBox();
    expect(rail).toMatchObject({ x: 0, y: 0, height: 900 });
    const main = await page.locator("main").boundingBox();
    expect(main?.x).toBeGreaterThanOrEqual(rail?.width ?? 0);
  });

  test("a video is a theatre with the list at its side, and both fit the window", async ({
    page,
  }) => {
    await page.goto("/videoinfo?id=100302");
    const stage = await page.locator("main video").boundingBox();
    const list = await page.locator("section", { hasText: "最新更新" }).boundingBox();
    expect(list?.x).toBeGreaterThanOrEqual((stage?.x ?? 0) + (stage?.width ?? 0));
    expect(list?.y).toBeLessThan((stage?.y ?? 0) + 60);
    expect((stage?.y ?? 0) + (stage?.height ?? 0)).toBeLessThan(900);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440);
  });
});

test.describe("on a tablet", () => {
  test.use({ viewport: { width: 768, height: 1024 } });

  for (const path of ["/", "/category", "/videoinfo?id=100302", "/sreinfo?type=15&title=x"])
    test(`${path} uses its width`, async ({ page }) => {
      await page.goto(path);
      expect((await page.locator(".page").boundingBox())?.width).toBe(768);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(768);
    });
});
