import { chromium } from "playwright/test";
import playwrightConfig from "../e2e/playwright.config.ts";
import { settle } from "../e2e/site.ts";
const { launchOptions, trace: _, ...phone } = playwrightConfig.use ?? {};
const url = process.argv[2] ?? "http://127.0.0.1:4102/";
const browser = await chromium.launch(launchOptions);
for (let i = 0; i < 2; i++) {
  const context = await browser.newContext({ ...phone, serviceWorkers: "block" });
  await settle(context, url);
  await context.addInitScript({ content: `window.seen=[];
  new PerformanceObserver((l)=>l.getEntries().forEach(e=>seen.push("CLS "+e.value+" "+e.startTime+" "+e.sources.map(s=>(s.node?.outerHTML??"").slice(0,100)+JSON.stringify([s.previousRect.y,s.currentRect.y, s.currentRect.x,s.previousRect.x])).join("|")))).observe({type:"layout-shift",buffered:true});
  new PerformanceObserver((l)=>l.getEntries().forEach(e=>seen.push("LONG "+e.duration+" at "+e.startTime))).observe({type:"longtask",buffered:true});
  new PerformanceObserver((l)=>l.getEntries().forEach(e=>seen.push("LCP "+e.startTime+" "+e.size+" "+(e.url||e.element?.outerHTML.slice(0,80))))).observe({type:"largest-contentful-paint",buffered:true});` });
  const page = await context.newPage();
  const dev = await context.newCDPSession(page);
  await dev.send("Network.enable");
  await dev.send("Network.emulateNetworkConditions", { latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000, offline: false });
  await dev.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByName("hydrated")[0]);
  await page.waitForTimeout(1500);
  if (i === 0) { await context.close(); continue; }
  console.log(await page.evaluate(() => [
    "fcp " + performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    "hydrated " + performance.getEntriesByName("hydrated")[0]?.startTime,
    ...(window as any).seen,
    ...performance.getEntriesByType("resource").map((r: any) => `${Math.round(r.startTime)}-${Math.round(r.responseEnd)} ${r.encodedBodySize} ${r.initiatorType} ${r.name.slice(-60)}`),
  ].join("\n")));
  await context.close();
}
await browser.close();
