import { readdir, readFile } from "node:fs/promises";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, onTestFinished, test } from "vitest";
import { ads } from "../../../server/upstream/db/schema.ts";
import { browserFiles } from "../../support/browser/browser-files.ts";
import { startSite, type Visitor } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile({ trustProxy: 1 });

const newcomer = (site = running.site) => {
  const visitor = site.visit();
  visitor.cookies.clear();
  return visitor;
};
const post = (body: string) => ({
  method: "POST",
  headers: {
    origin: "http://site.test",
    "content-type": "application/x-www-form-urlencoded",
    "content-length": String(body.length),
  },
  body,
});

describe("the age gate", () => {
  test("is part of the first document, and what is behind it is inert", async () => {
    const visitor = newcomer();
    await visitor.read("/");
    const html = await visitor.read("/");
    const [before = "", behind = ""] = html.split('inert=""');
    expect(before).toMatch(/<dialog[^>]*open=""[^>]*aria-modal="true"/);
    expect(before).toContain("年龄确认");
    expect(before).toContain("我已年满18岁，进入");
    expect(before).toMatch(/<a[^>]*href="\/leave"[^>]*>离开</);
    expect(before).not.toContain("精选视频");
    expect(behind).toContain("精选视频");
  });

  test("is remembered for a year by its form, which redirects back to the page", async () => {
    const visitor = newcomer();
    const page = await visitor.read("/sreinfo?type=&sonType=&searchStr=海&title=搜索");
    const action = /action="(\/adult\?to=[^"]+)"/.exec(page)?.[1] ?? "";
    const answer = await visitor.request(action, post(""));
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toMatch(
      /^\/sreinfo\?type=&sonType=&searchStr=%E6%B5%B7/,
    );
    expect(answer.headers.getSetCookie().join()).toMatch(
      /adult=1; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax/,
    );
    expect(await visitor.read("/mine")).not.toContain("年龄确认");
  });

  test("redirects to no other site", async () => {
    for (const to of [
      "https://evil.example/",
      "//evil.example",
      "/\t/evil.example",
      "/a/..//evil.example",
    ]) {
      const answer = await newcomer().request(`/adult?to=${encodeURIComponent(to)}`, post(""));
      expect(answer.headers.get("location"), to).toBe("/");
    }
  });

  test("binds its cookie to the host over TLS", async () => {
    const { headers, ...rest } = post("");
    const answer = await newcomer().request("/adult", {
      ...rest,
      headers: { ...headers, origin: "https://site.test", "x-forwarded-proto": "https" },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie().join()).toMatch(/__Host-adult=1;.*Secure/);
  });

  test("is shown to robots too, is absent from the page shown after declining, and can be turned off", async () => {
    const robot = { headers: { "user-agent": "Googlebot/2.1" } };
    expect(await newcomer().read("/", robot)).toContain("年龄确认");
    const left = await newcomer().read("/leave");
    expect(left).toContain("您已离开");
    expect(left).not.toContain("年龄确认");
    await using open = await startSite(running.upstream.forSite, { ageGate: false });
    expect(await newcomer(open).read("/")).not.toContain("年龄确认");
  });
});

test("search engines are kept out by robots.txt, a header and every page", async () => {
  const visitor = running.site.visit();
  expect(await visitor.read("/robots.txt")).toBe("User-agent: *\nDisallow: /\n");
  const page = await visitor.request("/category");
  expect(page.headers.get("x-robots-tag")).toContain("noindex");
  expect(await page.text()).toContain('<meta name="robots" content="noindex, nofollow"/>');
});

interface ManifestPicture {
  src: string;
  sizes: string;
  type: string;
}

