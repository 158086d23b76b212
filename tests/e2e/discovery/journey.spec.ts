import { expect, test } from "../fixtures/site.ts";

test("a visitor opens the home page, taps a card and watches", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "精选视频" })).toBeVisible();
  const card = page.locator('a[href^="/videoinfo?id="]').first();
  const name = (await card.textContent())?.trim() ?? "";
  await card.tap();
  await expect(page.getByRole("heading", { name: "视频详情", exact: true })).toBeVisible();
  const video = page.locator("video").first();
  // it plays at once, because the tap on the card asked for it
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(3);
  const heading = page.getByRole("main").getByRole("heading", { level: 2 }).first();
  expect(name).toContain(await heading.textContent());

  const sound = await video.evaluate((element) => {
    const media = element as HTMLVideoElement & { webkitAudioDecodedByteCount?: number };
    return media.webkitAudioDecodedByteCount ?? 0;
  });
  expect(sound).toBeGreaterThan(0);
});

test("three qualities are offered, and choosing one changes the picture's height", async ({
  page,
}) => {
  await page.goto("/videoinfo?id=100301");
  const video = page.locator("video").first();
  const height = () => video.evaluate((element: HTMLVideoElement) => element.videoHeight);
  await expect.poll(height).toBeGreaterThan(0);
  const open = async () => {
    // visible controls might hide just before the tap
    await expect(async () => {
      const hidden = await page.locator('[data-shown="false"]').count();
      if (hidden > 0) await video.tap({ position: { x: 60, y: 40 } });
      await page.getByRole("button", { name: /^清晰度/ }).tap({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
  };
  const choose = async (name: string) => {
    // the quality changes at the next segment, which must exist before the preview's end
    await video.evaluate((element: HTMLVideoElement) => {
      element.currentTime = 0;
    });
    await page.getByRole("menuitemradio", { name }).tap();
  };
  await open();
  await expect(page.getByRole("menuitemradio")).toHaveText(["自动", "原画", "高清", "超清"]);
  await choose("超清");
  await expect.poll(height).toBe(720);
  await open();
  await choose("原画");
  await expect.poll(height).toBe(270);
});

test("two tabs of a new visitor make one guest", async ({ context }) => {
  const [first, second] = await Promise.all([context.newPage(), context.newPage()]);
  const answers: string[] = [];
  context.on("response", async (response) => {
    if (new URL(response.url()).pathname === "/member") answers.push(await response.text());
  });
  await Promise.all([first.goto("/category"), second.goto("/category")]);
  await expect.poll(() => answers.length).toBeGreaterThanOrEqual(2);
  expect(new Set(answers).size).toBe(1);
});
