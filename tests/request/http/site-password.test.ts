import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import type { ServerBuild } from "@remix-run/server-runtime";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { codeOf } from "../../support/members/accounts.ts";
import { sendForm } from "../../support/members/forms.ts";
import { memberOf } from "../../support/members/members.ts";
import { addressesIn, openVideo } from "../../support/members/playback.ts";
import { startSiteProgram } from "../../support/servers/program.ts";
import { rawRequest } from "../../support/servers/raw-request.ts";
import { startSite, type Visitor } from "../../support/servers/site.ts";
import { startTestUpstream } from "../../support/servers/upstream.ts";

const PASSWORD = "a-door-for-friends";
const page = { accept: "text/html,application/xhtml+xml" };

let upstream: Awaited<ReturnType<typeof startTestUpstream>>;
let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  upstream = await startTestUpstream();
  site = await startSite(upstream.forSite, {
    sitePasswords: [PASSWORD, "another-password"],
    mediaOrigins: ["https://cdn.example.com"],
    analyticsUrl: "https://stats.example.com/s.js",
    securityContact: "mailto:security@example.com",
    trustProxy: 1,
  });
});
afterAll(async () => {
  await site.stop();
  await upstream.stop();
});

const enter = (
  visitor: Visitor,
  password: string,
  to = "/",
  headers: Record<string, string> = {},
) => sendForm(visitor, "/enter", { password, to }, headers);

async function invited() {
  const visitor = site.visit();
  expect((await enter(visitor, PASSWORD)).status).toBe(303);
  return visitor;
}

/** A visitor with all cookies of `visitor` except the one for the password. */
function withoutPassword(visitor: Visitor) {
  const stranger = site.visit();
  for (const [name, value] of visitor.cookies)
    if (name !== "entry") stranger.cookies.set(name, value);
  return stranger;
}

/** The password page's text without the requested address, which differs. */
const withoutAddress = (text: string) => text.replace(/name="to" value="[^"]*"/, "");

const ofEveryAnswer = [
  ...["cache-control", "content-security-policy", "cross-origin-opener-policy", "referrer-policy"],
  ...["cross-origin-resource-policy", "permissions-policy", "x-content-type-options"],
  ...["reporting-endpoints", "x-frame-options", "x-request-id", "x-robots-tag"],
];

/** Header names without Server-Timing, which only pages have. */
const namesOf = ({ headers }: Response) =>
  [...headers.keys()].filter((name) => name !== "server-timing").sort();

/** Requests the address as a navigation and as a `fetch`; both must get nothing. */
async function expectNothing(
  stranger: Visitor,
  path: string,
  entryPage: string,
  init: RequestInit = {},
) {
  const bare = await stranger.request(path, init);
  expect([path, bare.status, await bare.text()]).toEqual([path, 401, ""]);
  expect(namesOf(bare), path).toEqual(ofEveryAnswer.toSorted());
  expect(bare.headers.get("cache-control")).toBe("private, no-store");
  const shown = await stranger.request(path, { ...init, headers: { ...init.headers, ...page } });
  expect([path, shown.status, withoutAddress(await shown.text())]).toEqual([path, 401, entryPage]);
  expect(namesOf(shown), path).toEqual([...ofEveryAnswer, "content-type"].sort());
  for (const { headers } of [bare, shown]) {
    expect(headers.get("content-security-policy"), path).not.toMatch(/example\.com/);
    expect(headers.get("x-robots-tag")).toContain("noindex");
  }
}