async function expectPicture(visitor: Visitor, { src, sizes, type }: ManifestPicture) {
  const picture = await visitor.request(src);
  expect(picture.headers.get("content-type"), src).toContain(type);
  const { width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
  if (sizes !== "any") expect(`${width}x${height}`, src).toBe(sizes);
}

test("the manifest names the site, and its icons, screenshots and shortcuts exist", async () => {
  const visitor = running.site.visit();
  expect(await visitor.read("/")).toContain('rel="manifest" href="/manifest.webmanifest"');
  const answer = await visitor.request("/manifest.webmanifest");
  expect(answer.headers.get("content-type")).toBe("application/manifest+json");
  const manifest = await answer.json();
  expect(manifest).toMatchObject({
    name: "橙影",
    start_url: "/",
    scope: "/",
    display: "standalone",
  });
  const { icons, shortcuts, screenshots } = manifest;
  const ofShortcuts = shortcuts.flatMap((shortcut: { icons: unknown[] }) => shortcut.icons);
  for (const picture of [...icons, ...ofShortcuts, ...screenshots])
    await expectPicture(visitor, picture);
  expect(shortcuts.map(({ name }: { name: string }) => name)).toEqual(["继续观看", "收藏", "搜索"]);
  for (const { url } of shortcuts) expect((await visitor.request(url)).status, url).toBe(200);
});

test.each([
  ["notes", "记事"],
  ["calculator", "计算"],
  ["weather", "天气"],
])(
  "the manifest of the look %s installs the same app, named %s, with that look's icons, and names nothing of the site",
  async (look, name) => {
    const visitor = running.site.visit();
    const own = await (await visitor.request("/manifest.webmanifest")).json();
    const answer = await visitor.request(`/as/${look}/manifest.webmanifest`);
    expect(answer.headers.get("content-type")).toBe("application/manifest+json");
    const manifest = await answer.json();
    const { shortcuts, screenshots, ...same } = own;
    const icons = own.icons.map((icon: ManifestPicture) => ({
      ...icon,
      src: `/as/${look}${icon.src}`,
    }));
    expect(manifest).toEqual({ ...same, name, short_name: name, icons });
    for (const picture of manifest.icons) await expectPicture(visitor, picture);
    const touch = {
      src: `/as/${look}/icons/apple-touch-icon.png`,
      sizes: "180x180",
      type: "image/png",
    };
    await expectPicture(visitor, touch);
  },
);

test("there is no manifest of an unknown look", async () => {
  for (const look of ["site", "constructor", "nowhere"])
    expect((await running.site.visit().request(`/as/${look}/manifest.webmanifest`)).status).toBe(
      404,
    );
});

test("the service worker is revalidated on every request, and the files it precaches exist", async () => {
  const visitor = running.site.visit();
  const worker = await visitor.request("/sw.js");
  expect(worker.headers.get("cache-control")).toBe("no-cache");
  expect(worker.headers.get("content-type")).toContain("javascript");
  const files = [...(await worker.text()).matchAll(/"(\/(?:offline|favicon)\.\w+)"/g)];
  expect(files).toHaveLength(4);
  for (const [, file = ""] of files) expect((await visitor.request(file)).status, file).toBe(200);
});

test("a shared response carries no cookie", async () => {
  const picture = /\/image\/[\w.-]+/.exec(await running.site.visit().read("/"))?.[0] ?? "";
  for (const path of ["/manifest.webmanifest", `${picture}?w=360`]) {
    const answer = await newcomer().request(path);
    expect(answer.headers.get("cache-control"), path).toContain("public");
    expect(answer.headers.getSetCookie(), path).toEqual([]);
  }
});

describe("ads", () => {
  const places: Record<string, string> = {
    random: "randomad",
    square: "squaread",
    ranking: "paihang",
    swiper: "banner",
    hidden: "darksidead",
    mine: "user",
    play: "play",
    popup: "indexPopupAd",
  };

  test.each(Object.entries(places))(
    "a click on %s is counted there and nowhere else",
    async (place, group) => {
      const { db } = running.upstream;
      const counts = async () =>
        new Map((await db.select().from(ads)).map((ad) => [ad.id, ad.clicks]));
      const [ad] = await db.select().from(ads).where(eq(ads.group, group));
      const before = await counts();
      const visitor = running.site.visit();
      expect(
        (await visitor.request(`/ad/${place}/${ad?.id}/click`, { method: "POST" })).status,
      ).toBe(204);
      const changed = [...(await counts())].filter(([id, clicks]) => clicks !== before.get(id));
      expect(changed).toEqual([[ad?.id, (before.get(ad?.id ?? 0) ?? 0) + 1]]);
    },
  );

  test("the popup shows the first of its ads, if that one is active", async () => {
    const { db } = running.upstream;
    const [first] = await db.select().from(ads).where(eq(ads.group, "indexPopupAd"));
    const second = {
      group: "indexPopupAd",
      title: "第二个弹窗",
      image: "/a.png",
      url: "https://example.com/2",
      sort: 9,
    };
    const [added] = await db.insert(ads).values(second).returning();
    const setStatus = (status: number) =>
      db
        .update(ads)
        .set({ status })
        .where(eq(ads.id, first?.id ?? 0));
    onTestFinished(async () => {
      await setStatus(1);
      await db.delete(ads).where(eq(ads.id, added?.id ?? 0));
    });
    const popups = async () => {
      await using site = await startSite(running.upstream.forSite);
      const visitor = site.visit();
      await visitor.read("/");
      const html = await visitor.read("/");
      return [html.includes("popup"), html.includes(second.title)];
    };
    expect((await popups())[1]).toBe(false);
    await setStatus(0);
    expect((await popups())[1]).toBe(false);
  });
});

describe("analytics", () => {
  const analyticsUrl = "https://stats.example/s.js?u={h5Uuid}";

  test("`/member` names the operator's script, and the policy allows only that script's origin", async () => {
    await using site = await startSite(running.upstream.forSite, { analyticsUrl });
    const visitor = site.visit();
    expect(await visitor.read("/member")).toMatch(/https:\/\/stats\.example\/s\.js\?u=[\w-]{8,}/);
    const policy = (await visitor.request("/")).headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' https:\/\/stats\.example;/);
    expect(policy).toMatch(/connect-src [^;]*https:\/\/stats\.example/);
  });

  test("without the setting, `/member` contains no analytics id, and the policy allows no foreign script", async () => {
    const visitor = running.site.visit();
    const member = await visitor.read("/member");
    expect(member).toContain('"code"');
    expect(member).not.toContain("analytics");
    // the id is 32 hexadecimal digits
    expect(member).not.toMatch(/"[0-9a-f]{32}"/);
    const policy = (await visitor.request("/")).headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/script-src 'self'( '(nonce|sha256)-[^']+')+;/);
  });
});

test("no stylesheet blocks the first paint: each page inlines the styles of its own routes and no others", async () => {
  const { pages, read } = browserFiles();
  const textsOf = (route: string) =>
    (pages.find((page) => page.route === route)?.styles ?? []).map((file) => read(file).trim());
  const home = textsOf("features/home/home.route");
  const search = textsOf("features/search/search.route");
  const visitor = running.site.visit();
  for (const [address, wanted, others] of [
    ["/", home, search],
    ["/sreach", search, home],
  ] as const) {
    const html = await visitor.read(address);
    expect(html, address).not.toMatch(/<link[^>]*rel="stylesheet"/);
    const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)]
      .map(([, text]) => text)
      .join();
    expect(wanted.length, address).toBeGreaterThan(1);
    for (const text of wanted) expect(styles.includes(text), text.slice(0, 80)).toBe(true);
    // a file may also contain another file's styles
    const foreign = others.filter((text) => !wanted.join().includes(text));
    expect(foreign.length, address).toBeGreaterThan(0);
    for (const text of foreign) expect(styles.includes(text), text.slice(0, 80)).toBe(false);
  }
});

