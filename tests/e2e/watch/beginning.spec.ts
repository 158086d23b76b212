import type { Locator, Page } from "playwright/test";
import { boxOf } from "../fixtures/boxes.ts";
import { holdRequests } from "../fixtures/hold-requests.ts";
import { expect, playerOn, test } from "../fixtures/playback.ts";
import { fingerOn } from "../fixtures/touch.ts";

/** A video whose episode has several qualities. */
const VIDEO = 100_301;
const address = `/videoinfo?id=${VIDEO}`;

const frames = (page: Page) =>
  page.locator("video").evaluate((video: HTMLVideoElement) => ({
    seconds: video.currentTime,
    width: video.videoWidth,
    end: video.duration,
  }));

test.describe("the first seconds of a preview", () => {
  test.use({ beforeScripts: true });

  test("are shown before any script of the page, and continue in the player", async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/stream/")) asked.push(`${pathname} ${request.headers().range}`);
    });
    const letGo = await holdRequests(page, /\/assets\/.*\.js$/);
    await page.goto(address, { waitUntil: "commit" });
    await expect.poll(async () => (await frames(page)).seconds).toBeGreaterThan(0.3);
    const early = await frames(page);
    expect(early.width).toBeGreaterThan(0);
    expect(early.end).toBe(2_310);
    expect(asked).toEqual([`/stream/${VIDEO}/0/0/beginning undefined`]);

    const jumps = await page.locator("video").evaluateHandle((video: HTMLVideoElement) => {
      const seen: string[] = [];
      for (const event of ["seeking", "emptied", "pause"])
        video.addEventListener(event, () => seen.push(event));
      return seen;
    });
    letGo();
    await expect.poll(async () => (await frames(page)).seconds).toBeGreaterThan(5);
    expect(await jumps.jsonValue()).toEqual([]);

    await test.step("whose first segment is not loaded again", async () => {
      const [beginning, ...media] = await Promise.all(
        asked
          .filter((path) => !path.includes(".m3u8"))
          .map(async (path) => (await page.request.get(path.split(" ")[0] ?? "")).body()),
      );
      expect(media.length).toBeGreaterThan(1);
      for (const piece of media)
        expect(beginning?.subarray(-piece.length).equals(piece)).toBe(false);
    });
  });

  test("are timed even if the browser's resource timing buffer is full", async ({ page }) => {
    await page.addInitScript(() => performance.setResourceTimingBufferSize(0));
    const letGo = await holdRequests(page, /\/assets\/.*\.js$/);
    await page.goto(address, { waitUntil: "commit" });
    await expect.poll(async () => (await frames(page)).seconds).toBeGreaterThan(0.3);
    expect(await page.evaluate("document.querySelector('video').beginning.milliseconds")).not.toBe(
      0,
    );
    letGo();
  });

  test("wait for the player on a slow connection, where they would otherwise end long before it is loaded", async ({
    page,
  }) => {
    const letGo = await holdRequests(page, /\/assets\/.*\.js$/);
    const devtools = await page.context().newCDPSession(page);
    const line = async (bytesPerSecond: number) =>
      devtools.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: 0,
        downloadThroughput: bytesPerSecond,
        uploadThroughput: -1,
      });
    await line(20_000);
    await page.goto(address, { waitUntil: "commit" });
    const hasCome = () =>
      page.evaluate(
        "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/beginning'))",
      );
    await expect.poll(hasCome).toBe(true);
    const shown = await frames(page);
    expect(shown.width).toBeGreaterThan(0);
    expect(shown.seconds).toBe(0);
    expect(await playerOn(page).paused()).toBe(false);

    await line(-1);
    letGo();
    await expect.poll(async () => (await frames(page)).seconds).toBeGreaterThan(5);
  });

  test("are followed by the quality that is chosen while the player loads its first segment", async ({
    page,
  }) => {
    const letGo = await holdRequests(page, /\/media\.mp4$/);
    const asked = page.waitForRequest(/\/media\.mp4$/);
    await page.goto(address);
    const player = playerOn(page);
    await expect.poll(player.time).toBeGreaterThan(0.3);
    await player.read((element) => element.pause());
    await asked;
    await player.button(/^清晰度/).tap();
    await page.getByRole("menuitemradio", { name: "超清" }).tap();
    letGo();
    await player.read((element) => element.play());
    await expect.poll(async () => (await frames(page)).width).toBe(1_280);
    await expect.poll(player.time).toBeGreaterThan(9);
  });

  test("are never another source's while the player loads late", async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.clock.install();
    const letGo = await holdRequests(page, /\/hls-engine.*\.js$/);
    await page.goto(address);
    await expect.poll(async () => (await frames(page)).seconds).toBeGreaterThan(3.5);
    const readiness = () => playerOn(page).read((video) => video.readyState);
    await expect.poll(readiness).toBe(2);
    await page.clock.runFor(30_000);
    letGo();
    await expect.poll(async () => (await frames(page)).seconds).toBeGreaterThan(5);
    expect(asked.filter((path) => path.startsWith(`/stream/${VIDEO}/1/`))).toEqual([]);
  });
});

