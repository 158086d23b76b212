import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { Page } from "playwright/test";
import { episodes } from "../../../server/upstream/db/schema.ts";
import { debianProgram } from "../../setup/debian.ts";
import { listen } from "../../support/servers/listen.ts";
import { violations } from "../fixtures/axe.ts";
import { boxOf } from "../fixtures/boxes.ts";
import { foreignHostTest } from "../fixtures/foreign-host.ts";
import { passUntil, playerOn } from "../fixtures/playback.ts";
import { expect } from "../fixtures/site.ts";

/** Twelve seconds of MPEG-TS with sound; most browsers have no decoder for `hevc.m3u8`. */
function makeFilms(folder: string) {
  const picture = "testsrc=size=320x180:rate=24:duration=12";
  const segments = "-preset ultrafast -g 48 -pix_fmt yuv420p -c:a aac -f hls -hls_time 2".split(
    " ",
  );
  for (const [name, codec] of [
    ["film", "libx264"],
    ["hevc", "libx265"],
  ])
    execFileSync(
      debianProgram("/usr/bin/ffmpeg", "ffmpeg"),
      [
        ...["-v", "error", "-f", "lavfi", "-i", picture, "-f", "lavfi", "-i", "sine=duration=12"],
        ...["-c:v", String(codec), ...segments, "-hls_list_size", "0", `${name}.m3u8`],
      ],
      { cwd: folder, stdio: "ignore" },
    );
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
}

