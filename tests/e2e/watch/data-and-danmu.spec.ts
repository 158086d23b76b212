import type { Page } from "playwright/test";
import { danmu } from "../../../server/upstream/db/schema.ts";
import { boxOf } from "../fixtures/boxes.ts";
import { expect, playerOn, test } from "../fixtures/playback.ts";
import { hydrated, showTab } from "../fixtures/site.ts";

/** A video whose episode has several qualities. */
const VIDEO = 100_301;
/** A video that no other test opens, because the site caches a video's danmaku for a while. */
const WITHOUT_VISITORS = 100_387;

/** Changes the setting like another tab, about which this one gets an event. */
const store = (page: Page, values: Record<string, unknown>) =>
  page.evaluate((entries) => {
    for (const [name, value] of Object.entries(entries))
      localStorage.setItem(name, JSON.stringify(value));
    window.dispatchEvent(new StorageEvent("storage"));
  }, values);

const width = (page: Page) => playerOn(page).read((element) => element.videoWidth);

async function openSettings(page: Page) {
  const player = playerOn(page);
  await player.read((element) => element.pause());
  await player.button("设置").tap();
  const sheet = page.getByRole("dialog", { name: "设置" });
  await expect(sheet).toBeVisible();
  return sheet;
}

test("with save-data no page, stream or code is loaded early, and the lowest quality plays, even if another was chosen before", async ({
  page,
}) => {
  await page.goto("/centersetting");
  await expect(page.getByRole("radio", { name: "自动" })).toBeChecked();
  await page.getByRole("radio", { name: "省流" }).check();
  await store(page, { quality: "超清" });

  await test.step("nothing is prefetched", async () => {
    await page.goto("/");
    const cards = page.locator("main a[href^='/videoinfo']");
    const address = async (index: number) => String(await cards.nth(index).getAttribute("href"));
    const prefetched = (of: string) => page.locator(`link[rel=prefetch][href*="${of.slice(-9)}"]`);
    const [early, late] = [await address(0), await address(4)];
    await cards.nth(0).focus();
    await store(page, { dataUse: "automatic" });
    await cards.nth(4).focus();
    await expect(prefetched(late).first()).toBeAttached();
    await expect(prefetched(early)).toHaveCount(0);
    await store(page, { dataUse: "saver" });
  });

  await test.step("the video has the lowest quality, and shows how much it has loaded", async () => {
    const asked: string[] = [];
    const media = new Set<string>();
    let bytes = 0;
    // including the bytes of cancelled requests
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Network.enable");
    devtools.on("Network.requestWillBeSent", ({ requestId, request }) => {
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith("/stream/")) return;
      asked.push(pathname);
      if (!pathname.endsWith(".m3u8")) media.add(requestId);
    });
    devtools.on("Network.dataReceived", ({ requestId, dataLength }) => {
      if (media.has(requestId)) bytes += dataLength;
    });
    await page.goto(`/videoinfo?id=${VIDEO}`);
    await expect.poll(playerOn(page).time).toBeGreaterThan(4);
    expect(await width(page)).toBe(480);
    expect(asked.filter((path) => path.endsWith("/beginning"))).toEqual([]);
    const sheet = await openSettings(page);
    const used = sheet.getByText(/^本次已用 [\d.]+ (KB|MB)$/);
    await expect
      .poll(async () => {
        const [, amount, unit] = /([\d.]+) (KB|MB)/.exec(String(await used.textContent())) ?? [];
        return (Number(amount) * (unit === "KB" ? 1024 : 1024 ** 2)) / bytes;
      })
      .toBeCloseTo(1, 1);
    await sheet.getByRole("link", { name: "流量设置" }).tap();
    await expect(page.getByRole("radio", { name: "省流" })).toBeChecked();
  });

  await test.step("on Wi-Fi the best quality loads, larger than the screen", async () => {
    await page.getByRole("radio", { name: "Wi-Fi 不限" }).check();
    await store(page, { quality: "", videoHistory: [] });
    await page.goto(`/videoinfo?id=${VIDEO}`);
    await expect.poll(() => width(page)).toBe(1_280);
  });
});

