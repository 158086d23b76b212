import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import { chromium } from "playwright";
import sharp from "sharp";
import { accountScreens } from "./account.ts";
import { discoveryScreens } from "./discovery.ts";
import { readOptions } from "./options.ts";
import { FOLDER, take } from "./take.ts";
import { startWorlds } from "./worlds.ts";

/**
 * Pictures of the running app: `npm run screenshots` takes every screen, light and dark, into
 * test-results/screenshots, and remakes the README's and, with `--wide=390,desktop`, those of the question whether to
 * install the site. `readOptions` says what else may be asked for.
 */
const AT_ONCE = 2;
const README = ["home", "watch", "vip", "mine"];
const INSTALL: Record<string, string> = { home: "narrow", "home-desktop": "wide" };

const { views, full, wants } = readOptions(process.argv.slice(2));
const screens = [...discoveryScreens, ...accountScreens].filter(({ name }) => wants(name));
if (screens.length === 0) throw new Error("no screen has such a name");

const worlds = startWorlds();
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--autoplay-policy=no-user-gesture-required",
  ],
});
const inTurn = pLimit(AT_ONCE);
const failed: string[] = [];

const pictures = views.flatMap((view) =>
  screens
    .filter(({ phoneOnly }) => view.phone || !phoneOnly)
    .map((screen) => ({ screen, view, name: screen.name + view.suffix })),
);
await Promise.all(
  pictures.map(({ screen, view, name }) =>
    inTurn(async () => {
      try {
        const world = await worlds.get(screen.world ?? "ordinary");
        await take(screen, { browser, world, view, full });
        if (INSTALL[name])
          await sharp(join(FOLDER, `light${view.suffix}`, `${screen.name}.png`))
            .resize({ width: view.width })
            .webp({ quality: 60, effort: 6 })
            .toFile(`public/icons/home-${INSTALL[name]}.webp`);
        if (README.includes(name))
          await copyFile(join(FOLDER, "light", `${name}.png`), `docs/images/${name}.png`);
      } catch (error) {
        failed.push(`${name}: ${String(error).split("\n")[0]}`);
      }
    }),
  ),
);

await browser.close();
await worlds.stop();
console.log(`${screens.length} screens in ${FOLDER}`);
if (failed.length > 0) {
  console.error(failed.join("\n"));
  process.exitCode = 1;
}
