import type { Page } from "playwright/test";
import { filmWithSound, masterPlaylist } from "../../support/media/film-with-sound.ts";
import { listen } from "../../support/servers/listen.ts";
import { violations } from "../fixtures/axe.ts";
import { foreignHostTest } from "../fixtures/foreign-host.ts";
import { expect, type Player, playerOn, test } from "../fixtures/playback.ts";
import { hydrated, showTab } from "../fixtures/site.ts";
import { toastsOn } from "../fixtures/toasts.ts";

/** A video with a sound rendition of its own. */
const WITH_SOUND = 130_006;
/** After it, a tab counts as left. */
const LEFT_MS = 5_001;

const settings = (page: Page) => page.getByRole("dialog", { name: "设置" });

async function openSettings(page: Page, player: Player) {
  await player.read((element) => element.pause());
  await player.button("设置").tap();
  await expect(settings(page)).toBeVisible();
}

async function turnOn(page: Page, player: Player) {
  await openSettings(page, player);
  const background = settings(page).getByRole("switch", { name: "后台播放" });
  await expect(background).not.toBeChecked();
  await background.tap();
  await expect(background).toBeChecked();
  expect(await violations(page)).toEqual([]);
  await settings(page).getByRole("button", { name: "关闭" }).tap();
  await expect(settings(page)).toBeHidden();
  await player.read((element) => element.play());
}

const store = (page: Page, name: string, value: unknown) =>
  page.addInitScript(
    ([key, text]) => {
      if (window.origin !== "null") localStorage.setItem(String(key), String(text));
    },
    [name, JSON.stringify(value)],
  );

const width = (player: Player) => player.read(({ videoWidth }) => videoWidth);

async function expectPlaysOn(player: Player) {
  const from = await player.time();
  await expect.poll(player.time).toBeGreaterThan(from + 1);
}

const place = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("videoHistory") ?? "[]")[0]);

test("with the switch on, a hidden tab plays on in the lowest quality, and in the chosen one when it is visible", async ({
  page,
  watch,
}) => {
  await page.clock.install();
  const reported: string[] = [];
  page.on("request", (request) => {
    const body = new URL(request.url()).pathname === "/playback" ? request.postData() : "";
    if (body?.startsWith("video=")) reported.push(body);
  });
  const player = await watch();
  await player.seek(30);
  await player.showControls();
  await player.button(/^清晰度/).tap();
  await page.getByRole("menuitemradio", { name: "超清" }).tap();
  await expect.poll(() => width(player)).toBe(1_280);
  await turnOn(page, player);
  const used = () =>
    settings(page)
      .getByText(/^本次已用/)
      .textContent();
  await openSettings(page, player);
  const usedBefore = await used();
  await page.keyboard.press("Escape");
  await player.read((element) => element.play());

  await test.step("what was loaded is played first, then the lowest quality", async () => {
    await showTab(page, "hidden");
    expect(await player.paused()).toBe(false);
    await page.clock.fastForward(LEFT_MS);
    reported.length = 0;
    // beyond the buffer
    await player.seek(700);
    await expect.poll(() => width(player)).toBe(480);
    await expectPlaysOn(player);
  });

  await test.step("it is not watched, but can be resumed", async () => {
    await page.clock.fastForward(61_000);
    await expectPlaysOn(player);
    expect(reported).toEqual([]);
    await expect.poll(async () => (await place(page)).seconds).toBeGreaterThan(700);
  });

  await test.step("the next episode begins at once, in the lowest quality", async () => {
    await player.seek(await player.read(({ duration }) => duration - 1));
    await expect.poll(async () => (await place(page)).episode).toBe(1);
    await expect.poll(() => width(player)).toBe(480);
    await expectPlaysOn(player);
    expect(reported).toEqual([]);
  });

  await test.step("what it has loaded is counted, and the chosen quality returns", async () => {
    await showTab(page, "visible");
    await expect.poll(() => width(player)).toBe(1_280);
    expect(await player.paused()).toBe(false);
    // from where the time in the background does not count
    expect(reported.map((body) => body.replace(/video=\d+&/, ""))).toContain("seconds=0");
    await openSettings(page, player);
    expect(await used()).not.toBe(usedBefore);
  });
});

