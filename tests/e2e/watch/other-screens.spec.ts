import type { Page } from "playwright/test";
import { violations } from "../fixtures/axe.ts";
import { boxOf } from "../fixtures/boxes.ts";
import { painted } from "../fixtures/drawn.ts";
import { shifts, watchShifts } from "../fixtures/layout-shifts.ts";
import { expect, playerOn, test } from "../fixtures/playback.ts";
import { setInsets } from "../fixtures/safe-area.ts";
import { fingerOn } from "../fixtures/touch.ts";

/** A video with subtitles and a second audio track. */
const TRACKS = 130_006;
/** A video without. */
const PLAIN = 100_301;

/** As on an iPhone: only a bare video can be fullscreen. */
const withoutElementFullscreen = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(Document.prototype, "fullscreenEnabled", { get: () => undefined });
    Reflect.deleteProperty(Element.prototype, "requestFullscreen");
  });

const store = (page: Page, values: Record<string, unknown>) =>
  page.addInitScript((entries) => {
    if (window.origin === "null") return;
    for (const [name, value] of Object.entries(entries))
      if (localStorage.getItem(name) === null) localStorage.setItem(name, JSON.stringify(value));
  }, values);

async function open(page: Page, code = TRACKS) {
  // separate audio has no beginning, and the browser would log the failed request
  await page.route("**/beginning", (route) => route.fulfill({ status: 204 }));
  await page.goto(`/videoinfo?id=${code}`);
  const player = playerOn(page);
  await expect.poll(player.time).toBeGreaterThan(0.5);
  return player;
}

const pause = (page: Page) => playerOn(page).read((element) => element.pause());

test.describe("in browsers in which only a video can be fullscreen", () => {
  test.beforeEach(({ page }) => withoutElementFullscreen(page));

  test("the player fills the window in both orientations with its own controls and gestures, and back, Escape and the button leave it", async ({
    page,
    watch,
  }) => {
    const player = await watch();
    await pause(page);
    const address = page.url();
    // Playwright's own `tap` may scroll
    const fill = () => player.button("全屏").evaluate((button: HTMLElement) => button.click());
    const left = () => expect(player.button("全屏")).toBeVisible();
    const header = page.locator("header");
    await page.evaluate(() => window.scrollTo({ top: 90, behavior: "instant" }));

    await test.step("portrait", async () => {
      await fill();
      const whole = { x: 0, y: 0, width: 390, height: 844 };
      await expect.poll(() => boxOf(player.video)).toEqual(whole);
      await expect(header).toHaveAttribute("inert");
      await expect(page.locator("a[href]:not([inert] *)")).toHaveCount(0);
      const overflow = () =>
        page.evaluate(() => getComputedStyle(document.documentElement).overflow);
      expect(await overflow()).toBe("hidden");
      expect(await violations(page)).toEqual([]);
    });

    await test.step("a drag darkens the picture, and locking hides the controls", async () => {
      const finger = await fingerOn(page);
      await finger.down(100, 300);
      await finger.moveBy(4, 300);
      await expect(page.getByText(/^亮度 \d\d%$/)).toBeVisible();
      await finger.lift();
      await expect(page.getByText(/^亮度/)).toHaveCount(0);
      await player.button("锁定").tap();
      await expect(player.button("退出全屏")).toBeHidden();
      await player.button("解锁").tap();
    });

    await test.step("landscape, within the safe area", async () => {
      await page.setViewportSize({ width: 844, height: 390 });
      await setInsets(page, { left: 47, right: 47, bottom: 21 });
      const whole = { x: 0, y: 0, width: 844, height: 390 };
      await expect.poll(() => boxOf(player.video)).toEqual(whole);
      for (const name of ["返回", "退出全屏", "设置"]) {
        const { x, y, width, height } = await boxOf(player.button(name));
        expect(x).toBeGreaterThanOrEqual(47);
        expect(x + width).toBeLessThanOrEqual(844 - 47);
        expect(y + height).toBeLessThanOrEqual(390 - 21);
      }
      await setInsets(page, {});
      await page.setViewportSize({ width: 390, height: 844 });
    });

    await test.step("back closes a menu, then the window, and stays on the page", async () => {
      await player.button(/^倍速/).tap();
      const menu = page.getByRole("menu");
      await expect(menu).toBeVisible();
      await expect.poll(() => page.evaluate(() => history.state.overlays)).toBe(2);
      await page.goBack();
      await expect(menu).toHaveCount(0);
      await expect(player.button("退出全屏")).toBeVisible();
      await page.goBack();
      await left();
      expect(page.url()).toBe(address);
      expect(await header.getAttribute("inert")).toBeNull();
      expect(await page.evaluate(() => window.scrollY)).toBe(90);
    });

    await test.step("Escape leaves it, but closes a menu first", async () => {
      await fill();
      await player.button(/^倍速/).tap();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("menu")).toHaveCount(0);
      await expect(player.button("退出全屏")).toBeVisible();
      await page.keyboard.press("Escape");
      await left();
    });

    await test.step("the button and the key leave it, and the settings open above it", async () => {
      await fill();
      await player.button("设置").tap();
      const sheet = page.getByRole("dialog", { name: "设置" });
      await sheet.getByRole("radio", { name: "较少" }).check();
      await sheet.getByRole("button", { name: "关闭" }).tap();
      await player.button("退出全屏").tap();
      await left();
      await page.keyboard.press("f");
      await expect(player.button("退出全屏")).toBeVisible();
      await page.keyboard.press("f");
      await left();
    });
  });

  test("a preview that ends leaves the filled window for its offer", async ({ page }) => {
    const player = await open(page);
    await page
      .locator("video")
      .first()
      .evaluate((video) => (video as HTMLVideoElement).pause());
    await player.button("全屏").tap();
    await expect(player.button("退出全屏")).toBeVisible();
    await player.seek(14.5);
    await player.read((element) => element.play());
    await expect(page.getByRole("dialog", { name: "付费影视" })).toBeVisible();
    await expect(page.locator("[data-full]")).toHaveCount(0);
  });
});

