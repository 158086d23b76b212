import { shifts, watchShifts } from "../fixtures/layout-shifts.ts";
import { expect, test } from "../fixtures/site.ts";

/** A browser counts no shift within half a second after a finger's touch, so it is scrolled without one. */
const scrollAScreen = () => window.scrollBy({ top: window.innerHeight, behavior: "instant" });

const pages = {
  home: "/",
  "a tag": "/?tag=30",
  topics: "/category",
  "a topic": `/cateInfo?item=${encodeURIComponent('{"path":"","sonTypeCode":"","code":"30","title":"山海"}')}`,
  categories: "/taglist",
  "search results": "/sreinfo?type=0&sonType=&searchStr=&title=全部",
  "my page": "/mine",
  membership: "/vip",
  "the check-in": "/sign",
  history: "/history",
  favourites: "/collengt",
  login: "/login",
  "a video": "/videoinfo?id=100301",
  "a search": "/sreach",
  "the hidden section's gate": "/publish",
};

for (const [name, address] of Object.entries(pages)) {
  test(`nothing moves on ${name} while pictures come late and it is scrolled`, async ({ page }) => {
    await page.addInitScript({ content: watchShifts });
    await page.route(/\/image\//, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    });
    await page.goto(address);
    await expect(page.locator("main")).toBeVisible();
    await page.waitForTimeout(1_200);
    await page.evaluate(scrollAScreen);
    await page.waitForTimeout(1_000);
    const moved = await shifts(page);
    const sum = moved.reduce((all, { value }) => all + value, 0);
    expect(sum, JSON.stringify(moved)).toBeLessThan(0.001);
  });
}
