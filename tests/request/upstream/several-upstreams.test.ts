import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { kinds } from "../../support/contract/fault-pages.ts";
import { sendForm } from "../../support/members/forms.ts";
import { startFaultyFront } from "../../support/servers/faulty-upstream.ts";
import { startSite } from "../../support/servers/site.ts";
import { startTestUpstream } from "../../support/servers/upstream.ts";

type Front = Awaited<ReturnType<typeof startFaultyFront>>;

let upstream: Awaited<ReturnType<typeof startTestUpstream>>;
let fronts: [Front, Front];
let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  upstream = await startTestUpstream();
});
afterAll(() => upstream.stop());
beforeEach(async () => {
  fronts = [await startFaultyFront(upstream.url), await startFaultyFront(upstream.url)];
  const [first, second] = fronts;
  site = await startSite({ ...upstream.forSite, url: first.url, moreUrls: [second.url] });
});
afterEach(async () => {
  await site.stop();
  for (const front of fronts) await front.stop();
});

const openCircuits = () => site.services.health().map((server) => server.open);

test("when the first server fails, the second serves everything, and when it is back, it is used again", async () => {
  const [first, second] = fronts;
  const visitor = site.visit();
  expect(await visitor.read("/member")).toMatch(kinds.poll.normal);
  expect([first.seen() > 0, second.seen()]).toEqual([true, 0]);

  await first.spoil("refused");
  const like = await sendForm(visitor, "/videoinfo.data?id=130001", { intent: "like" });
  expect(await like.text()).toContain('"ok",true');
  for (const path of ["/", "/mine", "/history", "/mine", "/taglist"]) {
    expect([path, (await visitor.request(path)).status]).toEqual([path, 200]);
  }
  expect(await visitor.read("/mine")).toMatch(kinds.member.normal);
  expect(openCircuits()).toEqual([true, false]);
  const picture = `${site.services.images.address("/covers/mist-130001.svg")}?w=180`;
  expect((await visitor.request(picture)).status).toBe(200);

  const html = await visitor.read("/videoinfo?id=130001");
  const stream = /\/stream\/[\w./-]+\/index\.m3u8/.exec(html)?.[0] ?? "";
  const variant = /^\/stream.+/m.exec(await visitor.read(stream))?.[0] ?? "";
  const playlist = await visitor.read(variant);
  const segment = /^\/stream.+\/media\.\w+$/m.exec(playlist)?.[0] ?? "";
  expect((await visitor.request(segment)).status).toBe(200);
  for (const { url } of fronts) expect(html + playlist).not.toContain(new URL(url).host);

  await first.heal();
  await expect.poll(openCircuits).toEqual([false, false]);
  const before = second.seen();
  await visitor.read("/mine");
  expect(second.seen()).toBe(before);
});

test("a first server with unreadable answers is skipped too", async () => {
  const [first] = fronts;
  await first.spoil("garbage");
  const visitor = site.visit();
  // the site cannot know whether the first server has registered the guest, so it does not send writes twice
  await expect.poll(() => visitor.read("/member")).toMatch(kinds.poll.normal);
  expect(await visitor.read("/mine")).toMatch(kinds.member.normal);
  await first.heal();
  await expect.poll(openCircuits).toEqual([false, false]);
});