const variants = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=300000,RESOLUTION=320x180
film.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=640x360
film.m3u8?better
`;

type Failure = "not found" | "forbidden" | "broken" | "cut off" | "silent" | undefined;
const statuses = { "not found": 404, forbidden: 403, broken: 500 };

/** A host of playlists, whose segments fail as it is told. */
async function startFailingHost(folder: string) {
  const files = makeFilms(folder);
  const state = { failure: undefined as Failure };
  const host = await listen(({ url }, response) => {
    const name = new URL(url ?? "", "http://host.test").pathname.slice(1);
    response.setHeader("access-control-allow-origin", "*");
    if (name === "variants.m3u8") return response.end(variants);
    const file = files.get(name);
    if (!file) return response.writeHead(404).end();
    const { failure } = state;
    if (name.endsWith(".m3u8") || !failure) return response.end(file);
    if (failure === "silent") return undefined;
    if (failure !== "cut off") return response.writeHead(statuses[failure]).end();
    response.setHeader("content-length", file.length);
    return response.write(file.subarray(0, 2_000), () => response.destroy());
  });
  return Object.assign(host, { state });
}

/** `videoOf`: like `videoAt`, with one source or several. */
const test = foreignHostTest(startFailingHost).extend<{
  videoOf: (sources: "one" | "several", path: string) => Promise<number>;
}>({
  videoOf: async ({ upstream, videoAt }, use) => {
    const sourcesOf = (code: number) =>
      upstream.db
        .selectDistinct({ sort: episodes.sourceSort })
        .from(episodes)
        .where(eq(episodes.videoCode, code));
    await use(async (sources, path) => {
      let code = await videoAt(path);
      while ((await sourcesOf(code)).length > 1 !== (sources === "several"))
        code = await videoAt(path);
      return code;
    });
  },
});

// the browser logs failed requests as errors
test.use({ mayLogErrors: true });

const MISSING = "找不到这个片源，可能已失效";
const REFUSED = "片源拒绝播放，可能已过期";
const DISCONNECTED = "连接中断了，请检查网络";
const UNDECODABLE = "当前设备无法播放这个视频";
const SLOW = "片源响应太慢，请稍后再试";
const UNKNOWN = "播放出错了";

const notice = (page: Page) => page.getByRole("alert");
const choices = (page: Page) => page.locator("[role=alert] + div").locator("button, a");

test.beforeEach(async ({ page, memberOn, host }) => {
  await (await memberOn(page)).makeVip();
  host.state.failure = undefined;
});

const failures: [Failure, string, string, number?][] = [
  ["not found", "/film.m3u8", MISSING],
  ["forbidden", "/film.m3u8", REFUSED],
  ["broken", "/film.m3u8", UNKNOWN],
  ["cut off", "/film.m3u8", DISCONNECTED],
  ["silent", "/film.m3u8", SLOW, 2_000],
  [undefined, "/nothing.m3u8", MISSING],
  [undefined, "/hevc.m3u8", UNDECODABLE],
];

for (const [failure, path, text, stepMs] of failures) {
  const title = `the player says why it cannot play ${path.slice(1)} whose segments are ${failure ?? "sent"}`;
  // with those "broken" the tests of the choices begin, too
  const isRare = failure === "forbidden" || failure === "broken" || failure === "silent";
  const tag = isRare ? "@night" : [];
  test(title, { tag }, async ({ page, host, videoAt }) => {
    host.state.failure = failure;
    await page.clock.install();
    await page.goto(`/videoinfo?id=${await videoAt(path)}`);
    await passUntil(page, text, stepMs);
    await expect(notice(page)).toHaveText(text);
    await expect(choices(page).last()).toHaveText("报错");
    await expect(choices(page).first()).toHaveText("重试");
    if (!failure) return;

    host.state.failure = undefined;
    await choices(page).first().tap();
    await page.clock.resume();
    await expect.poll(playerOn(page).time).toBeGreaterThan(0.5);
    await expect(notice(page)).toHaveCount(0);
  });
}

test("a device without a network is told so, and can try again when it has one", async ({
  page,
  context,
  host,
  videoOf,
}) => {
  host.state.failure = "silent";
  await page.clock.install();
  // the player is loaded by then
  const asked = page.waitForRequest(/\/film\d+\.ts/);
  await page.goto(`/videoinfo?id=${await videoOf("one", "/film.m3u8")}`);
  await asked;
  await context.setOffline(true);
  await passUntil(page, DISCONNECTED, 2_000);
  await expect(choices(page)).toHaveText(["重试"]);
  await context.setOffline(false);
  host.state.failure = undefined;
  await choices(page).tap();
  await page.clock.resume();
  await expect.poll(playerOn(page).time).toBeGreaterThan(0.5);
});

// at 500 hls.js itself tries again, at 404 it gives up
for (const status of [500, 404])
  test(`playback continues after one failure (${status}) of the first segment after the beginning`, async ({
    page,
    videoOf,
  }) => {
    // the beginning is six seconds long
    await page.route("**/film3.ts", (route) => route.fulfill({ status }), { times: 1 });
    const failed = page.waitForResponse((answer) => answer.status() === status);
    await page.goto(`/videoinfo?id=${await videoOf("one", "/film.m3u8")}`);
    await failed;
    const player = playerOn(page);
    const seeks = await player.video.evaluateHandle((element: HTMLVideoElement) => {
      const seconds: number[] = [];
      element.addEventListener("seeking", () => seconds.push(element.currentTime));
      element.playbackRate = 4;
      return seconds;
    });
    await expect.poll(player.time).toBeGreaterThan(8);
    expect(await seeks.jsonValue()).toEqual([]);
  });

test("a byte range that arrives cut off is requested again", async ({ page }) => {
  const asked: string[] = [];
  await page.route("**/media.mp4", async (route) => {
    const request = route.request();
    const answer = await route.fetch();
    const body = await answer.body();
    const isSegment = body.length > 3_000;
    if (isSegment) asked.push(`${request.url()} ${request.headers().range}`);
    const isFirst = isSegment && asked.length === 1;
    await route.fulfill({ response: answer, body: isFirst ? body.subarray(0, 2_836) : body });
  });
  await page.goto("/videoinfo?id=130006");
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  const player = playerOn(page);
  const media = await player.read((element) => {
    element.playbackRate = 4;
    return element.src;
  });
  await expect.poll(player.time).toBeGreaterThan(12);
  expect(asked.filter((range) => range === asked[0])).toHaveLength(2);
  expect(await player.read(({ src }) => src)).toBe(media);
  // the film is still loading
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

/** Opens a video of several sources and two qualities, whose host works again after it has failed. */
const failedTest = test.extend<{ failed: undefined }>({
  failed: async ({ page, host, videoOf }, use) => {
    const code = await videoOf("several", "/variants.m3u8");
    host.state.failure = "broken";
    await page.clock.install();
    await page.goto(`/videoinfo?id=${code}`);
    await passUntil(page, UNKNOWN, 1_000);
    await expect(choices(page)).toHaveText(["重试", "换线路", "降低清晰度", "报错"]);
    host.state.failure = undefined;
    await use(undefined);
  },
});

failedTest("after a failure, a lower quality plays", async ({ page, failed: _ }) => {
  await page.getByRole("button", { name: "降低清晰度" }).tap();
  await page.clock.resume();
  const player = playerOn(page);
  await expect.poll(player.time).toBeGreaterThan(0.5);
  await player.showControls();
  await expect(page.getByRole("button", { name: "清晰度 原画" })).toBeVisible();
});

failedTest("after a failure, another source plays", async ({ page, failed: _ }) => {
  await page.getByRole("button", { name: "换线路" }).tap();
  await expect(page.getByText(/^已切换到/)).toBeVisible();
  await page.clock.resume();
  await expect.poll(playerOn(page).time).toBeGreaterThan(0.5);
});

failedTest("a failure is reported with its source and cause", async ({ page, failed: _ }) => {
  await page.getByRole("link", { name: "报错" }).tap();
  await page.clock.resume();
  await expect(page.getByRole("radio", { name: "无法播放" })).toBeChecked();
  await expect(page.getByRole("textbox")).toHaveValue(/^线路\d：播放出错了$/);
  await page.getByRole("button", { name: "提交" }).tap();
  await expect(page.getByText("已收到举报，我们会尽快处理")).toBeVisible();
});

failedTest(
  "four choices fit the smallest stage, can be hit by a finger, and are accessible",
  async ({ page, failed: _ }) => {
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 640 });
      const stage = await boxOf(page.locator("[data-live]"));
      for (const element of [notice(page), ...(await choices(page).all())]) {
        const box = await boxOf(element);
        expect(box.x).toBeGreaterThanOrEqual(stage.x + 8);
        expect(box.x + box.width).toBeLessThanOrEqual(stage.x + stage.width - 8);
        expect(box.y).toBeGreaterThanOrEqual(stage.y + 4);
        expect(box.y + box.height).toBeLessThanOrEqual(stage.y + stage.height - 4);
      }
      for (const choice of await choices(page).all())
        expect((await boxOf(choice)).height).toBeGreaterThanOrEqual(44);
    }
    expect(await violations(page)).toEqual([]);
  },
);

test("a slide of the feed says why it cannot play, above what else is on it", async ({ page }) => {
  const streams = "**/stream/**";
  await page.route(streams, (route) => route.fulfill({ status: 404 }));
  await page.goto("/swipe?tag=0");
  await expect(notice(page)).toHaveText(MISSING);
  await expect(choices(page)).toHaveText(["重试", "报错"]);
  expect(await violations(page)).toEqual([]);
  await page.unroute(streams);
  await choices(page).first().tap();
  await expect.poll(playerOn(page).time).toBeGreaterThan(0.5);
});