test.describe("in the background", () => {
  test.use({ beforeScripts: true });

  test("a video neither loads nor plays, except in picture-in-picture, and continues in the foreground", async ({
    page,
  }) => {
    const player = playerOn(page);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const streams = () => asked.filter((path) => path.startsWith("/stream/"));

    await test.step("in a tab opened in the background", async () => {
      await page.addInitScript(() => {
        if (sessionStorage.getItem("opened")) return;
        sessionStorage.setItem("opened", "1");
        Object.defineProperty(document, "visibilityState", { configurable: true, value: "hidden" });
      });
      await page.goto(`/videoinfo?id=${VIDEO}`);
      await hydrated(page);
      await expect(player.button("播放").first()).toBeVisible();
      expect(streams()).toEqual([]);
      await showTab(page, "visible");
      await expect.poll(player.time).toBeGreaterThan(0.5);
    });

    await test.step("in a tab that is left", async () => {
      await expect(player.button("暂停").first()).toBeAttached();
      await expect
        .poll(async () => {
          await showTab(page, "hidden");
          if (await player.paused()) return true;
          // the code that pauses it is loaded when it first plays
          await showTab(page, "visible");
          return false;
        })
        .toBe(true);
      await showTab(page, "visible");
      await expect.poll(player.paused).toBe(false);
    });

    await test.step("in picture-in-picture", async () => {
      await player.read((element) =>
        Object.defineProperty(document, "pictureInPictureElement", {
          configurable: true,
          value: element,
        }),
      );
      await showTab(page, "hidden");
      expect(await player.paused()).toBe(false);
      const before = await player.time();
      await expect.poll(player.time).toBeGreaterThan(before + 0.5);
    });
  });
});

test("danmaku have the viewer's density, size, area and blocked words, even on the next visit", async ({
  page,
  upstream,
  watch,
}) => {
  await upstream.db.insert(danmu).values(
    Array.from({ length: 160 }, (_, index) => ({
      videoCode: WITHOUT_VISITORS,
      time: 30 + index / 200,
      text: index % 4 === 0 ? `第${index}条剧透` : `第${index}条`,
      color: "",
      type: 0,
    })),
  );
  const player = await watch(WITHOUT_VISITORS);
  const comments = page.locator("[data-placement=scroll]");
  const sheet = await openSettings(page);
  // paused, because on a slow machine danmaku would cross the picture before they are counted
  await player.seek(30.3);
  await expect(comments.first()).toBeAttached();
  const choose = (name: string) => sheet.getByRole("radio", { name, exact: true }).first().check();
  const count = () => comments.count();

  await test.step("density", async () => {
    // danmaku are created one after the other, in the frames after the seek
    let normal = 0;
    await expect
      .poll(async () => {
        const before = normal;
        normal = await count();
        return normal > 2 && normal === before;
      })
      .toBe(true);
    await choose("较少");
    await expect.poll(count).toBeLessThan(normal);
    expect(await count()).toBeGreaterThan(0);
    await choose("密集");
    await expect.poll(count).toBeGreaterThan(120);
  });

  await test.step("blocked words", async () => {
    await expect(comments.filter({ hasText: "剧透" }).first()).toBeAttached();
    await sheet.getByRole("textbox", { name: "屏蔽词" }).fill("剧透");
    await sheet.getByRole("button", { name: "添加" }).tap();
    await expect(sheet.getByRole("button", { name: "移除屏蔽词 剧透" })).toBeVisible();
    await expect(comments.filter({ hasText: "剧透" })).toHaveCount(0);
    await expect.poll(count).toBeGreaterThan(80);
  });

  await test.step("area", async () => {
    const lowest = async () => {
      const picture = await boxOf(player.video);
      const bottoms = await comments.evaluateAll((elements) =>
        elements.map((element) => element.getBoundingClientRect().bottom),
      );
      return (Math.max(...bottoms) - picture.y) / picture.height;
    };
    // a paused video shows its controls, and danmaku begin below the top row
    await expect.poll(lowest).toBeGreaterThan(0.6);
    await choose("1/4屏");
    await expect.poll(lowest).toBeLessThan(0.45);
    await expect.poll(count).toBeGreaterThan(80);
    expect(await lowest()).toBeLessThan(0.45);
    await choose("半屏");
    await expect.poll(lowest).toBeGreaterThan(0.4);
    expect(await lowest()).toBeLessThan(0.7);
  });

  await test.step("appearance", async () => {
    const look = () =>
      comments.first().evaluate((element) => {
        const { opacity } = getComputedStyle(element.parentElement as Element);
        return { opacity, size: Number.parseFloat(getComputedStyle(element).fontSize) };
      });
    expect(await look()).toEqual({ opacity: "1", size: 14 });
    await choose("大");
    await sheet.getByRole("slider", { name: "不透明度" }).fill("40");
    await expect.poll(look).toEqual({ opacity: "0.4", size: 18.2 });
  });

  await test.step("the next visit", async () => {
    await page.reload();
    const again = await openSettings(page);
    for (const name of ["密集", "大", "半屏"])
      await expect(again.getByRole("radio", { name, exact: true }).first()).toBeChecked();
    await expect(again.getByRole("slider", { name: "不透明度" })).toHaveValue("40");
    await again.getByRole("button", { name: "移除屏蔽词 剧透" }).tap();
    await expect(again.getByRole("list", { name: "屏蔽词" })).toHaveCount(0);
  });
});
