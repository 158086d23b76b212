import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright/test";
import { debianProgram } from "../../setup/debian.ts";
import { listen } from "../../support/servers/listen.ts";
import { violations } from "../fixtures/axe.ts";
import { boxOf } from "../fixtures/boxes.ts";
import { foreignHostTest } from "../fixtures/foreign-host.ts";
import { expect, playerOn, test } from "../fixtures/playback.ts";

const names = ["清晰度", "线路", "码率", "网速", "缓冲", "丢帧", "内核", "编码"];
const RATE = /^\d+\.\d\d Mbps$/;
const BUFFER = /^\d+\.\d s$/;
const FRAMES = /^\d+ \/ \d+$/;

const panel = (page: Page) => page.getByRole("region", { name: "播放信息" });
const value = (page: Page, name: string) =>
  panel(page)
    .locator("div", { has: page.getByText(name, { exact: true }) })
    .getByRole("definition");

async function openPanel(page: Page) {
  const player = playerOn(page);
  await player.showControls();
  await player.button("设置").tap();
  await page.getByRole("dialog", { name: "设置" }).getByRole("button", { name: "播放信息" }).tap();
  await expect(panel(page)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  return player;
}

async function copied(page: Page) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await panel(page).getByRole("button", { name: "复制" }).tap();
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(read).toMatch(/^清晰度：/);
  return read();
}

/** No address, no token, and no number that names a video. */
const REVEALING = /\/\/|\/\w|localhost|127\.0|token|sign|\d{6}/i;

test("the panel lies over the picture, is renewed while the video plays, is copied as text, and closed by its button", async ({
  page,
  watch,
}) => {
  await watch();
  const player = await openPanel(page);

  await test.step("it names what plays, and follows it", async () => {
    expect(await player.paused()).toBe(false);
    await expect(panel(page).getByRole("term")).toHaveText(names);
    await expect(value(page, "清晰度")).toHaveText(/^\S+( \d+P)? \d+×\d+$/);
    await expect(value(page, "编码")).toHaveText(/avc1\.\w+/);
    await expect(value(page, "码率")).toHaveText(RATE);
    await expect(value(page, "网速")).toHaveText(RATE);
    await expect(value(page, "缓冲")).toHaveText(BUFFER);
    await expect(value(page, "内核")).toHaveText("网页");
    const frames = value(page, "丢帧");
    await expect(frames).toHaveText(FRAMES);
    await expect(frames).not.toHaveText((await frames.textContent()) ?? "");
  });

  await test.step("the source has the name that the page shows", async () => {
    await page.getByRole("button", { name: "选集" }).tap();
    const sheet = page.getByRole("dialog", { name: "选集" });
    await expect(sheet).toContainText((await value(page, "线路").textContent()) ?? "?");
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
  });

  await test.step("taps beside its buttons reach the picture", async () => {
    const { x, y } = await boxOf(value(page, "线路"));
    const target = await page.evaluate(
      ([left, top]) => document.elementFromPoint(left, top)?.localName,
      [x + 2, y + 2] as const,
    );
    expect(target).toBe("video");
  });

  await test.step("a paused video hides its controls from the panel", async () => {
    await player.read((element) => element.pause());
    await expect(page.locator("[data-live]")).toHaveAttribute("data-idle", "true");
  });

  await test.step("what is copied names no video and no address", async () => {
    const text = await copied(page);
    expect(text.split("\n").map((row) => row.split("：")[0])).toEqual(names);
    expect(text).not.toMatch(REVEALING);
    expect(text).not.toContain(await page.getByRole("heading").first().textContent());
  });

  await test.step("it is accessible, and fits the smallest phone", async () => {
    expect(await violations(page)).toEqual([]);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 640 });
      const stage = await boxOf(page.locator("[data-live]"));
      const box = await boxOf(panel(page));
      expect(box.x).toBeGreaterThanOrEqual(stage.x);
      expect(box.x + box.width).toBeLessThanOrEqual(stage.x + stage.width);
      expect(box.y + box.height).toBeLessThanOrEqual(stage.y + stage.height);
      for (const button of await panel(page).getByRole("button").all())
        expect(await boxOf(button)).toMatchObject({ width: 44, height: 44 });
      const isCut = await panel(page)
        .getByRole("definition")
        .evaluateAll((all) => all.some((one) => one.scrollWidth > one.clientWidth));
      expect(isCut).toBe(false);
    }
  });

  await panel(page).getByRole("button", { name: "关闭" }).tap();
  await expect(panel(page)).toHaveCount(0);
});