async function entryPageFor(stranger: Visitor) {
  const answer = await stranger.request("/made-up", { headers: page });
  const html = await answer.text();
  expect(html).toContain("请输入访问密码");
  expect(html).not.toMatch(/橙影|example\.com|assets\//);
  return withoutAddress(html);
}

describe("without the password", () => {
  let vip: Visitor;
  let stranger: Visitor;
  let entryPage: string;
  beforeAll(async () => {
    vip = await invited();
    await memberOf(upstream.db, await codeOf(vip)).makeVip();
    // these pages are cached now
    for (const path of ["/", "/category", "/videoinfo?id=130001"]) await vip.read(path);
    stranger = withoutPassword(vip);
    entryPage = await entryPageFor(stranger);
  });

  test("every address of the app, as page and as data, read or written, gives the password page or nothing", async () => {
    const { routes }: ServerBuild = await import(
      new URL("../../../build/server/index.js", import.meta.url).href
    );
    const values: Record<string, string> = {
      ...{ ":video": "130001", ":source": "0", ":episode": "0", ":file": "index.m3u8" },
      ...{ ":list": "home", ":place": "swiper", ":id": "1", "*": "anything" },
    };
    const paths = Object.values(routes)
      .filter(({ path, index }) => path || index)
      .map(({ path = "" }) => `/${path.replace(/:\w+|\*/g, (part) => values[part] ?? "made-up")}`);
    expect(paths.length).toBeGreaterThan(40);
    for (const path of paths) {
      const data = path === "/" ? "/_root.data" : `${path}.data`;
      for (const asked of [path, data, `${path}?_data=root`]) {
        await expectNothing(stranger, asked, entryPage);
        const body = { method: "POST", headers: { "content-length": "3" }, body: "a=b" };
        await expectNothing(stranger, asked, entryPage, body);
      }
    }
  });

  test("so does every file of the build, except the icon and the style of the password page", async () => {
    const files = readdirSync("build/client", { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
      .map((entry) => `/${relative("build/client", join(entry.parentPath, entry.name))}`);
    const ofPublic = readdirSync("public", { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `/${relative("public", join(entry.parentPath, entry.name))}`);
    expect(files).toEqual(expect.arrayContaining([...ofPublic, "/sw.js"]));
    const free = files.filter((path) => /^\/(refusal\.css|favicon\.svg)$/.test(path));
    expect(free).toHaveLength(2);
    for (const path of files) {
      if (free.includes(path)) {
        const answer = await stranger.request(path);
        expect([answer.status, answer.headers.get("set-cookie")]).toEqual([200, null]);
        expect(await answer.text(), path).not.toContain("橙影");
      } else await expectNothing(stranger, path, entryPage);
    }
    for (const path of ["/refusal.css", "/favicon.svg"])
      await expectNothing(stranger, path, entryPage, { method: "POST" });
    await expectNothing(stranger, "/.well-known/security.txt", entryPage);
  });

  test("so does every sealed address of any visitor: pictures, streams and the addresses in them", async () => {
    const home = await vip.read("/");
    const pictures = home.match(/\/image\/[\w.-]+(\?w=\d+)?/g) ?? [];
    expect(pictures.length).toBeGreaterThan(5);
    const sealed = new Set(pictures);
    const [episode, plain] = await openVideo(upstream.db, vip, 130006).then((all) => [
      all[0],
      all.find(({ address }) => address.endsWith("media")),
    ]);
    const guest = await invited();
    for (const viewer of [vip, guest]) {
      sealed.add(episode?.address ?? "");
      for (const rendition of addressesIn(await viewer.read(episode?.address ?? ""))) {
        sealed.add(rendition);
        for (const piece of streamsIn(await viewer.read(rendition))) sealed.add(piece);
      }
    }
    const [, film] = await openVideo(upstream.db, vip, 100301);
    for (const { address } of [plain, film].filter((one) => one !== undefined)) {
      const led = (await vip.request(address)).headers.get("location");
      if (led) sealed.add(led);
    }
    const kinds = [
      /^\/image\//,
      /^\/stream\/own\./,
      /^\/stream\/[\w-]{40,}\//,
      /vtt$/,
      /index\.m3u8$/,
    ];
    for (const kind of kinds)
      expect(
        [...sealed].filter((path) => kind.test(path)),
        String(kind),
      ).not.toEqual([]);
    for (const path of sealed) {
      const answer = await vip.request(path, { headers: { range: "bytes=0-9" } });
      await answer.body?.cancel();
      for (const one of [stranger, site.visit()]) await expectNothing(one, path, entryPage);
    }
  });

  test("a receiver's sealed address and the addresses in its playlists work, but no changed address", async () => {
    const question = "/receiver?video=130006&source=0&episode=0";
    const { address }: { address: string } = await (await vip.request(question)).json();
    expect(address).toMatch(/^\/stream\/receiver\.[\w-]+\/index\.m3u8$/);
    const receiver = site.visit();
    receiver.cookies.clear();
    const master = await receiver.read(address);
    const renditions = addressesIn(master);
    expect(renditions.length).toBeGreaterThan(2);
    const reached = new Set([address, ...renditions]);
    for (const rendition of renditions)
      for (const piece of streamsIn(await receiver.read(rendition))) reached.add(piece);
    expect([...reached].filter((path) => /vtt$|media\.\w+$/.test(path)).length).toBeGreaterThan(2);
    for (const path of reached) {
      const answer = await receiver.request(path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.get("content-security-policy")).not.toMatch(/example\.com/);
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0);
    }
    const common = address.replace("receiver.", "");
    for (const made of [
      common,
      `${address}?_data=root`,
      `${address}.data`,
      address.replace(/index\.m3u8$/, "media.data"),
      address.replace(/[\w-]{4}\/index/, "AAAA/index"),
      `/stream/receiver.${(pictureOf(await vip.read("/")) ?? "").slice("/image/".length)}/index.m3u8`,
    ]) {
      await expectNothing(receiver, made, entryPage);
    }
    await expectNothing(receiver, address, entryPage, { method: "POST" });
    // a viewer's address cannot be turned into a receiver's
    const [shared = ""] = addressesIn(
      await (await invited()).read("/stream/130006/0/0/index.m3u8"),
    );
    await expectNothing(receiver, shared.replace("/stream/", "/stream/receiver."), entryPage);
  });

  test("health is public, without details", async () => {
    for (const path of ["/healthz", "/readyz"]) {
      const answer = await stranger.request(path);
      expect([answer.status, await answer.text()]).toEqual([200, '{"ok":true}']);
    }
  });
});

const streamsIn = (playlist: string) => playlist.match(/\/stream\/[^\s"]+/g) ?? [];
const pictureOf = (html: string) => /\/image\/[\w.-]+/.exec(html)?.[0];

describe("the password page", () => {
  const open = (visitor: Visitor, path: string) => visitor.request(path, { headers: page });

  test("leads to the requested address, with its query and any characters", async () => {
    for (const path of [
      "/videoinfo?id=130001&share=83920174",
      '/sreinfo?searchStr="><b>海&边',
      "/",
    ]) {
      const visitor = site.visit();
      const html = await (await open(visitor, path)).text();
      expect(html).not.toContain("<b>");
      const kept = /name="to" value="([^"]*)"/.exec(html)?.[1] ?? "";
      const decoded = kept.replaceAll("&amp;", "&").replaceAll("&quot;", '"');
      const entered = await enter(visitor, PASSWORD, decoded);
      const { pathname, search } = new URL(path, "http://site.test");
      expect([entered.status, entered.headers.get("location")]).toEqual([303, pathname + search]);
      expect(entered.headers.get("cache-control")).toBe("private, no-store");
      const shown = await open(visitor, pathname + search);
      expect(shown.status).toBe(200);
      expect(await shown.text()).toContain("橙影");
    }
  });

  test.each(["https://evil.example/", "//evil.example/", "/\\evil.example", "/\t/evil.example"])(
    "leads to no other site: %j",
    async (to) => {
      expect((await enter(site.visit(), PASSWORD, to)).headers.get("location")).toBe("/");
    },
  );

  test("reports a wrong password, keeps the address and sets no cookie", async () => {
    const visitor = site.visit();
    for (const password of ["a-door-for-strangers", "", "x".repeat(2_000)]) {
      const answer = await enter(visitor, password, "/category");
      const html = await answer.text();
      expect([answer.status, answer.headers.get("set-cookie")]).toEqual([401, null]);
      expect(html).toMatch(/<p id="fault" role="alert">密码不正确<\/p>/);
      expect(html).toMatch(
        /<input id="password"[^>]* aria-invalid="true" aria-describedby="fault">/,
      );
      expect(html).toContain('name="to" value="/category"');
    }
    expect((await open(visitor, "/")).status).toBe(401);
  });

  test("reports too many attempts, and how long they are blocked", async () => {
    const from = { "x-forwarded-for": "203.0.113.7" };
    const visitor = site.visit();
    for (let tries = 0; tries < 20; tries += 1) await enter(visitor, `wrong-${tries}`, "/", from);
    const answer = await enter(visitor, PASSWORD, "/", from);
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([429, null]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(800);
    expect(await answer.text()).toMatch(/role="alert">尝试过于频繁，请15分钟后再试</);
    const other = { "x-forwarded-for": "203.0.113.8" };
    expect((await enter(visitor, PASSWORD, "/", other)).status).toBe(303);
  });

  test("refuses forms of another site, large forms and forms with files", async () => {
    const visitor = site.visit();
    const foreign = { origin: "https://evil.example" };
    expect((await enter(visitor, PASSWORD, "/", foreign)).status).toBe(403);
    expect((await enter(visitor, "x".repeat(300_000))).status).toBe(413);
    const file = new File(["x"], "x.txt");
    expect((await sendForm(visitor, "/enter", { password: file })).status).toBe(415);
    expect(visitor.cookies.has("entry")).toBe(false);
  });

  test("is not shown after login, and does not exist on a site without a password", async () => {
    const answer = await open(await invited(), "/enter");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/"]);
    await using without = await startSite(upstream.forSite);
    const unknown = await Promise.all(
      ["/enter", "/made-up"].map((path) => without.visit().request(path, { headers: page })),
    );
    const [ofEntry, madeUp] = unknown.map(({ status, headers }) => [
      status,
      headers.get("location"),
    ]);
    expect(ofEntry).toEqual(madeUp);
    const sent = await sendForm(without.visit(), "/enter", { password: PASSWORD });
    expect(sent.headers.getSetCookie().join()).not.toContain("entry=");
  });
});

test("after login, shared caches may store nothing, and browsers cache as without a password", async () => {
  const visitor = await invited();
  const home = await visitor.read("/");
  await using without = await startSite(upstream.forSite);
  const asset = /\/assets\/[\w.-]+\.js/.exec(home)?.[0] ?? "";
  for (const path of [
    asset,
    "/robots.txt",
    "/favicon.svg",
    "/manifest.webmanifest",
    pictureOf(home) ?? "",
  ]) {
    const kept = (await without.visit().request(path)).headers.get("cache-control");
    expect(kept, path).toMatch(/^public, max-age=/);
    expect((await visitor.request(path)).headers.get("cache-control")).toBe(
      kept?.replace("public", "private"),
    );
  }
});

test("the program checks before its cached pages, ends cookies with their password, and logs none", async () => {
  const secret = { SESSION_SECRET: "s".repeat(40), LOG_LEVEL: "trace" };
  let cookie = "";
  {
    await using program = await startSiteProgram({
      ...secret,
      SITE_PASSWORD: `${PASSWORD}, other-password`,
    });
    const form = new URLSearchParams({ password: PASSWORD, to: "/category" });
    const entered = await fetch(`${program.url}/enter`, {
      method: "POST",
      body: form,
      redirect: "manual",
    });
    expect([entered.status, entered.headers.get("location")]).toEqual([303, "/category"]);
    cookie = `adult=1; ${entered.headers.get("set-cookie")?.split(";")[0]}`;
    const line = await vi.waitUntil(
      async () => {
        const answer = await rawRequest(`${program.url}/category`, { cookie });
        expect(answer.status).toBe(200);
        const id = `"${answer.headers["x-request-id"]}"`;
        const found = await vi.waitUntil(
          () => program.output.out.split("\n").find((one) => one.includes(id)),
          { timeout: 30_000 },
        );
        return found.includes('"fastPath":true') && found;
      },
      { timeout: 30_000, interval: 50 },
    );
    expect(line).toContain('"status":200');
    for (const brought of ["", "adult=1", "adult=1; entry=made-up"]) {
      const answer = await rawRequest(`${program.url}/category`, { ...page, cookie: brought });
      expect([answer.status, String(answer.body).includes("橙影")]).toEqual([401, false]);
    }
    // the address is opened in the address bar
    await rawRequest(`${program.url}/${PASSWORD}`, { cookie });
    await vi.waitUntil(() => program.output.out.includes('"/[secret]"'), { timeout: 30_000 });
    await program.stop();
    expect(program.output.out + program.output.err).not.toMatch(
      /a-door-for-friends|other-password/,
    );
  }
  await using program = await startSiteProgram({ ...secret, SITE_PASSWORD: "other-password" });
  const answer = await rawRequest(`${program.url}/category`, { ...page, cookie });
  expect(answer.status).toBe(401);
});
