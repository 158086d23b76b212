import type { Locator, Page } from "playwright/test";
import { type Box, boxOf, gapBetween } from "../fixtures/boxes.ts";
import { painted } from "../fixtures/drawn.ts";
import { expect, type Player, playerOn, test } from "../fixtures/playback.ts";
import { setInsets } from "../fixtures/safe-area.ts";
import { showTitles } from "../fixtures/site.ts";
import { fingerOn } from "../fixtures/touch.ts";

const slider = (page: Page) => page.getByRole("slider", { name: "播放进度" });
const pause = (player: Player) => player.read((element) => element.pause());

/** Stores that the viewer left the video at this second. */
const leftAt = (page: Page, code: number, seconds: number, episode = 0) =>
  page.addInitScript(
    (left) => {
      if (window.origin === "null") return;
      localStorage.setItem("videoHistory", JSON.stringify([{ ...left, at: Date.now() }]));
    },
    { code: String(code), episode, seconds, length: 600 },
  );

const isOnTop = (locator: Locator) =>
  locator.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

function expectInside(box: Box, insets: { left: number; right: number; bottom: number }) {
  expect(box.x).toBeGreaterThanOrEqual(insets.left);
  expect(box.x + box.width).toBeLessThanOrEqual(844 - insets.right);
  expect(box.y + box.height).toBeLessThanOrEqual(390 - insets.bottom);
}

test("inline, the controls have no safe-area padding, and on the scrubber a vertical swipe scrolls the page and a horizontal one seeks", async ({
  page,
  watch,
}) => {
  const player = await watch();
  await pause(player);
  const controls = [
    slider(page),
    player.button("全屏"),
    player.button("画中画"),
    player.button(/^倍速/),
  ];
  const places = async () => {
    const picture = await boxOf(player.video);
    const boxes = await Promise.all(controls.map(boxOf));
    return boxes.map(({ x, y }) => [Math.round(x - picture.x), Math.round(y - picture.y)]);
  };
  const before = await places();
  await setInsets(page, { top: 47, bottom: 34 });
  const safeTop = () => page.locator("header").evaluate((bar) => getComputedStyle(bar).paddingTop);
  await expect.poll(safeTop).toBe("47px");
  expect(await places()).toEqual(before);
  for (const button of [player.button("画中画"), player.button(/^倍速/)])
    expect(gapBetween(await boxOf(button), await boxOf(player.button("前进10秒")))).toBeGreaterThan(
      0,
    );

  await test.step("swipes that start on the scrubber", async () => {
    await player.seek(22);
    const { x, y, width } = await boxOf(slider(page));
    const finger = await fingerOn(page);
    await finger.down(x + width * 0.6, y + 10);
    await finger.moveBy(4, -160);
    await finger.lift();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(80);
    expect(await player.time()).toBeCloseTo(22, 1);
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
    await finger.down(x + width * 0.3, y + 10);
    await finger.moveBy(width * 0.2, 6);
    await finger.lift();
    const duration = await player.read((element) => element.duration);
    await expect.poll(player.time).toBeCloseTo(duration / 2, 0);
  });
});

test("a button tapped right after a quick drag works", async ({ page, watch }) => {
  const player = await watch();
  await pause(player);
  const finger = await fingerOn(page);
  const settings = page.getByRole("dialog");
  const drags = {
    "on the picture": () => player.place(0.2, 0.4),
    "on the scrubber": async () => {
      const { x, y, width } = await boxOf(slider(page));
      return { x: x + width * 0.2, y: y + 10 };
    },
  };
  for (const [name, start] of Object.entries(drags))
    await test.step(name, async () => {
      const { x, y } = await start();
      await finger.down(x, y);
      await finger.moveBy(200, 3);
      await finger.lift();
      await player.button("设置").tap();
      await expect(settings).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(settings).toHaveCount(0);
    });
  await test.step("for the brightness", async () => {
    await player.button("全屏").tap();
    await expect(player.button("锁定")).toBeVisible();
    await expect.poll(async () => (await boxOf(player.video)).height).toBeGreaterThan(700);
    await finger.down(100, 300);
    await finger.moveBy(4, 300);
    await finger.lift();
    await player.button("锁定").tap();
    await expect(player.button("解锁")).toBeVisible();
  });
});

