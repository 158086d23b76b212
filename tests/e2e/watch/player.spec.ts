import { painted } from "../fixtures/drawn.ts";
import { shifts, watchShifts } from "../fixtures/layout-shifts.ts";
import { expect, playerOn, test } from "../fixtures/playback.ts";
import { showTitles } from "../fixtures/site.ts";
import { fingerOn } from "../fixtures/touch.ts";

test("time advances, and touches seek, pause, play and set the speed, which the next episode keeps", async ({
  page,
  watch,
}) => {
  const player = await watch();
  const finger = await fingerOn(page);

  await test.step("time advances, and a touch on the scrub bar seeks", async () => {
    const slider = page.getByRole("slider", { name: "播放进度" });
    const duration = await player.read((element) => element.duration);
    await player.showControls();
    const box = await slider.boundingBox();
    await slider.tap({ position: { x: (box?.width ?? 0) / 2, y: 10 } });
    await expect.poll(player.time).toBeGreaterThan(duration / 2 - 8);
    expect(await player.time()).toBeLessThan(duration / 2 + 60);
    await expect(slider).toHaveAttribute("aria-valuetext", /^\d\d:\d\d \/ \d\d:\d\d$/);
    const landed = await player.time();
    await expect.poll(player.time).toBeGreaterThan(landed + 1);
  });

  await test.step("consecutive taps on one side add up to ten seconds each, and in the middle pause and play", async () => {
    await player.seek(100);
    await player.tap(0.12, 0.45, 3);
    await expect(page.getByText("-20秒")).toBeVisible();
    expect(await player.time()).toBeLessThan(90);
    expect(await player.time()).toBeGreaterThan(79);
    await expect(page.getByText("-20秒")).toBeHidden();
    await player.tap(0.88, 0.45, 4);
    await expect(page.getByText("+30秒")).toBeVisible();
    expect(await player.time()).toBeGreaterThan(109);
    await expect(page.getByText("+30秒")).toBeHidden();
    await player.tap(0.5, 0.2, 2);
    await expect.poll(player.paused).toBe(true);
    await player.tap(0.5, 0.2, 2);
    await expect.poll(player.paused).toBe(false);
  });

  await test.step("a drag across the picture seeks, and leaving the picture cancels it", async () => {
    await player.seek(30);
    const { x, y } = await player.place(0.3, 0.3);
    await finger.down(x, y);
    await finger.moveBy(150, 0);
    await expect(page.getByText(/^\+6\d秒$/)).toBeVisible();
    expect(await player.time()).toBeLessThan(60);
    await finger.lift();
    await expect.poll(player.time).toBeGreaterThan(88);
    await expect(page.getByText(/^\+6\d秒$/)).toBeHidden();

    const before = await player.time();
    await finger.down(x, y);
    await finger.moveBy(150, 0);
    await finger.moveBy(0, 220);
    await expect(page.getByText("松开取消")).toBeVisible();
    await finger.lift();
    await expect(page.getByText("松开取消")).toBeHidden();
    expect(await player.time()).toBeLessThan(before + 30);
  });

  await test.step("a finger held down plays at double speed, and the chosen speed returns", async () => {
    await player.showControls();
    await player.button(/^倍速/).tap();
    await page.getByRole("menuitemradio", { name: "1.5x" }).tap();
    await expect(player.button("倍速 1.5x")).toBeVisible();
    const { x, y } = await player.place(0.7, 0.25);
    await finger.down(x, y);
    await expect(page.getByText("2倍速播放中")).toBeVisible();
    expect(await player.rate()).toBe(2);
    await finger.lift();
    await expect(page.getByText("2倍速播放中")).toBeHidden();
    expect(await player.rate()).toBe(1.5);
  });

  await test.step("the next episode keeps the chosen speed", async () => {
    await player.showControls();
    await player.button("倍速 1.5x").tap();
    await expect(page.getByRole("menuitemradio")).toHaveText([
      ...["0.5x", "0.75x", "1x", "1.25x", "1.5x", "2x", "3x", "其他"],
    ]);
    await page.getByRole("menuitemradio", { name: "2x", exact: true }).tap();
    expect(await player.rate()).toBe(2);
    await page.getByRole("button", { name: "选集" }).tap();
    await page
      .getByRole("dialog", { name: "选集" })
      .getByRole("listitem")
      .getByRole("button")
      .nth(1)
      .tap();
    await expect.poll(player.time).toBeLessThan(5);
    await expect.poll(player.time).toBeGreaterThan(1);
    expect(await player.rate()).toBe(2);
  });
});

