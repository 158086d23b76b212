import { defineConfig } from "playwright/test";

/** Files whose tests play videos (docs/decisions/0034). */
const playback = [
  "**/watch/*.spec.ts",
  "**/comfort/*.spec.ts",
  "**/library/continue-watching.spec.ts",
];
/** Tests that only the nightly run has: what is long, random, or one fact for more inputs (docs/decisions/0034). */
const night = /@night/;

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results/browser",
  // three keep two cores no busier, and make tests miss short-lived states
  workers: 2,
  projects: [
    { name: "playback", testMatch: playback, grepInvert: night },
    { name: "pages", testIgnore: playback, grepInvert: night },
    { name: "night", grep: night },
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
        // a test's pages do not live long enough for this compiler to pay
        "--js-flags=--no-maglev",
      ],
    },
  },
});
