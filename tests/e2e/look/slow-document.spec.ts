import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { listen } from "../../support/servers/listen.ts";
import { startSiteProgram } from "../../support/servers/program.ts";
import { passOn } from "../../support/servers/proxy.ts";
import { drawn } from "../fixtures/drawn.ts";
import { holdRequests } from "../fixtures/hold-requests.ts";
import { shifts, watchShifts } from "../fixtures/layout-shifts.ts";
import { test as base, expect } from "../fixtures/site.ts";

/** A line so slow that a frame is painted between any two elements: a tag at a time, as long as a frame takes. */
const FRAME_MS = 17;
const FIRST_TAGS = 400;

const test = base.extend({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const site = await startSiteProgram();
      const trickling = await startTrickling(site.url);
      await use(trickling);
      await trickling.stop();
      await site.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
});

const startTrickling = (site: string) =>
  listen((incoming, response) => {
    if (incoming.headers["sec-fetch-mode"] !== "navigate") return passOn(site, incoming, response);
    passOn(site, incoming, response, {
      headers: { ...incoming.headers, "accept-encoding": "identity" },
      async receive(answer) {
        const { "content-length": _, ...headers } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, headers);
        const [head = "", body = ""] = (await text(answer)).split(/(?=<body)/);
        response.write(head);
        const tags = body.split(/(?<=>)/);
        for (const tag of tags.slice(0, FIRST_TAGS)) {
          response.write(tag);
          await pause(FRAME_MS);
        }
        response.end(tags.slice(FIRST_TAGS).join(""));
      },
    });
  });

for (const address of ["/", "/category"]) {
  test(`nothing moves on ${address} while its document comes in tag by tag`, async ({ page }) => {
    await page.addInitScript({ content: watchShifts });
    // what the site has to fetch first comes behind a skeleton, at once
    await page.request.get(address);
    await page.goto(address);
    await drawn(page);
    expect(await shifts(page)).toEqual([]);
  });
}

for (const address of ["/", "/videoinfo?id=100301"]) {
  test(`no picture on ${address} is asked for and then given up`, async ({ page }) => {
    const letGo = await holdRequests(page, /\/image\//);
    const givenUp: string[] = [];
    page.on("requestfailed", (request) => givenUp.push(request.url()));
    await page.request.get(address);
    await page.goto(address, { waitUntil: "commit" });
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
    letGo();
    const picture = page.locator("main li img").first();
    await expect(picture).toHaveJSProperty("complete", true);
    expect(givenUp.filter((url) => url.includes("/image/"))).toEqual([]);
  });
}
