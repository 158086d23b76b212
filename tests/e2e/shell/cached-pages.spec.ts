import type { Page } from "playwright/test";
import { expect, hydrated, test } from "../fixtures/site.ts";

/** Requests a page until the site has it in its cache. */
async function untilKept(page: Page, path: string) {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const answer = await page.request.get(path);
    if (answer.headers().etag) return;
  }
  throw new Error(`${path} is never kept`);
}

const openKept = async (page: Page, path: string) => {
  await untilKept(page, path);
  const answer = await page.goto(path);
  const headers = (await answer?.allHeaders()) ?? {};
  expect(headers.etag).toBeTruthy();
  expect(headers["content-security-policy"]).toContain("'sha256-");
  expect(headers["content-security-policy"]).not.toContain("nonce");
};

// the fixture fails these tests if anything violates the content security policy
test("a cached home page hydrates under a CSP with hashes", async ({ page }) => {
  await openKept(page, "/");
  const batch = page.locator("#featured");
  const before = await batch.locator("a[href^='/videoinfo']").first().getAttribute("href");
  await batch.getByRole("button", { name: "换一批" }).click();
  await expect(batch.locator("a[href^='/videoinfo']").first()).not.toHaveAttribute(
    "href",
    before ?? "",
  );
  // without a reload of the page
  expect(new URL(page.url()).search).toBe("");
});

test("a tag's list loads further pages from cached responses", async ({ page }) => {
  await openKept(page, "/?page=2");
  const cards = page.locator("main a[href^='/videoinfo']");
  const before = await cards.count();
  await cards.last().scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 20_000);
  await expect.poll(() => cards.count()).toBeGreaterThan(before);
});

test("every other cached page hydrates, too", async ({ page }) => {
  for (const path of ["/category", "/taglist", "/sreach", "/sreinfo?searchStr=%E6%B5%B7"]) {
    await openKept(page, path);
    await hydrated(page);
  }
});

test.describe("on a first visit", () => {
  test.use({ firstVisit: true });

  test("the cached page shows the age gate, and opens at the same scroll position", async ({
    page,
    context,
  }) => {
    await openKept(page, "/taglist");
    // the request created a session, but the age is not confirmed
    const [session, ...more] = await context.cookies();
    expect(session?.name).toMatch(/^(newcomer|visitor)$/);
    expect(more).toEqual([]);
    await page
      .getByRole("button", { name: /18|已满/ })
      .first()
      .click();
    await expect(page.getByRole("tablist")).toBeVisible();
    await openKept(page, "/taglist");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});
