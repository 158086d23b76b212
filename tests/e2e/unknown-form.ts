import type { Page } from "playwright/test";

/** Sends a form that no page of the site has: its answer is the error page. */
export async function sendUnknownForm(page: Page) {
  await page.goto("/sign");
  await page.evaluate(() => {
    const form = document.createElement("form");
    Object.assign(form, { method: "post", action: "/sign" });
    document.body.append(form);
    form.submit();
  });
  await page.getByRole("heading", { name: "请求无法处理" }).waitFor();
}
