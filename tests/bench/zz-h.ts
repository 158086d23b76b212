import { chromium } from "playwright/test";
import playwrightConfig from "/tmp/w/lcp/tests/e2e/playwright.config.ts";
import { settle } from "/tmp/w/lcp/tests/e2e/site.ts";
const { launchOptions, trace: _, ...phone } = playwrightConfig.use ?? {};
const url = process.argv[2] ?? "";
const browser = await chromium.launch(launchOptions);
for (const width of [320,390,430]) {
const context = await browser.newContext({ ...phone, viewport: {width, height: 844} });
await settle(context, url);
const page = await context.newPage();
await page.goto(url); await page.waitForTimeout(1500);
console.log(width, await page.evaluate(() => [...document.querySelectorAll("main section, main section > *")].map(e => e.tagName+" "+e.className+" "+Math.round(e.getBoundingClientRect().top)+" h="+e.getBoundingClientRect().height)));
await context.close(); }
await browser.close();
