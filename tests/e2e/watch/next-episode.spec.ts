import { expect, type Player, test } from "../fixtures/playback.ts";

const lastSeconds = (player: Player) =>
  player.read((element) => {
    element.currentTime = element.duration - 1;
  });
const controlsOf = (player: Player) => player.video.page().locator("[data-shown]");

test("at an episode's end the next one starts after five seconds, and can be resumed later", async ({
  page,
  watch,
  code,
}) => {
  await page.clock.install();
  const player = await watch();
  const duration = await player.read((element) => element.duration);
  await lastSeconds(player);
  await expect(page.getByText(/^[1-5]秒后播放 第2集/)).toBeVisible();
  await page.clock.runFor(5_000);
  await expect.poll(player.time).toBeLessThan(duration / 2);
  await expect.poll(player.time).toBeGreaterThan(1);
  await expect(page.getByText(/秒后播放/)).toHaveCount(0);
  await page.getByRole("button", { name: "选集" }).tap();
  const episodes = page.getByRole("dialog", { name: "选集" }).getByRole("listitem");
  await expect(episodes.nth(1).getByRole("button")).toHaveAttribute("aria-current", "true");
  const places = await page.evaluate(() => localStorage.getItem("videoHistory"));
  expect(JSON.parse(places ?? "[]")[0]).toMatchObject({ code: String(code), episode: 1 });
});

test("cancelling the next episode stays on the page, and offers a replay", async ({
  page,
  watch,
}) => {
  await page.clock.install();
  const player = await watch();
  await lastSeconds(player);
  const pill = page.getByText(/秒后播放/);
  await expect(pill).toBeVisible();
  await page.getByRole("button", { name: "取消" }).tap();
  await expect(pill).toHaveCount(0);
  await page.clock.fastForward(6_000);
  expect(await player.paused()).toBe(true);
  await expect(controlsOf(player)).toHaveAttribute("data-shown", "true");
  await player.button("播放").tap();
  await expect.poll(player.paused).toBe(false);
  expect(await player.time()).toBeLessThan(30);
  await lastSeconds(player);
  await expect(pill).toBeVisible();
  await page.getByRole("button", { name: "立即播放" }).tap();
  await expect(pill).toHaveCount(0);
  await expect.poll(player.time).toBeGreaterThan(0.5);
});

test("there is a button for the next episode, also on the lock screen, except in the last episode", async ({
  page,
  watch,
}) => {
  await page.addInitScript(() => {
    const handlers: Record<string, unknown> = {};
    Object.assign(window, { handlers });
    const set = MediaSession.prototype.setActionHandler;
    MediaSession.prototype.setActionHandler = function (action, handler) {
      handlers[action] = handler;
      set.call(this, action, handler);
    };
  });
  const player = await watch();
  await player.showControls();
  await player.button("下一集").tap();
  await expect.poll(player.time).toBeLessThan(30);
  await page.getByRole("button", { name: "选集" }).tap();
  const sheet = page.getByRole("dialog", { name: "选集" });
  const firstChannel = sheet.getByRole("list").first().getByRole("button");
  await expect(firstChannel.nth(1)).toHaveAttribute("aria-current", "true");
  const onLockScreen = () =>
    page.evaluate(
      () =>
        (window as unknown as { handlers: Record<string, unknown> }).handlers.nexttrack !== null,
    );
  expect(await onLockScreen()).toBe((await firstChannel.count()) > 2);
  await firstChannel.last().tap();
  await expect(sheet).toBeHidden();
  await player.showControls();
  await expect(player.button("下一集")).toHaveCount(0);
  await expect.poll(onLockScreen).toBe(false);
});

test("after a finished episode, the next one is opened", async ({ page, watch, code }) => {
  await page.addInitScript((video) => {
    if (window.origin === "null") return;
    const seen = { code: video, episode: 0, seconds: 599, length: 600, at: Date.now() };
    localStorage.setItem("videoHistory", JSON.stringify([seen]));
  }, String(code));
  await watch();
  await page.getByRole("button", { name: "选集" }).tap();
  const sheet = page.getByRole("dialog", { name: "选集" });
  const firstChannel = sheet.getByRole("list").first().getByRole("button");
  await expect(firstChannel.nth(1)).toHaveAttribute("aria-current", "true");
});

test("a stream with one quality offers no quality menu, and a thin line shows progress while the controls are hidden", async ({
  page,
  watch,
}) => {
  await page.route("**/stream/**/*.m3u8", async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    const [head, first] = text.split(/(?=#EXT-X-STREAM-INF)/);
    await route.fulfill({ response: answer, body: first ? `${head}${first}` : text });
  });
  const player = await watch();
  await expect(player.button("全屏")).toBeVisible();
  await expect(player.button(/^清晰度/)).toHaveCount(0);
  const controls = controlsOf(player);
  const line = controls.locator("> i");
  const opacity = () => line.evaluate((element) => getComputedStyle(element).opacity);
  // while the video plays, the controls may hide before a busy machine checks
  await player.read((element) => element.pause());
  await expect.poll(() => controls.getAttribute("data-shown")).toBe("true");
  await expect.poll(opacity).toBe("0");
  await player.read((element) => {
    element.currentTime = element.duration / 2;
    return element.play();
  });
  await expect.poll(() => controls.getAttribute("data-shown")).toBe("false");
  await expect.poll(opacity).toBe("1");
  const played = await line.evaluate(
    (element) => new DOMMatrix(getComputedStyle(element, "::after").transform).a,
  );
  expect(played).toBeCloseTo(0.5, 1);
  const [part, whole] = await Promise.all([line.boundingBox(), player.video.boundingBox()]);
  expect(part?.width).toBe(whole?.width);
  expect((part?.y ?? 0) + (part?.height ?? 0)).toBe((whole?.y ?? 0) + (whole?.height ?? 0));
});
