import type { Page } from "playwright/test";
import { holdRequests } from "../fixtures/hold-requests.ts";
import { expect, type Player, playerOn, test } from "../fixtures/playback.ts";
import { fingerOn } from "../fixtures/touch.ts";

const slider = (page: Page) => page.getByRole("slider", { name: "播放进度" });
const picture = (page: Page) => slider(page).locator("canvas");

async function placeOn(page: Page, share: number) {
  const { x = 0, y = 0, width = 0, height = 0 } = (await slider(page).boundingBox()) ?? {};
  return { x: x + width * share, y: y + height / 2, width };
}

/** The brightness of a picture's parts, from 0 to 255. */
const brightness = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const [columns, rows] = [64, 36];
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [columns, rows];
      const context = canvas.getContext("2d");
      context?.drawImage(element as HTMLCanvasElement, 0, 0, columns, rows);
      const { data } = context?.getImageData(0, 0, columns, rows) ?? { data: [] };
      return Array.from(
        { length: columns * rows },
        (_, part) =>
          ((data[part * 4] ?? 0) + (data[part * 4 + 1] ?? 0) + (data[part * 4 + 2] ?? 0)) / 3,
      );
    });

const difference = (one: number[], other: number[]) =>
  one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length;

/** The stream's I-frames: the second of each, and its bytes as in a Range header. */
async function iframesOf(page: Page) {
  const code = new URL(page.url()).searchParams.get("id");
  const read = async (path: string) => (await page.request.get(path)).text();
  const master = await read(`/stream/${code}/0/0/index.m3u8`);
  const [, address = ""] = /^#EXT-X-I-FRAME-STREAM-INF:.*URI="([^"]+)"/m.exec(master) ?? [];
  let from = 0;
  return Array.from(
    (await read(address)).matchAll(/#EXTINF:([\d.]+),\n#EXT-X-BYTERANGE:(\d+)@(\d+)/g),
    ([, seconds, length, offset]) => {
      const at = from;
      from += Number(seconds);
      return { at, range: `bytes=${offset}-${Number(offset) + Number(length) - 1}` };
    },
  );
}

/** The requests for segments. */
function mediaRequests(page: Page) {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith("/stream/")) asked.push(request.url());
  });
  return asked;
}

const calm = (player: Player) => player.read((element) => element.pause());

/** Puts a finger on the scrubber of a paused video. */
async function press(page: Page, player: Player, share: number) {
  await calm(player);
  await player.showControls();
  const finger = await fingerOn(page);
  const from = await placeOn(page, share);
  await finger.down(from.x, from.y);
  return { finger, from };
}

test("a finger's drag goes on when the end of a preview becomes known meanwhile", async ({
  page,
  code,
}) => {
  const answer = await holdRequests(page, /resources(%2F|\/)access/);
  await page.goto(`/videoinfo?id=${code}`);
  const player = playerOn(page);
  await expect.poll(player.time).toBeGreaterThan(0.5);
  const { finger, from } = await press(page, player, 0.2);
  await finger.moveBy(from.width * 0.3, 0);
  await expect(slider(page)).toHaveAttribute("data-pointed");
  answer();
  await expect(slider(page)).toHaveAttribute("data-marked");
  await finger.lift();
  await expect(page.getByRole("dialog", { name: "付费影视" })).toBeVisible();
});

test("scrubbing shows the frame at the finger, with its time", async ({ page, watch }) => {
  const player = await watch();
  await calm(player);
  await player.showControls();
  const finger = await fingerOn(page);
  const from = await placeOn(page, 0.2);
  const ranges: (string | undefined)[] = [];
  page.on("request", (request) => ranges.push(request.headers().range));
  let elsewhere: number[] = [];

  await test.step("above the finger, within the stage", async () => {
    await finger.down(from.x, from.y);
    await finger.moveBy(from.width * 0.4, 0);
    await expect(picture(page)).toBeVisible();
    await expect(picture(page)).not.toHaveAttribute("data-late");
    const box = await picture(page).boundingBox();
    expect([box?.width, box?.height]).toEqual([144, 81]);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(from.y);
    expect(
      Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - (from.x + from.width * 0.4)),
    ).toBeLessThan(2);
    // also at the end of the scrubber
    await finger.moveBy(from.width * 0.4, 0);
    await expect(picture(page)).not.toHaveAttribute("data-late");
    const atEnd = await picture(page).boundingBox();
    expect((atEnd?.x ?? 0) + (atEnd?.width ?? 0)).toBeLessThanOrEqual(390);
    await expect(slider(page).locator("b")).toHaveText(/^\d+:\d\d/);
    const last = await brightness(page, "[role=slider] canvas");
    await finger.moveBy(-from.width * 0.3, 0);
    await expect
      .poll(async () => {
        elsewhere = await brightness(page, "[role=slider] canvas");
        return difference(last, elsewhere);
      })
      .toBeGreaterThan(8);
  });

  await test.step("as the I-frame before it, the only one that is decoded", async () => {
    // within a segment, because two segments meet in the middle of the video
    await finger.moveBy(-from.width * 0.17, 0);
    await expect(picture(page)).not.toHaveAttribute("data-late");
    let last: number[] = [];
    await expect
      .poll(async () => {
        const before = last;
        last = await brightness(page, "[role=slider] canvas");
        return difference(before, last);
      })
      .toBe(0);
    await finger.lift();
    await expect(picture(page)).toBeHidden();
    const second = await player.time();
    const iframe = (await iframesOf(page)).findLast(({ at }) => at <= second);
    expect(ranges).toContain(iframe?.range);
    await player.seek((iframe?.at ?? 0) + 0.1);
    const byTheVideo = async () => difference(last, await brightness(page, "video"));
    await expect.poll(byTheVideo).toBeLessThan(4);
    expect(difference(last, elsewhere)).toBeGreaterThan(8);
  });
});

