import type { Page } from "playwright/test";
import { expect, test } from "../fixtures/site.ts";

async function throwIn(page: Page) {
  const thrown = page.waitForEvent("pageerror");
  await page.evaluate(() => reportError(new Error("on purpose")));
  expect((await thrown).message).toBe("on purpose");
}

test.describe("a test whose pages may log errors", () => {
  test.use({ mayLogErrors: true });

  test("still fails when its page throws", async ({ page }) => {
    test.fail();
    await throwIn(page);
  });

  test("fails when a page of another context throws", async ({ browser }) => {
    test.fail();
    await using other = await browser.newContext();
    await throwIn(await other.newPage());
  });

  test("fails when React reports an error in the console", async ({ page }) => {
    test.fail();
    const said = page.waitForEvent("console");
    await page.evaluate(() => console.error("Minified React error #421; visit …"));
    await said;
  });

  test("does not fail when the console reports a missing picture", async ({ page }) => {
    await page.goto("/");
    const said = page.waitForEvent("console", (message) => message.type() === "error");
    await page.evaluate(() => void fetch("/image/missing"));
    expect((await said).text()).toContain("404");
  });
});

test.describe("a test that names why its page throws", () => {
  test.use({ mayThrow: "it is what this test is about" });

  test("does not fail", ({ page }) => throwIn(page));
});
