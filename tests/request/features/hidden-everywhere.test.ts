import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCodec } from "../../../server/upstream-client/codec.ts";
import { codeOf } from "../../support/members/accounts.ts";
import { sendForm } from "../../support/members/forms.ts";
import { hiddenVideos, memberOf } from "../../support/members/members.ts";
import { startUnfilteredUpstream } from "../../support/servers/open-upstream.ts";
import { startSite } from "../../support/servers/site.ts";
import { startTestUpstream } from "../../support/servers/upstream.ts";

/** Tests a site in front of an upstream that hides nothing itself. */
let upstream: Awaited<ReturnType<typeof startTestUpstream>>;
let front: Awaited<ReturnType<typeof startUnfilteredUpstream>>;
let site: Awaited<ReturnType<typeof startSite>>;
let names: string[];
let codes: string[];
beforeAll(async () => {
  upstream = await startTestUpstream();
  // playback demos are in no list either, but belong to other categories
  const restricted = await hiddenVideos(upstream.db);
  const hidden = restricted.filter(({ categoryCode }) => categoryCode.startsWith("42"));
  names = [...new Set(hidden.map(({ title }) => title))];
  codes = hidden.map(({ code }) => String(code));
  const rows = hidden.map(({ code, title, categoryCode, hot, duration }) => ({
    cartoonCode: String(code),
    cartoonName: title,
    cartoonHot: hot,
    vodDuration: duration,
    dictCode: categoryCode,
  }));
  const { aesKey: key, aesIv: iv } = upstream.forSite;
  front = await startUnfilteredUpstream(
    { url: upstream.url, codec: createCodec({ key, iv }) },
    rows,
  );
  site = await startSite({ ...upstream.forSite, url: front.url });
});
afterAll(async () => {
  await site.stop();
  await front.stop();
  await upstream.stop();
});

async function vip() {
  const visitor = site.visit();
  await memberOf(upstream.db, await codeOf(visitor)).makeVip();
  return visitor;
}

const leaksIn = (text: string) => [
  ...names.filter((name) => text.includes(name)),
  ...codes.filter((code) => text.includes(`videoinfo?id=${code}`) || text.includes(`"${code}"`)),
];

const topic = (code: string, sonTypeCode: unknown) =>
  encodeURIComponent(JSON.stringify({ title: "专题", code, sonTypeCode }));

/** Addresses of the hidden section's lists, with its codes written in every accepted way. */
const listsOfIt = [
  "/?tag=42",
  "/rows/home?tag=42&page=2",
  "/?tag=4201",
  "/swipe?tag=42",
  "/rows/feed?tag=4201&page=2",
  "/sreinfo?type=42&sonType=&searchStr=&title=x",
  "/sreinfo?type=%2042&title=x",
  "/sreinfo?type=4201&title=x",
  "/sreinfo?sonType=4201",
  "/sreinfo?sonType=81,4201&type=0",
  "/rows/results?sonType=81,%204202",
  "/sreinfo?type=0,42",
  `/cateInfo?item=${topic("42", "")}`,
  `/cateInfo?item=${topic("42", "4201,4202")}`,
  `/cateInfo?item=${topic("34", "81,4203")}`,
  `/rows/topic?item=${topic("4203", [])}`,
];

/** A part of several hidden videos' names. */
const SERIES = "深潜日";

/** Public lists, into which the upstream puts hidden videos. */
const listsForAll = () => [
  "/",
  "/?page=2",
  "/rows/home?page=3",
  "/rows/featured?page=2",
  "/?tag=101",
  "/taglist",
  "/taglist?type=42",
  `/sreinfo?searchStr=${encodeURIComponent(SERIES)}&title=search`,
  "/sreinfo?type=15&title=x",
  "/rows/results?type=0&title=x&page=2",
  `/cateInfo?item=${topic("30", "")}`,
  "/videoinfo?id=130001",
];

const documentAndData = (address: string) => {
  const url = new URL(address, "http://site.test");
  const data = url.pathname === "/" ? "/_root.data" : `${url.pathname}.data`;
  return [address, data + url.search];
};

describe("a member without access, on an upstream that filters nothing", () => {
  test("gets no hidden video from one of the section's lists", async () => {
    const guest = site.visit();
    await codeOf(guest);
    for (const address of listsOfIt.flatMap(documentAndData)) {
      expect([address, leaksIn(await guest.read(address))]).toEqual([address, []]);
    }
  });

  test("is redirected to the section's gate by one of the section's lists", async () => {
    for (const address of [
      "/?tag=42",
      "/sreinfo?sonType=4201",
      `/cateInfo?item=${topic("42", "")}`,
    ]) {
      const response = await site.visit().request(address);
      expect([address, response.headers.get("location")]).toEqual([address, "/publish"]);
    }
  });

  test("gets no hidden video in a public list, also after a VIP member requested it", async () => {
    const [member, guest] = [await vip(), site.visit()];
    for (const address of listsForAll().flatMap(documentAndData)) {
      await member.read(address);
      const html = await guest.read(address);
      expect([address, leaksIn(html)]).toEqual([address, []]);
      expect([address, html.includes("深海专区")]).toEqual([address, false]);
    }
  });

  test("gets no hidden video as a suggestion, also after a VIP member typed its name", async () => {
    const [member, guest] = [await vip(), site.visit()];
    for (const term of [SERIES, names[0] ?? ""]) {
      const path = `/suggestions?term=${encodeURIComponent(term)}`;
      for (const visitor of [member, guest]) {
        expect([term, leaksIn(await visitor.read(path))]).toEqual([term, []]);
      }
    }
    // the proxy puts five hidden videos before the others
    expect(await guest.read(`/suggestions?term=${encodeURIComponent("海")}`)).toMatch(/"code":"1/);
  });

  test("gets the other rows of public lists", async () => {
    for (const address of ["/", "/?tag=101", "/sreinfo?type=15&title=x"]) {
      const html = await site.visit().read(address);
      expect(html.match(/videoinfo\?id=1\d{5}/g)?.length).toBeGreaterThan(3);
    }
  });

  test("gets a 404 for a hidden video's page, and can neither like nor save it", async () => {
    const guest = site.visit();
    await codeOf(guest);
    const own = new RegExp(`videoinfo\\?id=${codes[0]}|"${codes[0]}"`, "g");
    for (const address of documentAndData(`/videoinfo?id=${codes[0]}`)) {
      const text = await guest.read(address);
      expect(text).not.toContain("/stream/");
      expect(leaksIn(text.replaceAll(own, ""))).toEqual([]);
    }
    const answer = await sendForm(guest, `/videoinfo.data?id=${codes[0]}`, { intent: "like" });
    expect(await answer.text()).not.toContain('"ok",true');
  });
});

describe("a VIP member, on an upstream that filters nothing", () => {
  test("gets the section's lists and its videos' pages", async () => {
    const member = await vip();
    for (const address of [
      "/publish",
      "/?tag=42",
      "/sreinfo?type=42&sonType=4201",
      "/sreinfo?sonType=4201",
    ]) {
      expect([address, leaksIn(await member.read(address)).length > 2]).toEqual([address, true]);
    }
    const page = await member.request(`/videoinfo?id=${codes[0]}`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("/stream/");
  });
});
