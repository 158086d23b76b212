import { defineConfig } from "playwright/test";

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results/browser",
  // three were two minutes faster, and made tests miss what is on the screen for a moment
  workers: 2,
  timeout: 90_000,
  // on two busy cores a page takes its time
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: "../../test-results/browser.json" }]],
  use: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1,
    isMobile: true,
    hasTouch: true,
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    userAgent:
      "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36",
    // it would answer what tests want to answer themselves; the tests about it allow it
    serviceWorkers: "block",
    // recording takes a tenth of the run: TRACE=1 asks for it
    trace: process.env.TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: "/usr/bin/chromium-headless-shell",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        "--autoplay-policy=no-user-gesture-required",
      ],
    },
  },
});
