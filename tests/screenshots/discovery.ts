import { devices } from "playwright";
import { playerOn } from "../e2e/fixtures/playback.ts";
import { sendUnknownForm } from "../e2e/fixtures/unknown-form.ts";
import { continuingScreens } from "./continuing.ts";
import { feedScreens } from "./feed.ts";
import { at, type Screen, type Visit } from "./screen.ts";
import { watchScreens } from "./watching.ts";

const topic = encodeURIComponent(
  '{"path":"","sonTypeCode":"81,82","code":"34","title":"华语大制作"}',
);
const list = "/sreinfo?type=0&sonType=&searchStr=&title=全部";

/** A first visitor who has confirmed the age and is not offered the named thing. */
async function admitted({ page, url }: Visit, notOffered: string) {
  await page.context().addCookies([{ name: "adult", value: "1", url }]);
  await page.addInitScript((name) => sessionStorage.setItem(name, "1"), notOffered);
}

/** The page's data does not come. */
async function withoutAnswers({ page }: Visit, from: string, link: string) {
  await page.goto(from);
  await page.waitForLoadState("networkidle");
  await page.route("**/*.data*", (route) => route.abort());
  await page.getByRole("link", { name: link }).first().tap();
}

const kinds = {
  home: "/",
  "home-tag": "/?tag=101",
  topics: "/category",
  topic: `/cateInfo?item=${topic}`,
  categories: "/taglist",
  search: "/sreach",
  results: "/sreinfo?searchStr=海边",
  list,
};
const inEveryState = Object.entries(kinds).flatMap(([name, path]) => [
  at(name, path),
  at(`${name}-odd`, path, { world: "odd" }),
  at(`${name}-empty`, path, { world: "empty" }),
  at(`${name}-down`, path, { world: "down" }),
  {
    name: `${name}-stuck`,
    world: "stuck",
    open: ({ page }) => page.goto(path, { waitUntil: "commit" }),
  } satisfies Screen,
]);

export const discoveryScreens: Screen[] = [
  ...inEveryState,
  at("age-gate", "/", { firstVisit: true }),
  {
    name: "popup-ad",
    firstVisit: true,
    open: async (visit) => {
      await admitted(visit, "installShown");
      await visit.page.goto("/");
      await visit.page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "install",
    firstVisit: true,
    phoneOnly: true,
    open: async (visit) => {
      await admitted(visit, "popupAdShown");
      await visit.page.goto("/");
      await visit.page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "install-iphone",
    firstVisit: true,
    userAgent: devices["iPhone 13"].userAgent,
    open: async (visit) => {
      await admitted(visit, "popupAdShown");
      await visit.page.goto("/");
      await visit.page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "home-scrolled",
    open: async ({ page }) => {
      await page.goto("/");
      await page.waitForLoadState("networkidle");
      for (let screens = 0; screens < 3; screens += 1) {
        await page.mouse.wheel(0, 700);
        await page.waitForTimeout(300);
      }
    },
  },
  {
    name: "search-past",
    open: async ({ page }) => {
      for (const word of ["海边", "星空延时摄影", "雪山", "城市夜景与雨"])
        await page.goto(`/sreinfo?searchStr=${word}&title=search`, { waitUntil: "networkidle" });
      await page.goto("/sreach");
    },
  },
  at("results-none", "/sreinfo?searchStr=qqqqzzzz"),
  at("hidden-gate", "/publish"),
  {
    name: "hidden",
    open: async ({ page, member }) => {
      await (await member()).makeVip();
      await page.goto("/publish");
    },
  },
  ...watchScreens,
  ...continuingScreens,
  ...feedScreens,
  at("topic-unknown", "/cateInfo?item=nonsense"),
  at("leave", "/leave"),
  at("refusal", `/?${"x".repeat(8_100)}`),
  { name: "error", open: ({ page }) => sendUnknownForm(page) },
  { name: "list-failed", open: (visit) => withoutAnswers(visit, "/mine", "收藏") },
  {
    name: "offline",
    open: async ({ page }) => {
      for (const id of [100301, 100302]) {
        await page.goto(`/videoinfo?id=${id}`);
        await page.getByRole("main").getByRole("button", { name: /^收藏/ }).tap();
        await playerOn(page).video.waitFor();
        await page.waitForTimeout(1_000);
      }
      await page.route("**/healthz", (route) => route.abort());
      await page.goto("/offline.html");
    },
  },
  {
    name: "offline-new",
    open: async ({ page }) => {
      await page.route("**/healthz", (route) => route.abort());
      await page.goto("/offline.html");
    },
  },
];
