import { expect, test } from "vitest";
import { rateLimits } from "../../../server/rate-limits/limits.ts";

import { alertIn, sendForm } from "../../support/members/forms.ts";
import { openVideo } from "../../support/members/playback.ts";
import { startSite } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile();

const tooOften = /操作太频繁，请\d+秒后再试/;

/** A member who has reached the limit. */
async function spent(name: keyof typeof rateLimits) {
  const visitor = running.site.visit();
  await visitor.read("/");
  await visitor.read("/member");
  const device = openCookie(visitor.cookies.get("visitor") ?? "");
  const { counters } = running.site.services;
  const { visitor: max, windowMs } = rateLimits[name];
  await counters.add(`${name}:visitor:${device}`, max, windowMs);
  return visitor;
}

function openCookie(cookie: string) {
  const text = running.site.services.sealer.open("session", cookie) ?? "{}";
  return (JSON.parse(text) as { device: string }).device;
}

async function requireTooOften(answer: Response) {
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(answer.headers.get("cache-control")).toContain("no-store");
  return answer.text();
}

test("a message above the limit is reported and not lost, with and without scripts", async () => {
  const visitor = await spent("chat");
  const page = await requireTooOften(await sendForm(visitor, "/service", { text: "在吗，还在吗" }));
  expect(page).toMatch(tooOften);
  expect(page).toContain("在吗，还在吗");
  const data = await requireTooOften(await sendForm(visitor, "/service.data", { text: "在吗" }));
  expect(data).toMatch(tooOften);
});

test("a search above the limit shows the reason in place of its list", async () => {
  const visitor = await spent("search");
  const page = await requireTooOften(await visitor.request("/sreinfo?searchStr=海边"));
  expect(page).toMatch(tooOften);
  await requireTooOften(await visitor.request("/rows/results?searchStr=海边&page=2"));
  expect((await visitor.request("/category")).status).toBe(200);
});

test("above the limit there are no suggestions for new terms, but searches still work", async () => {
  const visitor = await spent("suggestions");
  await running.site.visit().read("/suggestions?term=日落");
  expect(await requireTooOften(await visitor.request("/suggestions?term=森林"))).toMatch(tooOften);
  // suggestions for terms that others have typed are cached
  expect((await visitor.request("/suggestions?term=日落")).status).toBe(200);
  expect((await visitor.request("/sreinfo?searchStr=森林")).status).toBe(200);
});

test("an order, a withdrawal and a report above the limit show an error beside their forms", async () => {
  const buyer = await spent("pay");
  expect(await requireTooOften(await sendForm(buyer, "/vip", { plan: "0", channel: "0" }))).toMatch(
    tooOften,
  );
  const drawer = await spent("withdraw");
  const form = await requireTooOften(
    await sendForm(drawer, "/tx", { amount: "12.5", method: "zfb" }),
  );
  expect(alertIn(form)).toMatch(tooOften);
  expect(form).toContain('value="12.5"');
  const reporter = await spent("feedback");
  const report = { video: "100301", reason: "其他", note: "卡住了" };
  expect(await requireTooOften(await sendForm(reporter, "/report", report))).toMatch(tooOften);
});

test("buying episodes too often shows the rate limit, not missing coins", async () => {
  const buyer = await spent("buy");
  const [episode] = await openVideo(running.upstream.db, buyer, 130_001);
  const fields = { intent: "buy", episode: String(episode?.id) };
  const answer = await requireTooOften(await sendForm(buyer, "/videoinfo.data?id=130001", fields));
  expect(answer).toMatch(tooOften);
  // with this reason the watch page would lead to the coins page
  expect(answer).not.toContain('"reason","refused"');
});

test("beacons are refused silently", async () => {
  const clicker = await spent("adClick");
  await requireTooOften(await clicker.request("/ad/swiper/1/click", { method: "POST" }));
  const viewer = await spent("playback");
  await requireTooOften(await sendForm(viewer, "/playback", { video: "100301", seconds: "12" }));
});

test("a picture above the limit is not even decoded", async () => {
  const visitor = await spent("upload");
  const file = new File(["no picture at all"], "x.png", { type: "image/png" });
  const kept = await requireTooOften(await sendForm(visitor, "/upload", { use: "code", file }));
  expect(JSON.parse(kept)).toMatchObject({
    ok: false,
    reason: "rate-limited",
    message: expect.stringMatching(tooOften),
  });
});

test("a network with too many guests can still use everything that needs no member", async () => {
  await using front = await startSite(running.upstream.forSite, { trustProxy: 1 });
  const { address: max, windowMs } = rateLimits.guest;
  await front.services.counters.add("guest:address:203.0.113.7", max, windowMs);
  const headers = { "x-forwarded-for": "203.0.113.7" };
  const visitor = front.visit();
  expect((await visitor.request("/", { headers })).status).toBe(200);
  expect(await requireTooOften(await visitor.request("/member", { headers }))).toContain("null");
  const withoutScripts = await visitor.request("/mine?noscript=", { headers });
  expect(await requireTooOften(withoutScripts)).toMatch(tooOften);
  const elsewhere = await visitor.request("/member", {
    headers: { "x-forwarded-for": "203.0.113.8" },
  });
  expect(elsewhere.status).toBe(200);
});