test.describe("subtitles and sound", () => {
  test.beforeEach(async ({ page, memberOn }) => (await memberOn(page)).makeVip());
  const cue = (page: Page) => page.locator("div[lang] p");

  test("from the playlist are chosen in menus, sit above the controls, and are remembered by language", async ({
    page,
  }) => {
    const player = await open(page);
    await pause(page);
    await player.seek(7);

    await test.step("subtitles", async () => {
      await player.button(/^字幕/).tap();
      const menu = page.getByRole("menu", { name: "字幕" });
      await expect(menu.getByRole("menuitemradio")).toHaveText(["关闭", "中文", "English"]);
      await expect(menu.getByRole("menuitemradio", { name: "关闭" })).toBeChecked();
      await menu.getByRole("menuitemradio", { name: "中文" }).tap();
      await expect(cue(page)).toHaveText(/^左边的色条用来核对颜色，\s右边的格子用来核对清晰度。$/);
      const slider = await boxOf(page.getByRole("slider", { name: "播放进度" }));
      const line = await boxOf(cue(page));
      expect(line.y + line.height).toBeLessThanOrEqual(slider.y + slider.height / 2);
      expect(await violations(page)).toEqual([]);
    });

    await test.step("lower when the controls are hidden, and in time with playback", async () => {
      const before = await boxOf(cue(page));
      await page.evaluate(watchShifts);
      await player.read((element) => element.play());
      await expect(page.locator("[data-idle=true]")).toHaveCount(1);
      await expect(cue(page)).toHaveText("每走一秒，钟就响一声。");
      await expect.poll(async () => (await boxOf(cue(page))).y).toBeGreaterThan(before.y + 20);
      await painted(page);
      const moved = (await shifts(page)).flatMap((shift) => shift.moved);
      expect(moved.filter((what) => /> <(p|div|button)/.test(what))).toEqual([]);
      await pause(page);
    });

    await test.step("in the size and colour from the settings", async () => {
      const look = () =>
        cue(page).evaluate((line) => [
          getComputedStyle(line).fontSize,
          getComputedStyle(line).color,
        ]);
      const [size] = await look();
      await player.button("设置").tap();
      const sheet = page.getByRole("dialog", { name: "设置" });
      const choose = (group: string, name: string) =>
        sheet
          .getByRole("radiogroup", { name: group })
          .getByRole("radio", { name, exact: true })
          .check();
      await choose("字幕大小", "大");
      await choose("字幕颜色", "黄色");
      await sheet.getByRole("button", { name: "关闭" }).tap();
      const [larger, colour] = await look();
      expect(Number.parseFloat(larger ?? "")).toBeGreaterThan(Number.parseFloat(size ?? "") * 1.3);
      expect(colour).toBe("rgb(255, 225, 77)");
    });

    await test.step("sound", async () => {
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      await player.button(/^音轨/).tap();
      const menu = page.getByRole("menu", { name: "音轨" });
      await expect(menu.getByRole("menuitemradio", { name: "原声" })).toBeChecked();
      await menu.getByRole("menuitemradio", { name: "配乐" }).tap();
      await expect.poll(() => asked.filter((url) => url.endsWith("/index.m3u8"))).toHaveLength(1);
      await player.read((element) => element.play());
      const from = await player.time();
      await expect.poll(player.time).toBeGreaterThan(from + 2);
    });

    await test.step("after a reload", async () => {
      await page.reload();
      await expect.poll(player.time).toBeGreaterThan(0.5);
      await pause(page);
      await player.seek(7);
      await expect(cue(page)).toHaveText(/左边的色条/);
      await player.button(/^音轨/).tap();
      await expect(page.getByRole("menuitemradio", { name: "配乐" })).toBeChecked();
      await page.keyboard.press("Escape");
      await player.button(/^字幕/).tap();
      await page.getByRole("menuitemradio", { name: "关闭" }).tap();
      await expect(cue(page)).toHaveCount(0);
    });
  });

  test("have no menus if the video has none", async ({ page }) => {
    const player = await open(page, PLAIN);
    await pause(page);
    await expect(player.button("画中画")).toBeVisible();
    await expect(player.button(/^(字幕|音轨)/)).toHaveCount(0);
  });
});