test("the resume chip keeps clear of the scrubber and the buttons at any width, and in fullscreen is beside the notch", async ({
  page,
  code,
  watch,
}) => {
  await leftAt(page, code, 100);
  const player = await watch();
  await pause(player);
  const chip = page.locator("[data-offer]");
  for (const width of [320, 360, 390, 430])
    await test.step(`${width} px wide`, async () => {
      await page.setViewportSize({ width, height: 844 });
      await painted(page);
      const place = await boxOf(chip);
      expect(gapBetween(place, await boxOf(slider(page)))).toBeGreaterThanOrEqual(4);
      for (const name of ["播放", "画中画", "后退10秒", "前进10秒"]) {
        const button = page.getByRole("button", { name, exact: true });
        if (await button.isVisible())
          expect(gapBetween(place, await boxOf(button)), name).toBeGreaterThanOrEqual(4);
      }
      const covers = await slider(page).evaluate((bar) => {
        const { left, top, width, height } = bar.getBoundingClientRect();
        const share = Number(getComputedStyle(bar).getPropertyValue("--played"));
        return !bar.contains(document.elementFromPoint(left + width * share, top + height / 2));
      });
      expect(covers).toBe(false);
    });

  await test.step("in fullscreen", async () => {
    await page.setViewportSize({ width: 844, height: 390 });
    await setInsets(page, { left: 47, right: 47, bottom: 21 });
    await player.button("全屏").tap();
    await expect(player.button("退出全屏")).toBeVisible();
    const place = await boxOf(chip);
    expect(place.x).toBeGreaterThanOrEqual(47);
    expect(gapBetween(place, await boxOf(slider(page)))).toBeGreaterThanOrEqual(4);
  });
});

/** The duration in the progress slider's `05:36 / 23:18`. */
const total = async (page: Page) =>
  (await slider(page).getAttribute("aria-valuetext"))?.split(" / ")[1] ?? "";
const strip = (page: Page) => page.getByRole("region", { name: "剧集" });