const isBeginning = (url: string) => /\/beginning(\?t=\d+)?$/.test(url);

/** Puts a finger on a card. */
async function pressOn(page: Page, card: Locator) {
  const { x, y } = await boxOf(card);
  const finger = await fingerOn(page);
  await finger.down(x + 40, y + 40);
  return finger;
}

test("a press on a card requests the first seconds before it ends, and the click plays them", async ({
  page,
}) => {
  await page.goto("/");
  const asked: string[] = [];
  page.on("request", (request) => isBeginning(request.url()) && asked.push(request.url()));
  const begun = page.waitForResponse((answer) => isBeginning(answer.url()));
  // a mouse press, because a long touch would open the card's menu
  const { x, y } = await boxOf(page.locator("main a[href^='/videoinfo']").nth(2));
  await page.mouse.move(x + 40, y + 40);
  await page.mouse.down();
  await (await begun).finished();
  expect(await page.locator("video").count()).toBe(0);
  await page.mouse.up();
  await expect(page.getByRole("heading", { name: "视频详情", exact: true })).toBeVisible();
  await expect.poll(async () => (await frames(page)).seconds).toBeGreaterThan(1);
  expect(asked).toHaveLength(1);
});

test.describe("a finger on a card", () => {
  const card = (page: Page) => page.locator("main a[href^='/videoinfo']").nth(2);

  test("cancels the first seconds when it scrolls the page", async ({ page }) => {
    await page.goto("/");
    const letBegin = await holdRequests(page, /\/beginning$/);
    const begun = page.waitForRequest((request) => isBeginning(request.url()));
    const finger = await pressOn(page, card(page));
    await begun;
    const givenUp = page.waitForEvent("requestfailed", (request) => isBeginning(request.url()));
    await finger.moveBy(0, -200);
    await givenUp;
    await finger.lift();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(50);
    expect(new URL(page.url()).pathname).toBe("/");
    letBegin();
  });

  test("cancels the first seconds when it opens the card's menu", async ({ page }) => {
    const code = page.waitForResponse(/card-gestures-[\w-]+\.js/);
    await page.goto("/");
    await code;
    const letBegin = await holdRequests(page, /\/beginning$/);
    const givenUp = page.waitForEvent("requestfailed", (request) => isBeginning(request.url()));
    const finger = await pressOn(page, card(page));
    await expect(page.getByRole("dialog")).toBeVisible();
    await finger.lift();
    await givenUp;
    letBegin();
  });

  test("requests nothing with save-data", async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem("dataUse", '"saver"'));
    await page.goto("/");
    const asked: string[] = [];
    page.on("request", (request) => isBeginning(request.url()) && asked.push(request.url()));
    const finger = await pressOn(page, card(page));
    await finger.lift();
    await expect(page.getByRole("heading", { name: "视频详情", exact: true })).toBeVisible();
    expect(asked).toEqual([]);
  });
});