test.describe("opened in the background", () => {
  test.use({ beforeScripts: true });
  test("a tab plays nothing before it is visible, even with the switch on", async ({ page }) => {
    const streams: string[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).pathname.startsWith("/stream/")) streams.push(request.url());
    });
    await store(page, "playInBackground", true);
    await page.addInitScript(() => {
      Object.defineProperty(document, "visibilityState", { configurable: true, value: "hidden" });
    });
    await page.goto(`/videoinfo?id=${WITH_SOUND}`);
    await hydrated(page);
    const player = playerOn(page);
    await expect(player.button("播放").first()).toBeVisible();
    expect(streams).toEqual([]);
    await showTab(page, "visible");
    await expect.poll(player.time).toBeGreaterThan(0.5);
  });
});

test("a hidden tab loads only the sound if the playlist offers it apart, and the picture when it is visible", async ({
  page,
  watch,
}) => {
  await page.clock.install();
  await store(page, "dataUse", "saver");
  await store(page, "playInBackground", true);
  const player = await watch(WITH_SOUND);
  await showTab(page, "hidden");
  await page.clock.fastForward(LEFT_MS);
  await player.seek(await player.read(({ duration }) => duration / 2));
  await expect.poll(() => width(player)).toBe(0);
  await expectPlaysOn(player);
  const heard = await player.time();
  await showTab(page, "visible");
  await expect.poll(() => width(player)).toBe(480);
  await expect.poll(player.time).toBeGreaterThan(heard);
  expect(await player.time()).toBeLessThan(heard + 10);
  expect(await player.paused()).toBe(false);
});

test("the mini player plays on in a hidden tab as its page does: only with the switch on", async ({
  page,
  watch,
}) => {
  const player = await watch();
  await page.getByRole("link", { name: "返回" }).tap();
  await expect(page.getByRole("region", { name: "小窗播放" })).toBeVisible();
  await expectPlaysOn(player);
  await showTab(page, "hidden");
  expect(await player.paused()).toBe(true);
  await showTab(page, "visible");
  await expectPlaysOn(player);
  await page.evaluate(() => localStorage.setItem("playInBackground", "true"));
});

type Handlers = Record<string, ((details: object) => void) | null>;

test("the lock screen has the previous and the next episode, and picture-in-picture begins by itself if the switch is on", async ({
  page,
  watch,
}) => {
  await page.addInitScript(() => {
    const handlers: Record<string, unknown> = {};
    Object.assign(window, { handlers, pictures: 0 });
    const set = MediaSession.prototype.setActionHandler;
    MediaSession.prototype.setActionHandler = function (action, handler) {
      handlers[action] = handler;
      set.call(this, action, handler);
    };
    HTMLVideoElement.prototype.requestPictureInPicture = () => {
      Object.assign(window, { pictures: 1 });
      return Promise.reject();
    };
  });
  const player = await watch();
  const offered = (action: string) =>
    page.evaluate((name) => !!(window as unknown as { handlers: Handlers }).handlers[name], action);
  const act = (action: string) =>
    page.evaluate(
      (name) => (window as unknown as { handlers: Handlers }).handlers[name]?.({ action: name }),
      action,
    );
  await expect.poll(() => offered("nexttrack")).toBe(true);
  expect(await offered("previoustrack")).toBe(false);
  await act("nexttrack");
  await expect.poll(() => offered("previoustrack")).toBe(true);
  await expect.poll(async () => (await place(page)).episode).toBe(1);
  await act("previoustrack");
  await expect.poll(async () => (await place(page)).episode).toBe(0);

  const pictures = () => page.evaluate(() => (window as unknown as { pictures: number }).pictures);
  await act("enterpictureinpicture");
  expect(await pictures()).toBe(0);
  await turnOn(page, player);
  await act("enterpictureinpicture");
  expect(await pictures()).toBe(1);
});

const HANGING = "hanging";

/** A film and its sound, which others have lost. */
function makeFilm(folder: string) {
  const files = filmWithSound(folder, 100);
  return new Map([
    ...files,
    // a playlist that is missing, one without its segments, one that never comes
    ...["missing", "empty", HANGING].map(
      (name) => [`${name}-master.m3u8`, masterPlaylist(`${name}.m3u8`)] as const,
    ),
    ["empty.m3u8", Buffer.from(String(files.get("sound.m3u8")).replaceAll("sound", "lost"))],
  ]);
}