test("one button enters and leaves fullscreen, with matching labels, and picture-in-picture opens and closes", async ({
  page,
  watch,
}) => {
  const player = await watch();
  await test.step("fullscreen", async () => {
    await player.showControls();
    await player.button("全屏").tap();
    await expect(player.button("退出全屏")).toBeVisible();
    const [box, size] = [await player.video.boundingBox(), page.viewportSize()];
    expect(box?.height).toBe(size?.height);
    await player.showControls();
    await player.button("退出全屏").tap();
    await expect(player.button("全屏")).toBeVisible();
  });

  await test.step("picture-in-picture", async () => {
    const inWindow = () => page.evaluate(() => document.pictureInPictureElement?.localName);
    for (const where of ["video", undefined]) {
      await player.showControls();
      await player.button("画中画").tap();
      await expect.poll(inWindow).toBe(where);
    }
  });
});

test("controls hide after three seconds, and a tap on the upper left brings them back", async ({
  page,
  watch,
}) => {
  await page.clock.install();
  const player = await watch();
  const shown = () =>
    player
      .button("暂停")
      .evaluate((element) => element.closest("[data-shown]")?.getAttribute("data-shown"));
  await page.clock.fastForward(3_000);
  await expect.poll(shown).toBe("false");
  await player.showControls();
  await expect.poll(shown).toBe("true");
  await player.button("暂停").tap();
  await expect(player.button("播放")).toBeVisible();
  expect(await player.paused()).toBe(true);
  await player.button("播放").tap();
  await expect.poll(player.paused).toBe(false);
  await player.button("前进10秒").tap();
  await expect.poll(player.time).toBeGreaterThan(10);
  // a tap elsewhere hides controls that have been visible for a while, but not controls that just appeared
  await player.button("后退10秒").tap();
  await page.clock.fastForward(3_000);
  await expect.poll(shown).toBe("false");
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000);
  await player.tap(0.9, 0.4);
  await expect.poll(shown).toBe("true");
  await page.clock.runFor(900);
  expect(await shown()).toBe("true");
  await player.tap(0.9, 0.4);
  // long before the controls hide by themselves
  await page.clock.runFor(500);
  await expect.poll(shown).toBe("false");
});

test("the keyboard plays, seeks, mutes and toggles fullscreen, unless it is used elsewhere", async ({
  page,
  watch,
}) => {
  const player = await watch();
  await page.keyboard.press("Space");
  await expect.poll(player.paused).toBe(true);
  await page.keyboard.press("5");
  const duration = await player.read((element) => element.duration);
  await expect.poll(player.time).toBeCloseTo(duration / 2, 0);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(player.time).toBeCloseTo(duration / 2 - 5, 0);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("m");
  await expect(page.getByText("已静音")).toBeVisible();
  expect(await player.read((element) => element.muted)).toBe(true);

  // on a button, space only presses the button; on the slider, arrows step once
  await player.button("前进10秒").focus();
  await page.keyboard.press("Space");
  await expect.poll(player.time).toBeCloseTo(duration / 2 + 10, 0);
  expect(await player.paused()).toBe(true);
  await page.getByRole("slider", { name: "播放进度" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(player.time).toBeCloseTo(duration / 2 + 5, 0);

  await page.getByRole("button", { name: "选集" }).focus();
  await page.keyboard.press("k");
  await page.keyboard.press("0");
  expect(await player.paused()).toBe(true);
  expect(await player.time()).toBeGreaterThan(10);

  await player.button("播放").focus();
  await page.keyboard.press("f");
  await expect(player.button("退出全屏")).toBeVisible();
  await page.keyboard.press("f");
  await expect(player.button("全屏")).toBeVisible();
});

test("danmaku scroll over the picture, move without layout shifts when the controls hide, and stay turned off", async ({
  page,
  watch,
}) => {
  const player = await watch();
  const comments = page.locator("[data-placement]");
  await expect(comments.first()).toBeAttached();
  await expect(comments.first()).toBeInViewport();
  const left = async () => (await comments.first().boundingBox())?.x ?? 0;
  const before = await left();
  await expect.poll(left).toBeLessThan(before - 10);
  await page.evaluate(watchShifts);
  await player.showControls();
  for (const shown of ["true", "false"])
    await expect(page.locator("[data-shown]")).toHaveAttribute("data-shown", shown);
  await painted(page);
  const moved = (await shifts(page)).flatMap((shift) => shift.moved);
  expect(moved.filter((what) => what.includes("data-placement"))).toEqual([]);

  await player.showControls();
  const button = player.button("弹幕");
  await expect(button).toHaveAttribute("aria-pressed", "true");
  await button.tap();
  await expect(button).toHaveAttribute("aria-pressed", "false");
  await expect(comments).toHaveCount(0);
  await page.reload();
  await expect(button).toHaveAttribute("aria-pressed", "false");
  await expect.poll(player.time).toBeGreaterThan(6);
  await expect(comments).toHaveCount(0);
});

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("danmaku stay off until they are turned on", async ({ page, watch }) => {
    const player = await watch();
    await expect(player.button("弹幕")).toHaveAttribute("aria-pressed", "false");
    await player.seek(0);
    await player.showControls();
    await player.button("弹幕").tap();
    await expect(page.locator("[data-placement]").first()).toBeAttached();
  });
});