test.describe("a tap on a card", () => {
  const played = (page: Page) => page.locator("a[href^='/videoinfo'] video");
  const secondsIn = (video: Locator) =>
    video.evaluateAll((all) => (all[0] as HTMLVideoElement | undefined)?.currentTime ?? 0);

  /** Opens the home page, and holds the pages of its videos until `letGo` is called. */
  async function held(page: Page) {
    await page.goto("/");
    const letGo = await holdRequests(page, /\/videoinfo\.data/);
    const card = (number: number) => page.locator("main a[href^='/videoinfo']").nth(number);
    return { letGo, card };
  }

  test("plays them in the card, and the page that follows continues them", async ({ page }) => {
    const { letGo, card } = await held(page);
    await card(0).tap();
    await expect.poll(() => secondsIn(card(0).locator("video"))).toBeGreaterThan(0.3);
    expect(new URL(page.url()).pathname).toBe("/");
    const [picture, video] = await Promise.all(
      ["img", "video"].map((name) => card(0).locator(name).boundingBox()),
    );
    expect(video).toEqual(picture);

    const inCard = await card(0).locator("video").elementHandle();
    const breaks = await page.evaluateHandle((video) => {
      const seen: string[] = [];
      for (const event of ["pause", "seeking", "emptied"])
        video?.addEventListener(event, () => seen.push(event));
      return seen;
    }, inCard);
    letGo();
    await expect(page.getByRole("heading", { name: "视频详情", exact: true })).toBeVisible();
    const inPage = page.locator("main video");
    await expect(inPage).toHaveCount(1);
    expect(await inPage.evaluate((video, before) => video === before, inCard)).toBe(true);
    await expect.poll(() => secondsIn(inPage)).toBeGreaterThan(5);
    expect(await breaks.jsonValue()).toEqual([]);
    await expect(inPage).not.toHaveAttribute("class", /./);
  });

  test("stops another tapped card's video, and following another link stops its own", async ({
    page,
  }) => {
    const { letGo, card } = await held(page);
    await card(0).tap();
    await expect(card(0).locator("video")).toHaveCount(1);
    await card(1).tap();
    await expect(card(1).locator("video")).toHaveCount(1);
    await expect(played(page)).toHaveCount(1);
    await page.locator("header nav a[aria-current]").first().tap();
    await expect(played(page)).toHaveCount(0);
    await expect(card(1)).toBeVisible();
    letGo();
  });

  /** Records video elements that scripts create. Call this before the page is opened. */
  const noteMade = (page: Page) =>
    page.addInitScript(() => {
      const create = document.createElement.bind(document);
      document.createElement = (name: string, options?: ElementCreationOptions) => {
        const made = create(name, options);
        if (made instanceof HTMLVideoElement) Object.assign(window, { made });
        return made;
      };
    });

  /** The tapped video has its first frame, and no card shows it. */
  async function expectShowsNothing(page: Page) {
    const isReady = "window.made?.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA";
    await expect.poll(() => page.evaluate(isReady)).toBe(true);
    await page.evaluate("new Promise(requestAnimationFrame)");
    expect(await played(page).count()).toBe(0);
  }

  test("cancels the first seconds once another link is followed", async ({ page }) => {
    const { letGo, card } = await held(page);
    const letBegin = await holdRequests(page, /\/beginning$/);
    const letLeave = await holdRequests(page, /\/mine\.data/);
    await card(0).tap();
    const givenUp = page.waitForEvent("requestfailed", (request) => isBeginning(request.url()));
    await page.getByRole("navigation", { name: "主导航" }).getByText("我的").tap();
    await givenUp;
    letBegin();
    await expect(card(0)).toBeVisible();
    expect(await played(page).count()).toBe(0);
    letLeave();
    letGo();
  });

  test("plays nothing in a tab that is left meanwhile", async ({ page }) => {
    await noteMade(page);
    const { letGo, card } = await held(page);
    const letBegin = await holdRequests(page, /\/beginning$/);
    await card(0).tap();
    await page.evaluate(() => Object.defineProperty(document, "hidden", { value: true }));
    letBegin();
    await expectShowsNothing(page);
    letGo();
  });

  test("plays nothing beside the mini player", async ({ page, code, watch }) => {
    await noteMade(page);
    await watch();
    await page.getByRole("link", { name: "返回" }).tap();
    await expect(page.getByRole("region", { name: "小窗播放" })).toBeVisible();
    const letGo = await holdRequests(page, /\/videoinfo\.data/);
    await page.evaluate("delete window.made");
    await page.locator(`main a[href^="/videoinfo"]:not([href*="${code}"])`).first().tap();
    await expectShowsNothing(page);
    letGo();
  });

  test("requests other seconds if the link names another start", async ({ page }) => {
    await page.goto("/swipe?tag=0");
    await expect.poll(() => secondsIn(page.locator("video"))).toBeGreaterThan(1.5);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.getByRole("link", { name: "看完整视频" }).first().tap();
    await expect(page.getByRole("heading", { name: "视频详情", exact: true })).toBeVisible();
    await expect.poll(() => secondsIn(page.locator("main video"))).toBeGreaterThan(0.3);
    expect(asked.filter((url) => url.includes("/beginning?t="))).not.toEqual([]);
    expect(asked.filter((url) => url.endsWith("/beginning"))).toEqual([]);
  });
});

