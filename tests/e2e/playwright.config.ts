import { defineConfig } from "playwright/test";

/** Files whose tests mostly wait for playback and use little CPU time (docs/decisions/0034). */
const playback = [
  "**/watch/*.spec.ts",
  "**/comfort/*.spec.ts",
  "**/library/continue-watching.spec.ts",
];
/** Only in the nightly run. */
const journeys = "**/random-journeys.spec.ts";

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results/browser",
  workers: 3,
  projects: [
    { name: "playback", testMatch: playback },
    // three workers were two minutes faster, but made tests miss short-lived states
    { name: "pages", testIgnore: [...playback, journeys], workers: 2 },
    { name: "journeys", testMatch: journeys },
  ],
  // a test that passes only at a later attempt is reported at the end of the run (docs/decisions/0034)
  retries: 2,
  // both limits only end waits for something that never happens; no test may depend on the machine's speed
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [["list"], ["../reports/playwright-reporter.ts"]],
  use: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1,
    isMobile: true,
    hasTouch: true,
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    userAgent:
      "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36",
    // it would answer requests that tests intercept; tests of the service worker allow it
    serviceWorkers: "block",
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
