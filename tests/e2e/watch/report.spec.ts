import { expect, test } from "../fixtures/site.ts";

const SHEET = { name: "举报" };
const NO_REASON = "请选择举报原因";

test("a report without a reason shows the error in the sheet, at the reasons", async ({ page }) => {
  await page.goto("/videoinfo?id=100301");
  await page.getByRole("button", SHEET).tap();
  const sheet = page.getByRole("dialog", SHEET);
  await sheet.getByRole("button", { name: "提交" }).tap();
  const reasons = sheet.getByRole("radiogroup");
  await expect(reasons).toHaveAccessibleDescription(NO_REASON);
  await expect(reasons).toBeFocused();
  await expect(sheet.getByRole("alert")).toHaveText(NO_REASON);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false, early: true });

  test("a report without a reason comes back with what is missing", async ({ page }) => {
    await page.goto("/report?video=100301");
    await page.getByRole("button", { name: "提交" }).tap();
    await expect(page.getByRole("alert")).toHaveText(NO_REASON);
  });
});
