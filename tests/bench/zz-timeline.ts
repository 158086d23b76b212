import { chromium } from "playwright/test";
import playwrightConfig from "../e2e/playwright.config.ts";
import { settle } from "../e2e/site.ts";
const { launchOptions, trace: _, ...phone } = playwrightConfig.use ?? {};
const url = process.argv[2] ?? "";
const browser = await chromium.launch(launchOptions);
for (let i = 0; i < 2; i++) {
const context = await browser.newContext({ ...phone, serviceWorkers: "block" });
await settle(context, url);
const page = await context.newPage();
const d = await context.newCDPSession(page);
await d.send("Network.enable");
await d.send("Network.emulateNetworkConditions", { latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000, offline: false });
await d.send("Emulation.setCPUThrottlingRate", { rate: 4 });
await context.addInitScript(`window.seen={};new PerformanceObserver(l=>l.getEntries().forEach(e=>{seen.lcp=e.startTime;seen.url=e.url||e.element.className})).observe({type:"largest-contentful-paint",buffered:true});window.long=[];new PerformanceObserver(l=>l.getEntries().forEach(e=>long.push([Math.round(e.startTime),Math.round(e.duration)]))).observe({type:"longtask",buffered:true})`);
await page.goto(url, { waitUntil: "commit" });
await page.waitForFunction(() => performance.getEntriesByName("hydrated")[0]);
await page.waitForTimeout(1000);
if (i === 1) {
  const out = await page.evaluate(() => JSON.stringify({ nav: (performance.getEntriesByType("navigation")[0] as any).responseEnd, fcp: performance.getEntriesByName("first-contentful-paint")[0]?.startTime, hyd: performance.getEntriesByName("hydrated")[0]?.startTime, ...(window as any).seen, long: (window as any).long, r: performance.getEntriesByType("resource").map((e: any) => `${Math.round(e.startTime)} ${Math.round(e.requestStart)} ${Math.round(e.responseEnd)} ${e.encodedBodySize} ${e.initiatorType} ${e.name.slice(21, 70)}${e.name.slice(-6)}`) }));
  const o = JSON.parse(out); const r = o.r; delete o.r; console.log(o); for (const l of r) console.log(l);
}
await context.close();
}
await browser.close();
