import { playerOn } from "../fixtures/playback.ts";
import { expect, test } from "../fixtures/site.ts";
import config from "../playwright.config.ts";

const { launchOptions } = config.use ?? {};
const args = (launchOptions?.args ?? []).filter((arg) => !arg.startsWith("--autoplay-policy"));

// as on a phone: a tap must have asked for the sound
test.use({
  firstVisit: true,
  launchOptions: { ...launchOptions, args: [...args, "--autoplay-policy=user-gesture-required"] },
});

test("the video of a shared link waits for the age gate, and plays once it is passed", async ({
  page,
}) => {
  await page.goto("/videoinfo?id=100301&share=12345678");
  const player = playerOn(page);
  const confirm = page.getByRole("button", { name: "我已年满18岁，进入" });
  await expect(confirm).toBeVisible();
  await expect.poll(() => player.read((element) => element.readyState)).toBeGreaterThan(0);
  expect(await player.paused()).toBe(true);
  await confirm.tap();
  await expect.poll(player.time, { timeout: 30_000 }).toBeGreaterThan(0.5);
  expect(await player.paused()).toBe(false);
});