test("the current episode's name and own duration are shown", async ({ page, watch }) => {
  await showTitles(page);
  const player = await watch();
  const title = await page.getByRole("main").getByRole("heading", { level: 2 }).first().innerText();
  await expect(page).toHaveTitle(`${title} 第1集`);
  await strip(page).getByRole("button", { name: "第2集" }).tap();
  await expect(page).toHaveTitle(`${title} 第2集`);
  await expect.poll(player.time).toBeGreaterThan(0.5);
  const onLockScreen = () => page.evaluate(() => navigator.mediaSession.metadata?.title);
  await expect.poll(onLockScreen).toBe(`${title} 第2集`);

  const seconds = await player.read((element) => element.duration);
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const own = `${two(seconds / 60)}:${two(seconds % 60)}`;
  expect(await total(page)).toBe(own);
  await expect(page.getByRole("main").getByText(own, { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "分享" }).tap();
  const card = page.getByRole("dialog", { name: "分享" });
  await expect(card.getByRole("heading", { level: 3 })).toHaveText(`${title} 第2集`);
  await expect(card.getByText(own, { exact: true })).toBeVisible();
  await expect(card.getByText(/\/videoinfo\?id=\d+&ep=\d+%2F0%2F1&share=/)).toBeVisible();
  await card.getByRole("button", { name: "关闭" }).tap();

  await page.setViewportSize({ width: 844, height: 390 });
  await pause(player);
  await player.button("全屏").tap();
  await expect(page.getByText(`${title} 第2集`)).toBeVisible();
});

test("a preview of an episode shows that episode's duration, not another's", async ({
  page,
  code,
  memberOn,
}) => {
  await showTitles(page);
  await page.goto(`/videoinfo?id=${code}`);
  await expect(page.locator("[data-marked]")).toHaveCount(1);
  const first = await total(page);
  await strip(page).getByRole("button", { name: "第2集" }).tap();
  await expect(page).toHaveTitle(/第2集$/);
  await expect.poll(() => total(page)).not.toBe(first);
  const told = await total(page);
  await (await memberOn(page)).makeVip();
  await page.goto(`/videoinfo?id=${code}&ep=${code}%2F0%2F1`);
  await expect.poll(() => total(page)).not.toBe("00:00");
  await expect(page.locator("[data-marked]")).toHaveCount(0);
  expect(await total(page)).toBe(told);
});

test.describe("a phone in landscape", () => {
  test.use({ viewport: { width: 844, height: 390 } });
  const insets = { left: 47, right: 47, bottom: 21 };

  test.beforeEach(({ page }) => showTitles(page));

  test("has a player that fills the window, and the page below it", async ({ page, watch }) => {
    const player = await watch();
    await setInsets(page, insets);
    await pause(player);
    await expect.poll(() => boxOf(player.video)).toEqual({ x: 0, y: 0, width: 844, height: 390 });
    const title = await page.title();
    const named = page.getByRole("main").locator("p").getByText(title);
    await expect(named).toBeVisible();
    const back = page.getByRole("link", { name: "返回" });
    expect(await isOnTop(back)).toBe(true);
    expect(gapBetween(await boxOf(back), await boxOf(named))).toBeGreaterThanOrEqual(0);
    for (const control of [back, player.button("画中画"), player.button("全屏"), slider(page)])
      expectInside(await boxOf(control), insets);
    await page.evaluate(() => window.scrollTo({ top: 390, behavior: "instant" }));
    await expect(strip(page)).toBeInViewport();
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
    await back.tap();
    await expect(page.locator("video")).toHaveCount(0);
  });

  test("in fullscreen, the back button, title, episodes, speed and quality are within the safe area", async ({
    page,
    watch,
  }) => {
    const player = await watch();
    await setInsets(page, insets);
    await pause(player);
    await player.button("全屏").tap();
    const controls = page.locator("[data-shown]").getByRole("button");
    const back = controls.and(page.getByRole("button", { name: "返回" }));
    await expect(back).toBeVisible();
    for (const name of [/^返回$/, /^锁定$/, /^选集/, /^下一集$/, /^倍速/, /^清晰度/, /^弹幕$/])
      expectInside(await boxOf(controls.and(player.button(name))), insets);
    const all = await controls.all();
    const boxes = await Promise.all(all.map(boxOf));
    for (const [index, box] of boxes.entries())
      for (const other of boxes.slice(index + 1))
        expect(gapBetween(box, other)).toBeGreaterThanOrEqual(0);
    await controls.and(player.button(/^选集/)).tap();
    const episodes = page.getByRole("menu", { name: "选集" }).getByRole("menuitemradio");
    await expect(episodes.first()).toBeChecked();
    await episodes.nth(1).tap();
    await expect(page).toHaveTitle(/第2集$/);
    await expect.poll(player.paused).toBe(false);
    await player.button("下一集").tap();
    await expect(page).toHaveTitle(/第3集$/);
    await player.showControls();
    await back.tap();
    await expect(player.button("全屏")).toBeVisible();
  });

  test("in fullscreen, a vertical drag sets the volume on the right and the brightness on the left; a locked screen ignores gestures and shows how to unlock", async ({
    page,
    watch,
  }) => {
    const player = await watch();
    await pause(player);
    await player.button("全屏").tap();
    await expect(player.button("退出全屏")).toBeVisible();
    const finger = await fingerOn(page);

    await test.step("drags", async () => {
      await finger.down(640, 90);
      await finger.moveBy(4, 150);
      await expect(page.getByText(/^音量 \d\d%$/)).toBeVisible();
      await finger.lift();
      const volume = await player.read((element) => element.volume);
      expect(volume).toBeGreaterThan(0.5);
      expect(volume).toBeLessThan(0.75);
      const veil = () =>
        player.read((element) =>
          Number(getComputedStyle(element.parentElement as Element, "::before").opacity),
        );
      expect(await veil()).toBe(0);
      await finger.down(200, 90);
      await finger.moveBy(4, 150);
      await expect(page.getByText(/^亮度 \d\d%$/)).toBeVisible();
      await finger.lift();
      expect(await veil()).toBeGreaterThan(0.25);
      await finger.down(200, 90);
      await finger.moveBy(4, 290);
      await finger.lift();
      expect(await veil()).toBeLessThanOrEqual(0.85);
      expect(await player.paused()).toBe(true);
      expect(await player.time()).toBeLessThan(30);
    });

    await test.step("a locked screen", async () => {
      await player.read((element) => element.play());
      await expect.poll(player.paused).toBe(false);
      await player.showControls();
      await player.button("锁定").tap();
      const unlock = player.button("解锁");
      await expect(unlock).toBeVisible();
      for (const name of ["暂停", "退出全屏"]) await expect(player.button(name)).toBeHidden();
      await player.tap(0.5, 0.3, 2);
      const before = await player.time();
      await finger.down(300, 150);
      await finger.moveBy(200, 0);
      await finger.lift();
      expect(await player.paused()).toBe(false);
      expect(await player.time()).toBeLessThan(before + 30);
      await player.showControls();
      await unlock.tap();
      await expect(player.button("暂停")).toBeVisible();
      await player.button("锁定").tap();
      await page.evaluate(() => document.exitFullscreen());
      await expect(player.button("暂停")).toBeVisible();
    });
  });
});

test("after fullscreen the page is at the same scroll position, in both orientations", async ({
  page,
  watch,
}) => {
  const player = await watch();
  await pause(player);
  const finger = await fingerOn(page);
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ])
    await test.step(`${viewport.width} px wide`, async () => {
      await page.setViewportSize(viewport);
      await painted(page);
      await page.evaluate(() => window.scrollTo({ top: 150, behavior: "instant" }));
      // not Playwright's `tap`, which may scroll
      const { x, y } = await boxOf(player.button("全屏"));
      await finger.down(x + 20, y + 20);
      await finger.lift();
      await expect(player.button("退出全屏")).toBeVisible();
      await painted(page);
      await page.evaluate(() => document.exitFullscreen());
      await expect(player.button("全屏")).toBeVisible();
      await painted(page);
      expect(await page.evaluate(() => window.scrollY)).toBe(150);
    });
});