/** A browser with WebKit's API for devices. */
const withTargets = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(HTMLVideoElement.prototype, {
      webkitShowPlaybackTargetPicker(this: HTMLVideoElement) {
        const key = "webkitCurrentPlaybackTargetIsWireless";
        Reflect.set(this, key, !Reflect.get(this, key));
        this.dispatchEvent(new Event("webkitcurrentplaybacktargetiswirelesschanged"));
      },
    });
  });
const tellOfDevices = (page: Page, availability: string) =>
  playerOn(page).video.evaluate((video, value) => {
    const event = new Event("webkitplaybacktargetavailabilitychanged");
    video.dispatchEvent(Object.assign(event, { availability: value }));
  }, availability);

const SEALED = /\/stream\/receiver\.[\w-]{40,}\/index\.m3u8$/;
const src = (page: Page) => playerOn(page).read((element) => element.currentSrc);

test("with WebKit's API the cast button shows while a device is available, and the device's stream address needs no cookie", async ({
  page,
  memberOn,
}) => {
  await withTargets(page);
  await store(page, { engine: "system" });
  await (await memberOn(page)).makeVip();
  const player = await open(page, PLAIN);
  await pause(page);
  await expect(player.button("画中画")).toBeVisible();
  const cast = player.button("投屏");
  await expect(cast).toHaveCount(0);
  await tellOfDevices(page, "available");
  await expect(cast).toBeVisible();
  expect(new URL(await src(page)).pathname).toBe(`/stream/${PLAIN}/0/0/index.m3u8`);
  await player.seek(20);
  await cast.tap();
  await expect(page.getByRole("status").getByText("正在投屏播放")).toBeVisible();
  await expect(cast).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => src(page)).toMatch(SEALED);
  await expect.poll(player.time).toBeGreaterThan(19);
  expect(await player.paused()).toBe(true);
  expect(await violations(page)).toEqual([]);
  const received = await page.request.storageState().then(async () => {
    const answer = await fetch(await src(page));
    return [answer.status, await answer.text()] as const;
  });
  expect(received[0]).toBe(200);
  expect(received[1]).toContain("#EXTM3U");
  await cast.tap();
  await expect(page.getByText("正在投屏播放")).toHaveCount(0);
  await tellOfDevices(page, "not-available");
  await expect(cast).toHaveCount(0);
});

