import { describe, expect, test } from "vitest";
import { createCodec } from "../../../server/upstream-client/codec.ts";
import { codeOf } from "../../support/members/accounts.ts";
import { videoCodes } from "../../support/members/pages.ts";
import { startHanging } from "../../support/servers/hanging-upstream.ts";
import { startInconsistentUpstream } from "../../support/servers/inconsistent-upstream.ts";
import { startGate } from "../../support/servers/pausable-upstream.ts";
import { startSite } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";
import { startTestUpstream } from "../../support/servers/upstream.ts";

const running = siteForThisFile();

describe("a visitor without JavaScript", () => {
  test("finds tags and videos in the home page's HTML", async () => {
    // the first page may still stream; later ones have cached data
    await running.site.visit().read("/");
    const html = await running.site.visit().read("/");
    for (const text of ["首页", "精选视频", "排行榜", "最新更新", "主导航", "分类标签"]) {
      expect(html).toContain(text);
    }
    expect(new Set(videoCodes(html)).size).toBeGreaterThan(20);
    // only Remix's own data may follow the page; without scripts, streamed content would stay invisible
    expect(html).not.toMatch(/id="S:[^>]*><(?!script)/);
  });

  test("gets a page unstreamed and with a content-length if its data is ready", async () => {
    const visitor = running.site.visit();
    await codeOf(visitor);
    const answer = await visitor.request("/mine");
    const document = new Uint8Array(await answer.arrayBuffer());
    expect(document.byteLength).toBeGreaterThan(10_000);
    expect(answer.headers.get("content-length")).toBe(String(document.byteLength));
  });

  test("reloads a page whose data was still streaming", async () => {
    await using slow = await startGate(running.upstream.url, 300);
    await using site = await startSite({ ...running.upstream.forSite, url: slow.url });
    const again = '<meta http-equiv="refresh" content="1"/>';
    expect(await site.visit().read("/")).toContain(`<noscript>${again}</noscript>`);
    const html = await site.visit().read("/");
    expect(html).not.toContain(again);
    expect(videoCodes(html).length).toBeGreaterThan(20);
  });

  test("follows 下一页 through all videos of a tag, each once", async () => {
    const visitor = running.site.visit();
    const tag = /href="\/\?tag=([^"&]+)"/.exec(await visitor.read("/"))?.[1];
    const seen: string[] = [];
    let next: string | undefined = `/?tag=${tag}`;
    while (next && seen.length < 1_000) {
      const html: string = await visitor.read(next);
      seen.push(...new Set(videoCodes(html) as string[]));
      const link = /<a[^>]*rel="next"[^>]*>/.exec(html)?.[0];
      next = /href="([^"]+)"/.exec(link ?? "")?.[1]?.replaceAll("&amp;", "&");
    }
    expect(seen.length).toBeGreaterThan(10);
    expect(new Set(seen).size).toBe(seen.length);
  });
});

describe("an upstream that hangs", () => {
  test.each([
    ["/", "影视搜索"],
    ["/videoinfo?id=100301", "最新更新"],
  ])(
    "does not hold up the beginning of %s, which then ends with error messages",
    async (path, shown) => {
      await using hanging = await startHanging();
      await using slow = await startSite(hanging, { timeoutMs: 3_000 });
      const response = await slow.visit().request(path);
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      const started = performance.now();
      let rest = "";
      // the page's beginning arrives in several chunks
      while (!rest.includes(shown)) rest += (await reader?.read())?.value ?? "";
      // before the deadline of any call
      expect(performance.now() - started).toBeLessThan(2_900);

      for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
        rest += part.value;
      expect(rest).toContain("网络异常，请稍后重试");
      expect(rest).toContain("重试");
    },
  );
});

test("cached pages are still served after the upstream has stopped", async () => {
  await using own = await startTestUpstream();
  await using resilient = await startSite(own.forSite);
  const before = videoCodes(await resilient.visit().read("/"));
  await own.stop();
  expect(videoCodes(await resilient.visit().read("/"))).toEqual(before);
});

test("an upstream with inconsistent formats gives the same page as a consistent one", async () => {
  const codec = createCodec({
    key: running.upstream.forSite.aesKey,
    iv: running.upstream.forSite.aesIv,
  });
  await using messy = await startInconsistentUpstream({
    url: running.upstream.url,
    codec: { ...codec },
  });
  const header = running.upstream.forSite.securityHeader.replace(/^[^:]+/, "x-security-flag");
  await using siteBehindMessyUpstream = await startSite({
    ...running.upstream.forSite,
    securityHeader: header,
    url: messy.url,
  });
  const code = videoCodes(await running.site.visit().read("/"))[0];
  const topic = `/cateInfo?item=${encodeURIComponent('{"code":"30","title":"x"}')}`;
  const picks = "/sreinfo?type=15&sonType=&searchStr=&title=x";
  for (const path of ["/", "/?page=2", `/videoinfo?id=${code}`, topic, picks]) {
    const [plain, spoilt] = await Promise.all([
      running.site.visit().read(path),
      siteBehindMessyUpstream.visit().read(path),
    ]);
    expect(videoCodes(plain).length, path).toBeGreaterThan(5);
    expect(videoCodes(spoilt), path).toEqual(videoCodes(plain));
  }
});

test("with a wrong key, the visitor sees a friendly message", async () => {
  await using wrong = await startSite({ ...running.upstream.forSite, aesKey: Buffer.alloc(32, 7) });
  const html = await wrong.visit().read("/");
  expect(html).toContain("网络异常，请稍后重试");
});
