import type { Page } from "playwright/test";
import { violations } from "../fixtures/axe.ts";
import { expect, type Player, playerOn, test } from "../fixtures/playback.ts";

/** One with subtitles. */
const TRACKS = 130_006;
/** The demo clips have 24 pictures a second. */
const FRAME_SECONDS = 1 / 24;

const keyList = (page: Page) => page.getByRole("dialog", { name: "键盘快捷键" });
const settings = (page: Page) => page.getByRole("dialog", { name: "设置" });
const pause = (player: Player) => player.read((element) => element.pause());

const desktop = { isMobile: false, hasTouch: false, viewport: { width: 1280, height: 800 } };

test.describe("with a keyboard", () => {
  test.use(desktop);

  test("? lists all keys, which do nothing while the list is open; the settings lead to it, too", async ({
    page,
    watch,
  }) => {
    const player = await watch();
    await pause(player);

    await test.step("by its key", async () => {
      await page.keyboard.press("?");
      await expect(keyList(page)).toBeVisible();
      await expect(keyList(page).locator("kbd")).toHaveText([
        ...["K", "空格", "←", "→", "↑", "↓", "M", "0 – 9", ",", ".", "<", ">", "P", "N"],
        ...["C", "F", "?", "I", "↑", "↓", "←", "→", "Esc"],
      ]);
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press("m");
      await page.keyboard.press(">");
      await page.keyboard.press("Escape");
      await expect(keyList(page)).toBeHidden();
      expect(await player.read(({ muted, playbackRate }) => [muted, playbackRate])).toEqual([
        ...[false, 1],
      ]);
    });

    await test.step("from the settings, in their place", async () => {
      await player.button("设置").click();
      await settings(page).getByRole("button", { name: "键盘快捷键" }).click();
      await expect(keyList(page)).toBeVisible();
      await expect(settings(page)).toBeHidden();
      expect(await violations(page)).toEqual([]);
      await page.goBack();
      await expect(keyList(page)).toBeHidden();
      await expect(page).toHaveURL(/videoinfo/);
    });
  });

  test("keys change the speed in steps and the episode", async ({ page, watch }) => {
    const player = await watch();
    const speed = player.button(/^倍速/);
    for (const [key, rate] of [
      [">", 1.25],
      [">", 1.5],
      ["<", 1.25],
    ] as const) {
      await page.keyboard.press(key);
      await expect(page.getByText(`倍速 ${rate}x`)).toBeVisible();
      expect(await player.rate()).toBe(rate);
      await expect(speed).toHaveAccessibleName(`倍速 ${rate}x`);
    }
    await player.read((element) => {
      element.defaultPlaybackRate = 1.35;
    });
    await page.keyboard.press("<");
    await expect.poll(player.rate).toBe(1.25);
    await page.keyboard.press("Control+>");
    expect(await player.rate()).toBe(1.25);

    const episode = page.getByLabel("剧集").locator("[aria-current=true]");
    const first = await episode.textContent();
    await page.keyboard.press("n");
    await expect(episode).not.toHaveText(first ?? "");
    await page.keyboard.press("p");
    await expect(episode).toHaveText(first ?? "");
    await page.keyboard.press("p");
    await expect(episode).toHaveText(first ?? "");
  });

  test("c turns the subtitles on and off", async ({ page, watch }) => {
    // sound that comes apart from the picture has no such piece, which the browser's console would complain about
    await page.route("**/beginning", (route) => route.fulfill({ status: 204 }));
    const player = await watch(TRACKS);
    await pause(player);
    await player.seek(7);
    const cue = page.locator("div[lang] p");
    await expect(player.button(/^字幕/)).toBeVisible();
    await page.keyboard.press("c");
    await expect(page.getByText("字幕 中文")).toBeVisible();
    await expect(cue).toHaveText(/左边的色条/);
    await page.keyboard.press("c");
    await expect(page.getByText("字幕 关闭")).toBeVisible();
    await expect(cue).toHaveCount(0);
  });

  test("a paused video is stepped by single frames, whose length is that of the frames played", async ({
    page,
    watch,
  }) => {
    const player = await watch();
    const frame = () => page.evaluate(() => (window as unknown as { frame: number }).frame);
    await player.read((element) => {
      const note: VideoFrameRequestCallback = (_now, { mediaTime }) => {
        Object.assign(window, { frame: mediaTime });
        element.requestVideoFrameCallback(note);
      };
      element.requestVideoFrameCallback(note);
    });
    await page.keyboard.press(".");
    expect(await player.paused()).toBe(false);
    const from = await player.time();
    await expect.poll(player.time).toBeGreaterThan(from + 2);
    await pause(player);
    await player.seek(30);
    await expect.poll(frame).toBeCloseTo(30, 1);
    for (const [key, sign] of [...",,,....."].map((key) => [key, key === "," ? -1 : 1] as const)) {
      const before = await frame();
      await page.keyboard.press(key);
      await expect.poll(frame).toBeCloseTo(before + sign * FRAME_SECONDS, 3);
      await expect.poll(() => player.read(({ seeking }) => seeking)).toBe(false);
    }
  });

  test("where a mouse points at the page, arrows go on seeking and changing the volume on a control", async ({
    page,
    watch,
  }) => {
    const player = await watch();
    await pause(player);
    await player.button("弹幕").click();
    await player.seek(20);
    await page.keyboard.press("ArrowRight");
    await expect.poll(player.time).toBeCloseTo(25, 0);
    await page.keyboard.press("ArrowDown");
    await expect(page.getByText("音量 95%")).toBeVisible();
    await expect(player.button("弹幕")).toBeFocused();
  });
});

