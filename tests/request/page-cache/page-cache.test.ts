import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { publicPaths } from "../../../server/page-cache/public-pages.ts";
import { codeOf } from "../../support/members/accounts.ts";
import { memberOf } from "../../support/members/members.ts";
import { videoCodes } from "../../support/members/pages.ts";
import { startHanging } from "../../support/servers/hanging-upstream.ts";
import { startRecordingUpstream } from "../../support/servers/recording-upstream.ts";
import { startSite } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";
import { startTestUpstream } from "../../support/servers/upstream.ts";

const PATIENCE = { timeout: 30_000 };
const running = siteForThisFile();
let watched: Awaited<ReturnType<typeof startRecordingUpstream>>;
let site: Awaited<ReturnType<typeof startSite>>;

beforeAll(async () => {
  watched = await startRecordingUpstream(running.upstream.url);
  site = await startSite({ ...running.upstream.forSite, url: watched.url });
});
afterAll(async () => {
  await site.stop();
  await watched.stop();
});
afterEach(() => void vi.restoreAllMocks());

const later = async (ms: number) => {
  const now = Date.now.bind(Date);
  vi.spyOn(Date, "now").mockImplementation(() => now() + ms);
  // lru-cache reads the clock once a millisecond
  const began = performance.now();
  await vi.waitUntil(() => performance.now() > began + 2, { ...PATIENCE, interval: 1 });
};

/** Requests the page until the site has all its data and has cached it. */
async function keptAnswer(path: string, of = site): Promise<Response> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const answer = await of.visit().request(path);
    if (answer.headers.has("etag")) return answer;
    await answer.text();
  }
  throw new Error(`${path} is never kept`);
}

const policyOf = (answer: Response) => answer.headers.get("content-security-policy") ?? "";

const item = encodeURIComponent(JSON.stringify({ title: "超清无码", code: "30" }));
const questions: Record<string, string[]> = {
  "/": ["?tag=30", "?page=2", "?batch=2"],
  "/cateInfo": [`?item=${item}`, `?item=${item}&page=2`],
  "/sreinfo": ["?type=15&sonType=&searchStr=&title=a", "?searchStr=%E6%B5%B7"],
  "/taglist": ["?type=30"],
  "/swipe": ["?tag=30", "?tag=30&page=2"],
  "/rows/home": ["?page=2", "?tag=30&page=2"],
  "/rows/featured": ["?page=2"],
  "/rows/topic": [`?item=${item}&page=2`],
  "/rows/results": ["?searchStr=%E6%B5%B7&page=2"],
  "/rows/feed": ["?tag=30&page=2"],
};
const areRows = (address: string) => address.startsWith("/rows/");
const pages = publicPaths.flatMap((path) => [
  ...(path === "/cateInfo" || areRows(path) ? [] : [path]),
  ...(questions[path] ?? []).map((question) => path + question),
]);
const dataOf = (address: string) =>
  address.replace(/^\/(\w*)/, (_, name) => `/${name || "_root"}.data`);
const addresses = [...pages, ...pages.filter((page) => !areRows(page)).map(dataOf)];

