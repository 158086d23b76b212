import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { listen } from "../../support/servers/listen.ts";
import { passOn } from "../../support/servers/proxy.ts";
import { drawn } from "../fixtures/drawn.ts";
import { holdRequests } from "../fixtures/hold-requests.ts";
import { shifts, watchShifts } from "../fixtures/layout-shifts.ts";
import { ownSite } from "../fixtures/own-site.ts";
import { expect } from "../fixtures/site.ts";

/** A connection so slow that a frame is painted between any two elements: one tag per frame. */
const FRAME_MS = 17;
const FIRST_TAGS = 400;

const test = ownSite(async ({ site }, use) => {
  await using trickling = await startTrickling(site.url);
  await use(trickling);
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

test("nothing shifts on home, topics or the login while the document arrives tag by tag", async ({
  context,
}) => {
  await context.addInitScript({ content: watchShifts });
  const moved = async (address: string) => {
    const page = await context.newPage();
    // streamed data arrives behind a skeleton, without a delay
    await page.request.get(address);
    await page.goto(address);
    await drawn(page);
    return { address, shifts: await shifts(page) };
  };
  // in parallel, because they mostly wait for the connection
  for (const page of await Promise.all(["/", "/category", "/login"].map(moved)))
    expect(page.shifts, page.address).toEqual([]);
});

test("no picture of home or a video is requested and then dropped", async ({ context }) => {
  const givenUp = async (address: string) => {
    const page = await context.newPage();
    const letGo = await holdRequests(page, /\/image\//);
    const failed: string[] = [];
    page.on("requestfailed", (request) => failed.push(request.url()));
    await page.request.get(address);
    await page.goto(address, { waitUntil: "commit" });
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
    letGo();
    const picture = page.locator("main li img").first();
    await expect(picture).toHaveJSProperty("complete", true);
    return failed.filter((url) => url.includes("/image/"));
  };
  const failed = await Promise.all(["/", "/videoinfo?id=100301"].map(givenUp));
  expect(failed.flat()).toEqual([]);
});
