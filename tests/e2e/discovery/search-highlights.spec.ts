import { expect, test } from "../fixtures/site.ts";

test("the search term is highlighted in the videos' titles, and nowhere else", async ({ page }) => {
  await page.goto("/sreinfo?type=&sonType=&searchStr=%E6%B5%B7&title=%E6%90%9C%E7%B4%A2");
  const marked = () =>
    page.evaluate(() =>
      [...(CSS.highlights.get("term") ?? [])].map((range) => ({
        text: String(range),
        name: (range as Range).startContainer.parentElement?.closest("a")?.textContent ?? "",
      })),
    );
  await expect.poll(async () => (await marked()).length).toBeGreaterThan(5);
  const first = await marked();
  expect(new Set(first.map(({ text }) => text))).toEqual(new Set(["海"]));
  expect(first.every(({ name }) => name.includes("海"))).toBe(true);

  // later rows are highlighted, too, but never numbers on covers
  await page.getByRole("searchbox").fill("1");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await marked())[0]?.text).toBe("1");
  const inSight = (await marked()).length;
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(async () => (await marked()).length).toBeGreaterThan(inSight);
  const onCovers = await page.evaluate(() =>
    [...(CSS.highlights.get("term") ?? [])].some((range) =>
      (range as Range).startContainer.parentElement?.closest("a > :first-child"),
    ),
  );
  expect(onCovers).toBe(false);

  await page.goBack();
  await page.goBack();
  await expect.poll(marked).toEqual([]);
});

test.describe("a refusal", () => {
  test.use({ mayLogErrors: true });

  test("is shown under the product's logo", async ({ page, baseURL }) => {
    const sign = page.waitForResponse(`${baseURL}/favicon.svg`);
    await page.goto("/%E0%A4%A");
    await expect(page.getByRole("heading")).toHaveText("内容不存在或已下架");
    expect((await sign).status()).toBe(200);
    const drawn = await page.locator("main").evaluate((main) => {
      const { width, backgroundImage } = getComputedStyle(main, "::before");
      return { width, backgroundImage };
    });
    expect(drawn).toEqual({ width: "56px", backgroundImage: `url("${baseURL}/favicon.svg")` });
  });
});
