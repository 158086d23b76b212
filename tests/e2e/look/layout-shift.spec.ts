import { drawn, memberAnswer, painted } from "../fixtures/drawn.ts";
import { holdRequests } from "../fixtures/hold-requests.ts";
import { shifts, watchShifts } from "../fixtures/layout-shifts.ts";
import { expect, hydrated, test } from "../fixtures/site.ts";

test.use({ beforeScripts: true });

/** Scrolls without a touch, because browsers ignore shifts within half a second after input. */
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
  test(`nothing shifts on ${name} while pictures load late and it is scrolled`, async ({
    page,
  }) => {
    await page.addInitScript({ content: watchShifts });
    const letGo = await holdRequests(page, /\/image\//);
    const member = memberAnswer(page);
    await page.goto(address, { waitUntil: "commit" });
    await expect(page.locator("main")).toBeVisible();
    await painted(page);
    letGo();
    await hydrated(page);
    await member;
    await drawn(page);
    await page.evaluate(scrollAScreen);
    await drawn(page);
    const moved = await shifts(page);
    const sum = moved.reduce((all, { value }) => all + value, 0);
    expect(sum, JSON.stringify(moved)).toBeLessThan(0.001);
  });
}