test("with the standard API the availability, connecting and playing of devices are shown", async ({
  page,
  watch,
}) => {
  await page.addInitScript(() => {
    const remote = new EventTarget();
    const go = (state: string, event: string) => {
      Reflect.set(remote, "state", state);
      remote.dispatchEvent(new Event(event));
    };
    Object.assign(remote, {
      state: "disconnected",
      watchAvailability: async (callback: (available: boolean) => void) => {
        Object.assign(window, { tellOfDevice: callback });
        return 1;
      },
      cancelWatchAvailability: async () => undefined,
      prompt: async () => go("connecting", "connecting"),
    });
    Object.assign(window, { connectDevice: go });
    Object.defineProperty(HTMLMediaElement.prototype, "remote", { get: () => remote });
  });
  const player = await watch();
  await pause(page);
  const call = (name: string, ...args: unknown[]) =>
    page.evaluate(([method, values]) => Reflect.get(window, method)(...values), [
      name,
      args,
    ] as const);
  const cast = player.button("投屏");
  await expect(player.button("画中画")).toBeVisible();
  await expect(cast).toHaveCount(0);
  await call("tellOfDevice", true);
  await cast.tap();
  await expect(page.getByText("正在连接设备")).toBeVisible();
  await call("connectDevice", "connected", "connect");
  await expect(page.getByText("正在投屏播放")).toBeVisible();
  // the browser streams hls.js's media to the device
  await expect.poll(() => src(page)).toMatch(/^blob:/);
  await call("connectDevice", "disconnected", "disconnect");
  await expect(page.getByText("正在投屏播放")).toHaveCount(0);
  await call("tellOfDevice", false);
  await expect(cast).toHaveCount(0);
});

test("a preview plays in the browser's own player, up to its end", async ({ page }) => {
  await store(page, { engine: "system" });
  const player = await open(page, PLAIN);
  expect(new URL(await src(page)).pathname).toBe(`/stream/${PLAIN}/0/0/index.m3u8`);
  expect(await player.read((element) => element.duration)).toBeCloseTo(16, 0);
  await player.seek(14);
  await expect(page.getByRole("dialog", { name: "付费影视" })).toBeVisible();
});

test("Safari with ManagedMediaSource plays natively, and with hls.js when chosen, with another source for AirPlay", async ({
  page,
  watch,
}) => {
  await page.addInitScript(() => {
    Object.assign(window, { ManagedMediaSource: class extends MediaSource {} });
  });
  const player = await watch();
  await pause(page);
  expect(new URL(await src(page)).pathname).toMatch(/^\/stream\/\d+\/0\/0\/index\.m3u8$/);
  await expect(player.button(/^清晰度/)).toHaveCount(0);
  await player.seek(30);
  await player.button("设置").tap();
  const engines = page.getByRole("radiogroup", { name: "播放内核" });
  await expect(engines.getByRole("radio", { name: "系统" })).toBeChecked();
  await engines.getByRole("radio", { name: "网页" }).check();
  await expect(engines.getByRole("radio", { name: "网页" })).toBeChecked();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("dialog", { name: "设置" }).getByRole("button", { name: "关闭" }).tap();
  await expect(player.button(/^清晰度/)).toBeVisible();
  const sources = () =>
    player.read((element) =>
      [...element.querySelectorAll("source")].map(({ src, type }) => ({ src, type })),
    );
  await expect.poll(async () => (await sources()).length).toBe(2);
  const [script, device] = await sources();
  expect(script?.src).toMatch(/^blob:/);
  expect(device?.type).toBe("application/x-mpegURL");
  expect(device?.src).toMatch(SEALED);
  expect(await player.read((element) => element.disableRemotePlayback)).toBe(false);
  await expect.poll(player.time).toBeGreaterThan(29);
  await page.reload();
  await expect(player.button(/^清晰度/)).toBeAttached();
});
