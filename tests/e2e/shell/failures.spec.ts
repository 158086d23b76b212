import sharp from "sharp";
import { createCodec } from "../../../server/upstream-client/codec.ts";
import { bitmap } from "../../support/media/bitmaps.ts";
import { listen } from "../../support/servers/listen.ts";
import { startGate } from "../../support/servers/pausable-upstream.ts";
import { startSiteProgram } from "../../support/servers/program.ts";
import { startRewritingUpstream } from "../../support/servers/rewriting-upstream.ts";
import { startTestUpstream } from "../../support/servers/upstream.ts";
import { passUntil } from "../fixtures/playback.ts";
import { expect, settingsFor, test } from "../fixtures/site.ts";

test.use({ mayLogErrors: true });

test("while the upstream hangs, a visitor sees skeletons, then a friendly message and a working retry", async ({
  page,
}) => {
  await using upstream = await startTestUpstream();
  await using gate = await startGate(upstream.url);
  await using site = await startSiteProgram({
    ...settingsFor({ ...upstream, url: gate.url }),
    UPSTREAM_TIMEOUT_MS: "5000",
  });
  const { url } = site;

  gate.shut();
  await page.goto(url, { waitUntil: "commit" });
  await expect(page.getByRole("link", { name: "影视搜索" })).toBeVisible();
  // visible while most of the page is still loading
  expect(await page.evaluate(() => document.readyState)).toBe("loading");
  await expect(page.getByRole("alert")).toHaveText("网络异常，请稍后重试");
  const retry = page.getByRole("button", { name: "重试" });
  await expect(retry).toHaveCount(1);

  gate.open();
  // the site probes a failed upstream every two seconds
  await expect(async () => {
    if ((await retry.count()) > 0) await retry.tap({ timeout: 5_000 });
    await expect(page.locator('a[href^="/videoinfo?id="]').first()).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 30_000 });
  await expect(retry).toHaveCount(0);
});

test("a picture that fails to load is replaced by a placeholder, and nothing shifts", async ({
  page,
}) => {
  await page.route("**/image/**", (route) => route.abort());
  await page.goto("/sreinfo?searchStr=海边");
  const card = page.locator('a[href^="/videoinfo?id="]').first();
  const before = await card.boundingBox();
  await expect(card.locator("img")).toHaveCount(0);
  expect(await card.boundingBox()).toEqual(before);
});

test("when a stream fails permanently, the player shows a friendly message and a retry", async ({
  page,
}) => {
  await page.clock.install();
  await page.route("**/stream/**", (route) => route.abort());
  await page.goto("/videoinfo?id=100301");
  await passUntil(page, "连接中断了，请检查网络");
  await page.unroute("**/stream/**");
  await page.getByRole("button", { name: "重试" }).tap();
  const video = page.locator("video").first();
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(1);
});

test("a page that fails during navigation shows an error in the site's design", async ({
  page,
}) => {
  await page.goto("/mine");
  // a new device's page data is loaded again once its guest is registered
  await expect(page.getByText(/^ID：/)).toBeVisible();
  const looks = () =>
    page.evaluate(() => {
      const { fontFamily, backgroundColor } = getComputedStyle(document.body);
      return { fontFamily, backgroundColor };
    });
  const before = await looks();
  await page.route(/\.data\b/, (route) => route.abort());
  await page.getByRole("link", { name: "收藏" }).first().tap();
  await expect(
    page.getByRole("button", { name: "重试" }).or(page.getByRole("link", { name: "重试" })),
  ).toBeVisible();
  expect(await looks()).toEqual(before);
});

test("covers of other servers are shown: a truncated JPEG, a bitmap, and a placeholder for a file that is not a picture", async ({
  browser,
}) => {
  const dots = { width: 320, height: 180 };
  const jpeg = await sharp({ create: { ...dots, channels: 3, background: "#d2281e" } })
    .jpeg()
    .toBuffer();
  const covers = [
    jpeg.subarray(0, Math.ceil(jpeg.length * 0.7)),
    bitmap("24", { ...dots, above: [210, 40, 30], below: [20, 60, 200] }),
    Buffer.from("no picture"),
  ];
  await using origin = await listen(({ url }, response) => {
    response.end(covers[Number(url?.slice(1))]);
  });
  await using upstream = await startTestUpstream();
  const { aesKey: key, aesIv: iv } = upstream.forSite;
  await using front = await startRewritingUpstream(
    { url: upstream.url, codec: createCodec({ key, iv }) },
    ({ envelope }) =>
      JSON.parse(
        JSON.stringify(envelope, (name, value) => {
          if (name !== "cartoonImage") return value;
          return `${origin.url}/${Number(/(\d)\D*$/.exec(String(value))?.[1]) % covers.length}`;
        }),
      ),
  );
  await using site = await startSiteProgram({
    ...settingsFor({ ...upstream, url: front.url }),
    MEDIA_ORIGINS: `${upstream.url} ${origin.url}`,
  });
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({
      javaScriptEnabled,
      viewport: { width: 390, height: 844 },
    });
    await context.addCookies([{ name: "adult", value: "1", url: site.url }]);
    const page = await context.newPage();
    await page.goto(`${site.url}/sreinfo?searchStr=海`);
    const cards = page.locator('a[href^="/videoinfo?id="]');
    /** The colours above and below the middle of a card's picture, as words. */
    const looks = async (index: number) => {
      const { data, info } = await sharp(
        await cards.nth(index).locator("span").first().screenshot(),
      )
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return [0.25, 0.64].map((part) => {
        const dot =
          (Math.floor(info.height * part) * info.width + Math.floor(info.width * 0.75)) * 3;
        const [red = 0, , blue = 0] = data.subarray(dot, dot + 3);
        return red > blue + 80 ? "red" : blue > red + 80 ? "blue" : red > 160 ? "light" : "grey";
      });
    };
    const seen = () => Promise.all([0, 1, 2, 3].map(looks));
    await expect.poll(seen, { timeout: 15_000 }).toEqual([
      ["red", "blue"],
      ["red", "blue"],
      ["light", "light"],
      ["red", "grey"],
    ]);
    await context.close();
  }
});