const FOCUSABLE =
  ":is(a[href], button, input, summary, [role=slider]):not([tabindex='-1'], [inert] *)";

/** What the arrow keys lead to from where the focus is, and what of the page, or of its open dialog, they never reach. */
async function walkByArrows(page: Page) {
  await page.evaluate((focusable) => {
    const root = document.querySelector("dialog:modal") ?? document.body;
    const all = [...root.querySelectorAll<HTMLElement>(focusable)];
    const places = all.filter((element) => element.checkVisibility({ visibilityProperty: true }));
    Object.assign(window, { places, start: document.activeElement });
  }, FOCUSABLE);
  const focus = (place: number) =>
    page.evaluate((at) => {
      const { places, start } = window as unknown as Record<string, HTMLElement[]> & {
        start: HTMLElement;
      };
      const element = places?.[at] ?? start;
      element.focus();
      if (element === document.body) (document.activeElement as HTMLElement).blur();
    }, place);
  const focused = () =>
    page.evaluate(() => {
      const { places } = window as unknown as { places: Element[] };
      return places.indexOf(document.activeElement ?? document.body);
    });
  const reached = new Set([-1]);
  for (const place of reached) {
    for (const arrow of ["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"]) {
      await focus(place);
      await page.keyboard.press(arrow);
      reached.add(await focused());
    }
  }
  return page.evaluate(
    (found) => {
      const { places } = window as unknown as { places: HTMLElement[] };
      const name = (element: HTMLElement) =>
        element.getAttribute("aria-label") ?? element.textContent ?? "";
      return {
        reached: found.filter((at) => at >= 0).map((at) => name(places[at] as HTMLElement)),
        missed: places.filter((_, at) => !found.includes(at)).map(name),
      };
    },
    [...reached],
  );
}

test.describe("with a television's remote control", () => {
  test.use(desktop);

  test("the arrow keys reach every control of the player, of the page and of the settings, and back leads to the picture", async ({
    page,
    watch,
  }) => {
    const player = await watch();
    await expect(player.button("画中画")).toBeVisible();
    await pause(player);

    await test.step("down from the picture is the button in its middle", async () => {
      await page.keyboard.press("ArrowDown");
      await expect(player.button("播放")).toBeFocused();
    });

    await test.step("back leads to the picture, on which left and right seek", async () => {
      await page.keyboard.press("Escape");
      await expect(player.button("播放")).not.toBeFocused();
      await player.seek(20);
      await page.keyboard.press("ArrowRight");
      await expect.poll(player.time).toBeCloseTo(25, 0);
      await page.keyboard.press("ArrowDown");
      await expect(player.button("播放")).toBeFocused();
      await player.button("播放").dispatchEvent("keydown", { key: "GoBack" });
      await expect(player.button("播放")).not.toBeFocused();
    });

    await test.step("the slider is moved by left and right, and left by up and down", async () => {
      const slider = page.getByRole("slider", { name: "播放进度" });
      await slider.focus();
      await player.seek(20);
      await page.keyboard.press("ArrowLeft");
      await expect.poll(player.time).toBeCloseTo(15, 0);
      await expect(slider).toBeFocused();
      await page.keyboard.press("ArrowUp");
      await expect(player.button("播放")).toBeFocused();
    });

    await test.step("every control", async () => {
      const { reached, missed } = await walkByArrows(page);
      expect(missed).toEqual([]);
      expect(reached).toEqual(
        expect.arrayContaining([
          ...["返回", "播放", "后退10秒", "前进10秒", "播放进度", "下一集", "静音", "音量"],
          ...["弹幕", "设置", "全屏", "画中画", "收藏"],
        ]),
      );
      expect(reached.some((name) => name.startsWith("清晰度"))).toBe(true);
    });

    await test.step("in the settings", async () => {
      await player.button("设置").focus();
      await page.keyboard.press("Enter");
      await expect(settings(page)).toBeFocused();
      const { reached, missed } = await walkByArrows(page);
      expect(missed).toEqual([]);
      expect(reached.length).toBeGreaterThan(10);
      await page.keyboard.press("Escape");
      await expect(settings(page)).toBeHidden();
    });

    await test.step("in fullscreen only the player's", async () => {
      await player.button("全屏").focus();
      await page.keyboard.press("Enter");
      await expect(player.button("退出全屏")).toBeFocused();
      for (let press = 0; press < 4; press += 1) await page.keyboard.press("ArrowDown");
      await expect(player.button("退出全屏")).toBeFocused();
      await page.keyboard.press("ArrowLeft");
      // left and right have also chosen the playback engine in the settings, of which only one has qualities
      await expect(page.locator(":focus")).toHaveAccessibleName(/^(清晰度|选集)/);
    });
  });
});

test("on a phone the settings name no keys", async ({ page, watch }) => {
  await watch();
  await pause(playerOn(page));
  await playerOn(page).button("设置").tap();
  await expect(settings(page).getByRole("link", { name: "流量设置" })).toBeVisible();
  await expect(settings(page).getByText("键盘快捷键")).toBeHidden();
});