test("the screen stays on only while the video plays, and the lock screen shows it until its page is left", async ({
  context,
  page,
  watch,
}) => {
  // the headless browser requires the permission
  await context.grantPermissions(["screen-wake-lock"]);
  await page.addInitScript(() => {
    const request = navigator.wakeLock.request.bind(navigator.wakeLock);
    navigator.wakeLock.request = async (type) => {
      const lock = await request(type);
      document.documentElement.dataset.awake = "yes";
      lock.addEventListener("release", () => delete document.documentElement.dataset.awake);
      return lock;
    };
  });
  await showTitles(page);
  await watch();
  const root = page.locator("html");
  await expect(root).toHaveAttribute("data-awake", "yes");
  await page.keyboard.press("k");
  await expect(root).not.toHaveAttribute("data-awake");
  await page.keyboard.press("k");
  await expect(root).toHaveAttribute("data-awake", "yes");

  const told = () =>
    page.evaluate(() => {
      const { metadata, playbackState } = navigator.mediaSession;
      return { title: metadata?.title, art: metadata?.artwork[0]?.src, playbackState };
    });
  const { title, art, playbackState } = await told();
  expect(title).toBe(await page.title());
  expect(art).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/image\//);
  expect(playbackState).toBe("playing");
  await page
    .getByRole("button", { name: "返回" })
    .or(page.getByRole("link", { name: "返回" }))
    .tap();
  // the video continues in the mini player
  await page.getByRole("region", { name: "小窗播放" }).getByRole("button", { name: "关闭" }).tap();
  await expect(page.locator("video")).toHaveCount(0);
  await expect(root).not.toHaveAttribute("data-awake");
  expect(await told()).toEqual({ playbackState: "none" });
});

test("six videos in a row leave no video element and no worker behind", { tag: "@night" }, async ({
  page,
  memberOn,
}) => {
  await (await memberOn(page)).makeVip();
  await page.goto("/");
  const cards = page.locator('main a[href^="/videoinfo?id="]');
  const small = page.getByRole("region", { name: "小窗播放" });
  for (let visit = 0; visit < 6; visit += 1) {
    await cards.nth(visit).tap();
    await expect(page).toHaveURL(/videoinfo/);
    // the previous video's mini player has closed
    await expect(small).toBeHidden();
    await expect.poll(playerOn(page).time).toBeGreaterThan(0.1);
    // the mini player's code is loaded when the first video plays
    await expect(page.locator('[aria-label="小窗播放"]')).toBeAttached();
    await page.goBack();
    await expect(small).toBeVisible();
    // so that it does not cover the next card
    if (visit % 2 === 0) await small.getByRole("button", { name: "关闭" }).tap();
    await expect(page.locator("video")).toHaveCount(visit % 2);
  }
  await small.getByRole("button", { name: "关闭" }).tap();
  await expect(page.locator("video")).toHaveCount(0);
  await expect.poll(() => page.workers().length).toBe(0);
  const devtools = await page.context().newCDPSession(page);
  const videosAlive = async () => {
    await devtools.send("HeapProfiler.collectGarbage");
    const { result } = await devtools.send("Runtime.evaluate", {
      expression: "HTMLVideoElement.prototype",
    });
    const { objects } = await devtools.send("Runtime.queryObjects", {
      prototypeObjectId: result.objectId ?? "",
    });
    const { result: count } = await devtools.send("Runtime.callFunctionOn", {
      objectId: objects.objectId ?? "",
      functionDeclaration: "function () { return this.length; }",
    });
    return count.value as number;
  };
  await expect.poll(videosAlive).toBeLessThanOrEqual(1);
});

test.describe("with a mouse", () => {
  test.use({ isMobile: false, hasTouch: false, viewport: { width: 1280, height: 800 } });

  test("a click on the picture pauses and plays, a double click toggles fullscreen", async ({
    watch,
  }) => {
    const player = await watch();
    await player.video.click({ position: { x: 60, y: 60 } });
    await expect.poll(player.paused).toBe(true);
    await expect(player.button("播放")).toBeVisible();
    await player.video.click({ position: { x: 60, y: 60 } });
    await expect.poll(player.paused).toBe(false);
    await player.video.dblclick({ position: { x: 60, y: 60 } });
    await expect(player.button("退出全屏")).toBeVisible();
    await expect.poll(player.paused).toBe(false);
  });
});
