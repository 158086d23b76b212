import { boxOf } from "../e2e/fixtures/boxes.ts";
import { playerOn } from "../e2e/fixtures/playback.ts";
import { fingerOn } from "../e2e/fixtures/touch.ts";
import { at, type Screen, type Visit } from "./screen.ts";

/** What was begun, is kept for later and plays on. */

const CODES = ["100301", "100344", "100107"];
const LIST = "/sreinfo?type=0&sonType=&searchStr=&title=全部";

/** Visits so many videos and leaves each at another second. */
async function begin({ page }: Visit, codes = CODES) {
  for (const [index, code] of codes.entries()) {
    await page.goto(`/videoinfo?id=${code}`);
    const player = playerOn(page);
    await player.video.waitFor();
    await page.waitForFunction(() => (document.querySelector("video")?.currentTime ?? 0) > 0.5);
    await player.seek(6 + 3 * index);
    await page.waitForFunction(() => (document.querySelector("video")?.currentTime ?? 0) > 6);
    await player.read((element) => element.pause());
  }
}

const begun = (name: string, path: string): Screen => ({
  name,
  open: async (visit) => {
    await begin(visit);
    await visit.page.goto(path);
  },
});

/** Holds the first card of a list until its menu opens. */
async function press({ page }: Visit) {
  const code = page.waitForResponse(/card-gestures-[\w-]+\.js/);
  await page.goto(LIST);
  await code;
  const finger = await fingerOn(page);
  const { x, y } = await boxOf(page.locator('main li a[href^="/videoinfo?id="]').first());
  await finger.down(x + 40, y + 40);
  await page.getByRole("dialog", { name: "更多操作" }).waitFor();
  await finger.lift();
}

const menuOption = ({ page }: Visit, name: string) =>
  page.getByRole("dialog", { name: "更多操作" }).getByRole("button", { name }).tap();

export const continuingScreens: Screen[] = [
  begun("home-continue", "/"),
  begun("mine-continue", "/mine"),
  { name: "card-menu", phoneOnly: true, open: press },
  {
    name: "card-unwanted",
    phoneOnly: true,
    open: async (visit) => {
      await press(visit);
      await menuOption(visit, "不感兴趣");
      await visit.page.getByRole("button", { name: "撤销" }).waitFor();
    },
  },
  at("later-empty", "/later"),
  {
    name: "later",
    phoneOnly: true,
    open: async (visit) => {
      await press(visit);
      await menuOption(visit, "稍后再看");
      await visit.page.goto("/later");
    },
  },
  {
    name: "suggestions",
    open: async ({ page }) => {
      for (const word of ["海边", "海上日出"]) await page.goto(`/sreinfo?searchStr=${word}`);
      await page.goto("/sreach");
      await page.getByRole("searchbox").pressSequentially("海");
      await page.getByRole("option").nth(4).waitFor();
    },
  },
  at("results-filtered", "/sreinfo?searchStr=海&title=search&type=101"),
  at("account-theme", "/centersetting"),
  {
    name: "watch-settings",
    open: async ({ page }) => {
      await page.goto("/videoinfo?id=100301");
      const player = playerOn(page);
      await page.waitForFunction(() => (document.querySelector("video")?.currentTime ?? 0) > 1);
      await player.showControls();
      await player.button("设置").tap();
      await page.getByRole("dialog", { name: "设置" }).waitFor();
    },
  },
  {
    name: "mini-player",
    open: async (visit) => {
      const { page } = visit;
      await (await visit.member()).makeVip();
      await page.goto("/");
      await page.locator('a[href^="/videoinfo?id="]:visible').first().tap();
      await page.waitForFunction(() => (document.querySelector("video")?.currentTime ?? 0) > 2);
      await page.goBack();
      await page.getByRole("region", { name: "小窗播放" }).waitFor();
    },
  },
  {
    name: "scrub-picture",
    phoneOnly: true,
    open: async (visit) => {
      const { page } = visit;
      await (await visit.member()).makeVip();
      await page.goto("/videoinfo?id=100301");
      const player = playerOn(page);
      await page.waitForFunction(() => (document.querySelector("video")?.currentTime ?? 0) > 1);
      await player.read((element) => element.pause());
      await player.showControls();
      const { x, y, width, height } = await boxOf(page.getByRole("slider", { name: "播放进度" }));
      const finger = await fingerOn(page);
      await finger.down(x + width * 0.1, y + height / 2);
      await finger.moveBy(width * 0.45, 0);
      await page.locator("[role=slider][data-pictured] canvas:not([data-late])").waitFor();
    },
  },
];