test("scrubbing also shows frames on an iPhone with a managed media source", async ({
  page,
  watch,
}) => {
  await page.addInitScript(() => {
    Object.assign(window, { ManagedMediaSource: class extends MediaSource {} });
    Reflect.deleteProperty(window, "MediaSource");
  });
  const player = await watch();
  expect(await player.read((element) => element.currentSrc)).toMatch(/index\.m3u8$/);
  const { finger, from } = await press(page, player, 0.2);
  await finger.moveBy(from.width * 0.4, 0);
  await expect(picture(page)).toBeVisible();
  const [one, other] = [
    await brightness(page, "[role=slider] canvas"),
    await brightness(page, "video"),
  ];
  expect(difference(one, other)).toBeGreaterThan(8);
  await finger.lift();
});

test("a preview has frames up to its end, and after that only the time", async ({ page }) => {
  await page.goto("/videoinfo?id=130001");
  const player = playerOn(page);
  await expect.poll(player.time).toBeGreaterThan(0.5);
  // fifteen seconds of three minutes
  const { finger, from } = await press(page, player, 0.01);
  await finger.moveBy(from.width * 0.05, 0);
  await expect(picture(page)).toBeVisible();
  await finger.moveBy(from.width * 0.3, 0);
  await expect(picture(page)).toBeHidden();
  await expect(page.getByText("松开取消")).toBeHidden();
  await finger.moveBy(0, 400);
  await expect(page.getByText("松开取消")).toBeVisible();
  await finger.lift();
});

test("with save-data only the time is shown, and nothing is loaded", async ({ page, watch }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true } });
  });
  const player = await watch();
  await calm(player);
  await player.showControls();
  const asked = mediaRequests(page);
  const finger = await fingerOn(page);
  const from = await placeOn(page, 0.2);
  const code = page.waitForResponse(/scrub-pictures/);
  await finger.down(from.x, from.y);
  await finger.moveBy(from.width * 0.6, 0);
  await code;
  await finger.moveBy(-from.width * 0.1, 0);
  await expect(picture(page)).toBeHidden();
  expect(asked.filter((address) => address.endsWith("index.m3u8"))).toEqual([]);
  await finger.lift();
});

test("on a slow device, too, only the frame at the finger is drawn", { tag: "@night" }, async ({
  page,
  watch,
}) => {
  // only frames are delayed: with the whole browser slowed down, a busy machine took minutes
  await page.addInitScript(() => {
    const presented = new WeakMap<object, number>();
    const away: number[] = [];
    const create = document.createElement.bind(document);
    document.createElement = (name: string) => {
      const element = create(name);
      if (element instanceof HTMLVideoElement) {
        const note: VideoFrameRequestCallback = (_now, { mediaTime }) => {
          presented.set(element, mediaTime);
          element.requestVideoFrameCallback(note);
        };
        element.requestVideoFrameCallback(note);
        const block = () => {
          const free = performance.now() + 1_100;
          while (performance.now() < free);
        };
        // registered after the player's own listener
        queueMicrotask(() => element.addEventListener("seeked", block));
      }
      return element;
    };
    const { drawImage } = CanvasRenderingContext2D.prototype;
    Object.assign(CanvasRenderingContext2D.prototype, {
      drawImage(this: CanvasRenderingContext2D, ...args: Parameters<typeof drawImage>) {
        const [source] = args;
        if (source instanceof HTMLVideoElement)
          away.push(Math.abs(source.currentTime - (presented.get(source) ?? Number.NaN)));
        drawImage.apply(this, args);
      },
    });
    Object.assign(window, { away });
  });
  /** For each drawn frame, the seconds between its time and the requested time. */
  const away = () => page.evaluate(() => (window as unknown as { away: number[] }).away);
  const player = await watch();
  const { finger, from } = await press(page, player, 0.2);
  for (const share of [0.3, 0.2, -0.4]) {
    const before = (await away()).length;
    await finger.moveBy(from.width * share, 0);
    await expect.poll(async () => (await away()).length).toBeGreaterThan(before);
    await expect(picture(page)).not.toHaveAttribute("data-late");
  }
  await finger.lift();
  // NaN would be a black picture, which has no time
  expect((await away()).filter((seconds) => !(seconds <= 0.2))).toEqual([]);
});
