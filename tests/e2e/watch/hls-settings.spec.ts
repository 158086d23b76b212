import { expect, playerOn, test } from "../fixtures/playback.ts";

// the browser logs failed requests as errors
test.use({ mayLogErrors: true });

test("a quality lost to a failed segment returns half a minute later", { tag: "@night" }, async ({
  page,
  watch,
}) => {
  await page.clock.install();
  await page.addInitScript(() => localStorage.setItem("dataUse", '"best"'));
  await watch();
  const player = playerOn(page);
  const width = () => player.read(({ videoWidth }) => videoWidth);
  await expect.poll(width).toBe(1_280);

  const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("/media."));
  await page.route("**/stream/*/media.*", (route) => route.abort(), { times: 1 });
  // beyond the buffer
  await player.seek(600);
  await failed;
  await expect.poll(width).toBe(854);

  // a running request would seem to have taken all that time
  await player.read((video) => video.pause());
  const secondsAhead = () =>
    player.read(({ buffered, currentTime }) => buffered.end(buffered.length - 1) - currentTime);
  await expect.poll(secondsAhead).toBeGreaterThan(300);
  await page.clock.fastForward(30_001);
  await player.seek(1_200);
  await expect.poll(width).toBe(1_280);
});

test("hls.js ignores advertisements and content steering in playlists, and shows each quality once", async ({
  page,
  watch,
}) => {
  const ads = ["/ads/1.m3u8", "/ads/list.json", "/steering"];
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.route("**/stream/**/index.m3u8", async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replace(
        /#EXTINF/,
        `#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z
#EXT-X-DATERANGE:ID="1",CLASS="com.apple.hls.interstitial",CUE="PRE",START-DATE="2026-01-01T00:00:00Z",X-ASSET-URI="/ads/1.m3u8"
#EXT-X-DATERANGE:ID="2",CLASS="com.apple.hls.interstitial",START-DATE="2026-01-01T00:00:02Z",X-ASSET-LIST="/ads/list.json"
#EXTINF`,
      )
      // each variant also on a second host
      .replace(/(#EXT-X-STREAM-INF:.*)\n(.*)/g, '$1,PATHWAY-ID="A"\n$2\n$1,PATHWAY-ID="B"\n$2?b')
      .replace(
        /(?=#EXT-X-STREAM-INF)/,
        '#EXT-X-CONTENT-STEERING:SERVER-URI="/steering",PATHWAY-ID="A"\n',
      );
    await route.fulfill({ response, body });
  });
  await watch();
  const player = playerOn(page);
  await expect.poll(player.time).toBeGreaterThan(3);
  expect(asked.filter((path) => ads.includes(path))).toEqual([]);
  await player.showControls();
  await page.getByRole("button", { name: /^清晰度/ }).tap();
  await expect(page.getByRole("menuitemradio")).toHaveCount(4);
});