test("scripts are preloaded at low priority if the document preloads its first picture", async () => {
  const visitor = running.site.visit();
  await visitor.read("/");
  const links = async (page: string) =>
    (await visitor.read(page)).match(/<link rel="(module)?preload"[^>]*>/g) ?? [];
  const [picture, ...scripts] = await links("/");
  expect(picture).toContain('as="image" fetchpriority="high"');
  expect(scripts.length).toBeGreaterThan(5);
  for (const script of scripts) expect(script).toMatch(/rel="modulepreload" fetchpriority="low"/);
  const others = await links("/mine");
  expect(others.length).toBeGreaterThan(5);
  expect(others.join()).not.toContain("fetchpriority");
});

test("a page contains no null bytes where React splits a multi-byte character between chunks", async () => {
  const visitor = running.site.visit();
  await visitor.read("/");
  for (const page of ["/", "/?s=x", "/taglist", "/sreach", "/report?video=100301"]) {
    expect((await visitor.read(page)).indexOf("\0"), page).toBe(-1);
  }
});

test("no browser code writes to the console", async () => {
  const folder = "build/client/assets";
  // skips hls.js's worker. Remix inlines messages for developers as strings; their console calls are indented, so the
  // pattern does not match them
  const scripts = (await readdir(folder)).filter(
    (name) => /\.js$/.test(name) && !/worker/.test(name),
  );
  expect(scripts.length).toBeGreaterThan(10);
  for (const name of scripts)
    expect(await readFile(`${folder}/${name}`, "utf8"), name).not.toMatch(/\S ?console\.\w+\(/);
});
