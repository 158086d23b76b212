import { chromium, devices } from "playwright";
import { freePort, runProgram, temporaryFolder, untilReady } from "./support/program.ts";

/** Makes the README's pictures from the running app: `npm run screenshots`. */
const folder = await temporaryFolder();
const PORT = String(await freePort());
const url = `http://127.0.0.1:${PORT}`;
const program = runProgram("build/machine/main.js", [], { PORT, DATA_DIR: folder.path });
await untilReady(program, url);

const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
const page = await browser.newPage({
  ...devices["Pixel 7"],
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  locale: "zh-CN",
});
await page.context().addCookies([{ name: "adult", value: "1", url }]);
await page.addInitScript(() => {
  for (const name of ["popupAdShown", "installShown"]) sessionStorage.setItem(name, "1");
});
await page.goto(url);
await page.waitForLoadState("networkidle");
await page.screenshot({ path: ".readme/home.png" });
await page.locator('a[href^="/videoinfo?id="]').first().tap();
await page.waitForFunction(() => (document.querySelector("video")?.currentTime ?? 0) > 4);
await page.waitForLoadState("networkidle");
// a tap brings the controls back
await page.locator("video").tap({ position: { x: 60, y: 40 } });
await page.waitForTimeout(400);
await page.screenshot({ path: ".readme/watch.png" });

await browser.close();
await program.stop();
await folder.remove();