test("i opens and closes the panel, and so does Escape, which leaves the keys to the player", async ({
  page,
  watch,
}) => {
  await watch();
  await page.keyboard.press("i");
  await expect(panel(page)).toBeVisible();
  await page.keyboard.press("i");
  await expect(panel(page)).toHaveCount(0);

  await page.keyboard.press("i");
  await panel(page).getByRole("button", { name: "关闭" }).focus();
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(page.locator("[data-live]")).toBeFocused();
  await page.keyboard.press("k");
  await expect.poll(playerOn(page).paused).toBe(true);
});

/** Twelve seconds with sound, as MPEG-TS in segments and as a plain file. */
function makeFilms(folder: string) {
  const encoded = "-c:v libx264 -preset ultrafast -g 48 -pix_fmt yuv420p -c:a aac".split(" ");
  execFileSync(debianProgram("/usr/bin/ffmpeg", "ffmpeg"), [
    ..."-v error -f lavfi -i testsrc=size=320x180:rate=24:duration=12".split(" "),
    ..."-f lavfi -i sine=frequency=440:duration=12".split(" "),
    ...[...encoded, ..."-f hls -hls_time 2 -hls_list_size 0".split(" "), join(folder, "film.m3u8")],
    ...[...encoded, "-movflags", "+faststart", join(folder, "film.mp4")],
  ]);
  return new Map(readdirSync(folder).map((name) => [`/${name}`, readFileSync(join(folder, name))]));
}

const foreign = foreignHostTest((folder) => {
  const files = makeFilms(folder);
  return listen((request, response) => {
    const file = files.get(new URL(request.url ?? "", "http://host.test").pathname);
    response.setHeader("access-control-allow-origin", "*");
    const [, from = "0", to] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? "") ?? [];
    if (!file || !request.headers.range) return response.writeHead(file ? 200 : 404).end(file);
    const end = Math.min(to ? Number(to) + 1 : file.length, file.length);
    const range = `bytes ${from}-${end - 1}/${file.length}`;
    return response.writeHead(206, { "content-range": range }).end(file.subarray(+from, end));
  });
});

foreign(
  "another host's MPEG-TS has the codecs that its playlist does not name; a plain file has what the browser tells",
  async ({ page, videoAt, memberOn, host }) => {
    await (await memberOn(page)).makeVip();
    const player = playerOn(page);
    const address = host.url.replace(/^https?:\/\//, "");

    await foreign.step("MPEG-TS", async () => {
      await page.goto(`/videoinfo?id=${await videoAt("/film.m3u8")}`);
      await expect.poll(player.time).toBeGreaterThan(0.5);
      await openPanel(page);
      await expect(value(page, "清晰度")).toHaveText("原画 320×180");
      await expect(value(page, "编码")).toHaveText(/^avc1\.\w+ mp4a\.40\.2$/);
      await expect(value(page, "码率")).toHaveText(RATE);
      await expect(value(page, "网速")).toHaveText(RATE);
      await expect(value(page, "内核")).toHaveText("网页");
      const text = await copied(page);
      expect(text).not.toContain(address);
      expect(text).not.toMatch(REVEALING);
    });

    await foreign.step("a plain file", async () => {
      await page.goto(`/videoinfo?id=${await videoAt("/film.mp4")}`);
      await expect.poll(player.time).toBeGreaterThan(0.5);
      await openPanel(page);
      await expect(value(page, "清晰度")).toHaveText("320×180");
      for (const unknown of ["编码", "码率", "网速"])
        await expect(value(page, unknown)).toHaveText("—");
      await expect(value(page, "缓冲")).toHaveText(BUFFER);
      await expect(value(page, "丢帧")).toHaveText(FRAMES);
      await expect(value(page, "内核")).toHaveText("系统");
      const text = await copied(page);
      expect(text).not.toContain(address);
      expect(text).not.toMatch(REVEALING);
    });
  },
);