describe("a page that is the same for all visitors", () => {
  test.each(addresses)(
    "%s is cached, and the next visitor gets the same bytes",
    async (address) => {
      const first = await keptAnswer(address);
      const callsBefore = watched.total();
      const second = await site.visit().request(address);
      expect(await second.text()).toBe(await first.text());
      expect(policyOf(second)).toBe(policyOf(first));
      expect(policyOf(second)).not.toContain("nonce");
      expect(second.headers.get("cache-control")).toBe("private, no-cache");
      expect(second.headers.get("vary")).toBe("accept-encoding, cookie");
      expect(watched.total()).toBe(callsBefore);
    },
  );

  test("is rendered once for a thousand visitors, who each get their own cookie", async () => {
    await keptAnswer("/");
    const visits = Array.from({ length: 1_000 }, () => site.visit());
    const callsBefore = watched.total();
    await later(6_000);
    const answers = await Promise.all(visits.map((visitor) => visitor.request("/")));
    const tags = new Set(answers.map((answer) => answer.headers.get("etag")));
    expect([tags.size, [...tags][0]]).toEqual([1, expect.stringMatching(/^"[\w-]{22}"$/)]);
    expect(new Set(visits.map(({ cookies }) => cookies.get("newcomer"))).size).toBe(1_000);
    // the page's data is still fresh
    expect(watched.total()).toBe(callsBefore);
  });

  test("needs one call of each kind per refresh of its data", async () => {
    await using own = await startRecordingUpstream(running.upstream.url);
    // a thousand visitors slow down the machine, and with it the upstream
    await using fresh = await startSite(
      { ...running.upstream.forSite, url: own.url },
      { timeoutMs: 60_000 },
    );
    await keptAnswer("/", fresh);
    // config, ads, categories, hidden videos, index and featured videos
    expect(own.total()).toBe(6);
    await later(40_000);
    await Promise.all(Array.from({ length: 1_000 }, () => fresh.visit().read("/")));
    await vi.waitFor(() => expect(own.total()).toBe(12), PATIENCE);
    await Promise.all(Array.from({ length: 100 }, () => fresh.visit().read("/")));
    expect(own.total()).toBe(12);
  });

  test("is rendered once for all concurrent visitors, and starts before its data is there", async () => {
    await using hanging = await startHanging();
    await using slow = await startSite(hanging, { timeoutMs: 2_000 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => slow.visit().request("/")));
    expect(new Set(answers.map(policyOf)).size).toBe(1);
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain("网络异常，请稍后重试");
    // the incomplete page is not cached
    expect((await slow.visit().request("/")).headers.has("etag")).toBe(false);
  });

  test("is complete for robots, cached or not", async () => {
    await using fresh = await startSite(running.upstream.forSite);
    const robot = { headers: { "user-agent": "Googlebot/2.1" } };
    const html = await fresh.visit().read("/?page=3", robot);
    expect(html).not.toContain('http-equiv="refresh"');
    expect(videoCodes(html).length).toBeGreaterThan(5);
  });

  test("is another document before the age gate is passed", async () => {
    const open = await keptAnswer("/category");
    const stranger = () => {
      const visitor = site.visit();
      visitor.cookies.delete("adult");
      return visitor;
    };
    await stranger().read("/category");
    const closed = await stranger().request("/category");
    expect(closed.headers.get("etag")).not.toBe(open.headers.get("etag"));
    expect(await closed.text()).toContain('action="/adult');
    expect(await open.text()).not.toContain('action="/adult');
  });

  test("is the same at an inviter's link, and the inviter is remembered", async () => {
    const plain = await keptAnswer("/");
    const visitor = site.visit();
    const invited = await visitor.request("/?id=83920174");
    expect(invited.headers.get("etag")).toBe(plain.headers.get("etag"));
    const session = site.services.sealer.open("session", visitor.cookies.get("newcomer") ?? "");
    expect(JSON.parse(session ?? "").invitation.inviter).toBe("83920174");
  });
});