test("a viewer with full access is never shown a shorter duration", async ({
  page,
  code,
  memberOn,
}) => {
  await (await memberOn(page)).makeVip();
  await page.addInitScript(() => {
    const lengths: number[] = [];
    Object.assign(window, { lengths });
    const note = ({ target }: Event) => lengths.push((target as HTMLVideoElement).duration);
    document.addEventListener("durationchange", note, true);
  });
  await page.goto(`/videoinfo?id=${code}`);
  await expect.poll(async () => (await frames(page)).seconds).toBeGreaterThan(0.3);
  await expect(page.getByRole("button", { name: /^清晰度/ })).toBeVisible();
  const lengths = await page.evaluate<number[]>("lengths.filter(Number.isFinite)");
  const whole = (await frames(page)).end;
  expect(whole).toBeGreaterThan(60);
  for (const length of lengths) expect(length).toBeCloseTo(whole, 0);
});

test("a seek beyond the first seconds waits for the stream, and then plays there", async ({
  page,
  code,
  memberOn,
}) => {
  await (await memberOn(page)).makeVip();
  const letGo = await holdRequests(page, /\/index\.m3u8$/);
  await page.goto(`/videoinfo?id=${code}`);
  await expect.poll(async () => (await frames(page)).seconds).toBeGreaterThan(0.3);
  await playerOn(page).showControls();
  const slider = page.getByRole("slider", { name: "播放进度" });
  const box = await slider.boundingBox();
  await slider.tap({ position: { x: (box?.width ?? 0) / 2, y: 10 } });
  const half = (await frames(page)).end / 2;
  await expect.poll(async () => (await frames(page)).seconds).toBeGreaterThan(half - 10);
  letGo();
  const readiness = () =>
    page.locator("video").evaluate((video: HTMLVideoElement) => video.readyState);
  await expect.poll(readiness).toBeGreaterThan(2);
  await expect.poll(async () => (await frames(page)).seconds).toBeGreaterThan(half - 10);
});

test("a seek before the answer is kept, even if there is no beginning", async ({
  page,
  code,
  memberOn,
}) => {
  await (await memberOn(page)).makeVip();
  const player = playerOn(page);
  await page.route("**/beginning", async (route) => {
    await player.seek(30);
    await route.fulfill({ status: 204 });
  });
  await page.goto(`/videoinfo?id=${code}`, { waitUntil: "commit" });
  await expect.poll(player.time).toBeGreaterThan(30.5);
  expect(await player.time()).toBeLessThan(60);
});

test("a tapped card plays from where the viewer left the video", async ({ page, watch, code }) => {
  const player = await watch();
  await player.seek(60);
  await expect.poll(player.time).toBeGreaterThan(61);
  await page.addInitScript(() => localStorage.setItem("miniPlayer", "false"));
  await page.goto("/");
  const letGo = await holdRequests(page, /\/videoinfo\.data/);
  await page.locator(`main a[href="/videoinfo?id=${code}"]`).first().tap();
  const inCard = page.locator("a[href^='/videoinfo'] video");
  await expect(inCard).toHaveCount(1);
  const seconds = () =>
    page.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(seconds).toBeGreaterThan(60.5);
  const begun = await inCard.elementHandle();
  letGo();
  await expect(page.getByRole("heading", { name: "视频详情", exact: true })).toBeVisible();
  await expect(page.locator("main video")).toHaveCount(1);
  expect(
    await page.locator("main video").evaluate((video, before) => video === before, begun),
  ).toBe(true);
});

test("a video that resumes elsewhere does not show its first seconds", async ({
  page,
  watch,
  code,
}) => {
  const player = await watch();
  await player.seek(60);
  await expect.poll(player.time).toBeGreaterThan(61);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`/videoinfo?id=${code}`);
  await expect.poll(player.time).toBeGreaterThan(60);
  expect(asked.filter((url) => url.endsWith("/beginning"))).toEqual([]);
});
