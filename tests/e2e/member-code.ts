import type { Page } from "playwright/test";

/** The code of the member whom a page's visitor is. */
export async function codeOf(page: Page): Promise<string> {
  const answer = await page.request.get("/member.data");
  return /"(\d{8})"/.exec(await answer.text())?.[1] ?? "";
}