describe("a cached document", () => {
  test("is sent in an encoding that the visitor accepts, with the same contents in all", async () => {
    const plain = Buffer.from(await (await keptAnswer("/")).arrayBuffer());
    const forms = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [encoding, decode] of Object.entries(forms)) {
      const headers = { "accept-encoding": encoding };
      const answer = await site.visit().request("/", { headers });
      expect(answer.headers.get("content-encoding")).toBe(encoding);
      const body = Buffer.from(await answer.arrayBuffer());
      expect(answer.headers.get("content-length")).toBe(String(body.length));
      expect(decode(body).equals(plain)).toBe(true);
    }
  });

  test("is answered with 304 for a matching ETag", async () => {
    const etag = (await keptAnswer("/")).headers.get("etag") ?? "";
    const again = await site.visit().request("/", { headers: { "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(again.headers.get("etag")).toBe(etag);
    expect(policyOf(again)).toContain("sha256-");
    const other = await site.visit().request("/", { headers: { "if-none-match": '"old"' } });
    expect(other.status).toBe(200);
  });

  test("contains nothing about visitors: no nonce, cookie, member or site address", async () => {
    const visitor = site.visit();
    await visitor.read("/member");
    const answer = await visitor.request("/");
    const html = await answer.text();
    expect(answer.headers.has("etag")).toBe(true);
    expect(html).not.toContain("nonce=");
    expect(html).not.toContain(visitor.cookies.get("visitor") ?? "none");
    expect(html).not.toContain("site.test");
    expect(html).not.toContain("site.invalid");
  });

  test("of a video contains nothing that depends on a viewer's membership, purchase or inviter", async () => {
    const [guest, member] = [site.visit(), site.visit()];
    await memberOf(running.upstream.db, await codeOf(member)).makeVip();
    const address = "/videoinfo?id=130001";
    const html = await (await keptAnswer(address)).text();
    expect(html).toContain("/stream/130001/0/0/index.m3u8");
    for (const visitor of [guest, member]) {
      const answer = await visitor.request(`${address}&share=83920174&t=12`);
      expect(answer.headers.has("etag")).toBe(true);
      expect(await answer.text()).toBe(html);
    }
    for (const sealed of [/stream\/[\w-]{30,}/, /stream\/own\./]) expect(html).not.toMatch(sealed);
  });

  test("is not used for parameters that the page does not have", async () => {
    await keptAnswer("/");
    for (const address of ["/?utm_source=1", "/sreinfo?type=42", "/login", "/videoinfo?x=1"]) {
      for (let visit = 0; visit < 2; visit += 1) {
        const answer = await site.visit().request(address, { redirect: "manual" });
        expect([address, answer.headers.has("etag")]).toEqual([address, false]);
        await answer.text();
      }
    }
  });

  test("is not served to requests with credentials or a range", async () => {
    await keptAnswer("/");
    for (const [name, value] of [
      ["authorization", "Bearer x"],
      ["range", "bytes=0-9"],
    ] as const) {
      const answer = await site.visit().request("/", { headers: { [name]: value } });
      expect(answer.headers.has("etag")).toBe(false);
      await answer.text();
    }
  });
});

describe("incomplete pages are not cached", () => {
  test.each([
    ["the videos", "/app-api/cartoon/listIndex", "/"],
    ["the ads", "/app-api/ajax/guanggao", "/?tag=30"],
    ["the list", "/app-api/cartoon/listPaging", "/rows/home?page=2"],
  ])("a page without %s is rendered again for the next visitor", async (_what, call, address) => {
    await using own = await startRecordingUpstream(running.upstream.url);
    await using fresh = await startSite({ ...running.upstream.forSite, url: own.url });
    own.broken.add(call);
    for (let visit = 0; visit < 3; visit += 1) {
      const answer = await fresh.visit().request(address);
      expect(answer.headers.has("etag")).toBe(false);
      await answer.text();
    }
    own.broken.clear();
    const html = await (await keptAnswer(address, fresh)).text();
    expect(html).not.toContain("网络异常，请稍后重试");
  });

  test("a cached page survives an upstream outage for a day", async () => {
    await using own = await startTestUpstream();
    await using resilient = await startSite(own.forSite);
    const before = await (await keptAnswer("/", resilient)).text();
    await own.stop();
    await later(23 * 60 * 60 * 1000);
    for (let visit = 0; visit < 3; visit += 1) {
      expect(await resilient.visit().read("/")).toBe(before);
    }
  });
});

test("a public page that reads the visitor is rendered for that visitor alone", async () => {
  // cut to its maximum length, this is the hidden section, which the table of public pages does not detect
  const address = `/sreinfo?type=42${"+".repeat(38)}x`;
  for (let visit = 0; visit < 3; visit += 1) {
    const answer = await site.visit().request(address, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/publish"]);
    expect(answer.headers.has("etag")).toBe(false);
  }
});