const foreign = foreignHostTest(async (folder) => {
  const files = makeFilm(folder);
  const asked: string[] = [];
  const host = await listen((request, response) => {
    const name = new URL(request.url ?? "", "http://host.test").pathname.slice(1);
    asked.push(name);
    if (name === `${HANGING}.m3u8`) return;
    response.setHeader("access-control-allow-origin", "*");
    response.writeHead(files.has(name) ? 200 : 404).end(files.get(name));
  });
  return Object.assign(host, { asked });
});

foreign(
  "MPEG-TS of another host: a hidden tab plays the variant without a picture",
  async ({ page, videoAt, memberOn, host }) => {
    await (await memberOn(page)).makeVip();
    await page.clock.install();
    // a short buffer
    await store(page, "dataUse", "saver");
    await store(page, "playInBackground", true);
    await page.goto(`/videoinfo?id=${await videoAt("/master.m3u8")}`);
    const player = playerOn(page);
    await expect.poll(player.time).toBeGreaterThan(0.5);
    await showTab(page, "hidden");
    await page.clock.fastForward(LEFT_MS);
    await player.read((element) => {
      element.playbackRate = 4;
    });
    await expect.poll(() => width(player)).toBe(0);
    host.asked.length = 0;
    await expectPlaysOn(player);
    await player.seek(80);
    await expectPlaysOn(player);
    expect(host.asked.filter((name) => /^picture/.test(name))).toEqual([]);
    expect(host.asked.filter((name) => /^sound/.test(name))).not.toEqual([]);
    await showTab(page, "visible");
    await expect.poll(() => width(player)).toBe(320);
    await expect.poll(() => player.read(({ ended }) => ended)).toBe(true);
  },
);

foreign(
  "MPEG-TS of another host that has a variant without a picture begins with the picture, and plays on",
  async ({ page, videoAt, memberOn }) => {
    await (await memberOn(page)).makeVip();
    await page.goto(`/videoinfo?id=${await videoAt("/master.m3u8")}`);
    const player = playerOn(page);
    await expect.poll(() => player.read(({ readyState }) => readyState)).toBeGreaterThan(1);
    expect(await width(player)).toBe(320);
    await expect.poll(player.time).toBeGreaterThan(10);
  },
);

foreign(
  "first seconds of MPEG-TS without a picture that the stream has are replaced by it, and it plays on",
  async ({ page, videoAt, memberOn }) => {
    await (await memberOn(page)).makeVip();
    const [film, sound] = [await videoAt("/master.m3u8"), await videoAt("/sound.m3u8")];
    const beginningOf = (code: number) => `/stream/${code}/0/0/beginning`;
    await page.route(`**${beginningOf(film)}`, async (route) =>
      route.fulfill({ response: await page.request.get(beginningOf(sound)) }),
    );
    await page.goto(`/videoinfo?id=${film}`);
    const player = playerOn(page);
    await expect.poll(() => width(player)).toBe(320);
    await expectPlaysOn(player);
  },
);

foreign.describe("a sound of its own that fails", () => {
  foreign.use({ mayLogErrors: true });
  for (const [sound, what] of [
    ["missing", "is missing"],
    ["empty", "has lost its segments"],
    [HANGING, "never comes"],
  ] as const)
    foreign(
      `where the playlist ${what} a hidden tab plays on with the picture, from the same source`,
      { tag: sound === "empty" ? [] : "@night" },
      async ({ page, videoAt, memberOn, host }) => {
        await (await memberOn(page)).makeVip();
        await store(page, "dataUse", "saver");
        await store(page, "playInBackground", true);
        await page.goto(`/videoinfo?id=${await videoAt(`/${sound}-master.m3u8`)}`);
        const player = playerOn(page);
        await expect.poll(player.time).toBeGreaterThan(0.5);
        const toasts = await toastsOn(page);
        await showTab(page, "hidden");
        await player.read((element) => {
          element.playbackRate = 4;
        });
        const asksFor = (name: string) =>
          host.asked.filter((asked) => asked.startsWith(name)).length;
        await expect.poll(() => asksFor(`${sound}.m3u8`)).toBe(1);
        host.asked.length = 0;
        await expect.poll(() => asksFor("picture")).toBeGreaterThan(0);
        await expect.poll(() => width(player)).toBe(320);
        await expectPlaysOn(player);
        // not tried again
        await player.seek(80);
        await expectPlaysOn(player);
        expect(asksFor(`${sound}.m3u8`)).toBe(0);
        await showTab(page, "visible");
        await expectPlaysOn(player);
        expect(await toasts()).toEqual([]);
        await expect(player.button("重试")).toBeHidden();
      },
    );
});
