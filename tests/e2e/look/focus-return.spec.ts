import { expect, test } from "../fixtures/site.ts";

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

test.describe("the install tutorial", () => {
  test.use({ userAgent: iphone });

  test("returns the focus to its button when closed by its own button or by Escape", async ({
    page,
  }) => {
    await page.goto("/");
    const button = page.getByRole("button", { name: "添加到桌面" });
    const tutorial = page.getByRole("dialog", { name: "添加到主屏幕教程" });
    await button.focus();
    for (const way of ["its own button", "Escape"])
      await test.step(`closed by ${way}`, async () => {
        await page.keyboard.press("Enter");
        await expect(tutorial).toBeVisible();
        if (way === "Escape") await page.keyboard.press("Escape");
        else await tutorial.getByRole("button", { name: "关闭" }).press("Enter");
        // hidden before it is removed, and until then the button opens nothing
        await expect(page.locator("dialog[aria-labelledby=install]")).toHaveCount(0);
        await expect(button).toBeFocused();
      });
  });
});