test.describe("if only the phone's buttons set the volume", () => {
  test.use({ viewport: { width: 844, height: 390 } });

  test("a vertical drag on the right does nothing", async ({ page, watch }) => {
    await page.addInitScript(() => {
      Object.defineProperty(HTMLMediaElement.prototype, "volume", {
        get: () => 1,
        set: () => undefined,
      });
    });
    const player = await watch();
    await pause(player);
    await player.button("全屏").tap();
    await expect(player.button("退出全屏")).toBeVisible();
    const finger = await fingerOn(page);
    await finger.down(640, 90);
    await finger.moveBy(4, 150);
    await expect(page.getByText(/^(音量 \d+%|已静音)$/)).toHaveCount(0);
    await finger.lift();
    await finger.down(200, 90);
    await finger.moveBy(4, 150);
    await expect(page.getByText(/^亮度 \d+%$/)).toBeVisible();
    await finger.lift();
  });
});

test("the page lists the episodes by name, with the current one marked and in view", async ({
  page,
  code,
  watch,
}) => {
  await leftAt(page, code, 40, 3);
  const player = await watch();
  const current = strip(page).locator("[aria-current=true]");
  await expect(current).toHaveText("第4集");
  await expect(current).toBeInViewport({ ratio: 1 });
  const names = await strip(page).getByRole("listitem").allInnerTexts();
  await strip(page).getByRole("button", { name: "第3集" }).tap();
  await expect(current).toHaveText("第3集");
  await expect.poll(player.time).toBeLessThan(30);
  await strip(page)
    .getByRole("button", { name: `全部${names.length}集` })
    .tap();
  const sheet = page.getByRole("dialog", { name: "选集" });
  const first = sheet.getByRole("list").first();
  expect(await first.getByRole("listitem").allInnerTexts()).toEqual(names);
  await first.getByRole("button").first().tap();
  await expect(current).toHaveText("第1集");
});

test.describe("on a first visit", () => {
  test.use({ firstVisit: true });

  test("a shared link's video waits for the age gate, and plays in the tap that confirms it", async ({
    page,
    code,
  }) => {
    // as on a phone, where playback with sound needs a tap
    await page.addInitScript(() => {
      const play = HTMLMediaElement.prototype.play;
      HTMLMediaElement.prototype.play = async function () {
        if (!navigator.userActivation.isActive) throw new DOMException("", "NotAllowedError");
        return play.call(this);
      };
    });
    await page.goto(`/videoinfo?id=${code}&share=12345678`);
    const player = playerOn(page);
    await expect.poll(() => player.read((element) => element.readyState)).toBeGreaterThan(0);
    expect(await player.paused()).toBe(true);
    await page.getByRole("button", { name: "我已年满18岁，进入" }).tap();
    await expect.poll(player.time).toBeGreaterThan(0.5);
  });
});
