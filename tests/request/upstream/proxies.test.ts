import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { builtInTopics } from "../../../server/domain/site.ts";
import { createLog } from "../../../server/observability/log.ts";
import { createMetrics } from "../../../server/observability/metrics.ts";
import { checkUpstream } from "../../../server/upstream-check/check.ts";
import type { ProxySettings } from "../../../server/upstream-client/proxies.ts";
import { startSquid } from "../../setup/squid.ts";
import { kinds } from "../../support/contract/fault-pages.ts";
import { codeOf } from "../../support/members/accounts.ts";
import { addressesIn, openVideo } from "../../support/members/playback.ts";
import { freePort } from "../../support/servers/program.ts";
import { startSite } from "../../support/servers/site.ts";
import { startTestUpstream } from "../../support/servers/upstream.ts";

/** Only the proxy can resolve this name. */
const HOST = "upstream.example";

let upstream: Awaited<ReturnType<typeof startTestUpstream>>;
let proxy: Awaited<ReturnType<typeof startSquid>>;
beforeAll(async () => {
  upstream = await startTestUpstream();
  proxy = await startSquid(HOST);
}, 120_000);
afterAll(async () => {
  await proxy.stop();
  await upstream.stop();
});

const noKeys = { key: "", iv: "" };

/** A site for this upstream, and its log. */
async function siteThrough(proxies: ProxySettings, host = HOST) {
  const logged: string[] = [];
  const log = createLog("info", [], { write: (line) => void logged.push(line) });
  const metrics = createMetrics();
  const url = `http://${host}:${new URL(upstream.url).port}`;
  const site = await startSite({ ...upstream.forSite, url, proxies }, { log, metrics });
  onTestFinished(() => site.stop());
  return {
    site,
    logged: () => logged.join(""),
    metric: async (name: string) =>
      Number(new RegExp(`^${name} (\\d+)$`, "m").exec((await metrics.page()).text)?.[1]),
    calls: async (outcome: string) =>
      new RegExp(`^site_upstream_call_seconds_count{.*outcome="${outcome}"}`, "m").test(
        (await metrics.page()).text,
      ),
  };
}

test("the site's calls, pictures and streams go through a proxy that requires credentials", async () => {
  const { site } = await siteThrough({ upstream: { http: proxy.url } });
  const visitor = site.visit();
  expect(await visitor.read("/")).toMatch(kinds.home.normal);
  await codeOf(visitor);
  expect(await visitor.read("/mine")).toMatch(kinds.member.normal);
  expect(await kinds.action.ask(visitor)).toMatchObject({ status: 200 });
  expect((await kinds.picture.ask(visitor, site)).type).toMatch(/^image\//);
  const [first] = await openVideo(upstream.db, visitor, 130_001);
  const [variant = ""] = addressesIn(await visitor.read(first?.address ?? ""));
  const [, segment = ""] = addressesIn(await visitor.read(variant));
  const piece = await visitor.request(segment);
  expect(piece.status).toBe(200);
  expect((await piece.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
});

describe("a failing proxy is distinguished from a failing upstream", () => {
  test("when it is down, and is used again when it is back", async () => {
    const { site, logged, metric, calls } = await siteThrough({ upstream: { http: proxy.url } });
    const visitor = site.visit();
    await codeOf(visitor);
    expect(await visitor.read("/mine")).toMatch(kinds.member.normal);
    await proxy.kill();
    try {
      expect(await visitor.read("/mine")).not.toMatch(kinds.member.normal);
      await expect
        .poll(async () => {
          await visitor.read("/history");
          return metric('site_upstream_open{server="1"}');
        })
        .toBe(1);
      expect(logged()).toMatch(/cannot connect to the proxy http:\/\/127\.0\.0\.1:\d+ \(ECONN/);
      await visitor.read("/history");
      expect(logged()).toContain("the proxy to the upstream is down");
      expect(logged()).not.toContain("someone:word");
      expect(await metric('site_upstream_proxy_faults{server="1"}')).toBeGreaterThan(0);
      expect([await calls("proxy"), await calls("unreachable")]).toEqual([true, false]);
    } finally {
      await proxy.startAgain();
    }
    await expect
      .poll(() => visitor.read("/mine"), { timeout: 10_000 })
      .toMatch(kinds.member.normal);
    expect(await metric('site_upstream_proxy_faults{server="1"}')).toBe(0);
  });

  test("when it refuses the credentials", async () => {
    const { site, logged, calls } = await siteThrough({ upstream: { http: proxy.refusing } });
    expect(await site.visit().read("/")).not.toMatch(kinds.home.normal);
    expect(logged()).toMatch(
      /HTTP status 407\. Check the user and password in UPSTREAM_PROXY, HTTPS_PROXY and HTTP_PROXY\./,
    );
    expect(logged()).not.toContain("someone:other");
    expect(await calls("proxy")).toBe(true);
  });

  test("when a web server's page answers in its place", async () => {
    const { site, logged } = await siteThrough({ upstream: { http: upstream.url } });
    expect(await site.visit().read("/")).not.toMatch(kinds.home.normal);
    expect(logged()).toMatch(
      /the proxy .* did not connect: HTTP status 4\d\d|cannot connect to the proxy/,
    );
  });
});

test("upstream:check uses the proxy, and distinguishes its faults from the upstream's", async () => {
  const port = new URL(upstream.url).port;
  const nobody = `http://127.0.0.1:${await freePort()}`;
  const check = (http: string, host = HOST) => {
    const url = `http://${host}:${port}`;
    return checkUpstream(
      { ...upstream.forSite, url, timeoutMs: 20_000, proxies: { upstream: { http } } },
      { level: "read", topics: builtInTopics, mediaOrigins: [upstream.url], rawKeys: noKeys },
    );
  };
  expect(await check(proxy.url)).toMatchObject({ verdict: 0, causes: [] });
  for (const [url, host, says] of [
    [nobody, HOST, /^代理连不上（ECONNREFUSED）：检查 UPSTREAM_PROXY/],
    [proxy.refusing, HOST, /^代理不认用户与密码（407）/],
    [proxy.url, "nowhere.invalid", /^代理够不到 nowhere\.invalid:\d+（50\d）：检查 UPSTREAM_URL/],
  ] as const) {
    const { verdict, causes } = await check(url, host);
    const [first] = causes;
    expect([verdict, first?.cause.kind]).toEqual([2, "proxy"]);
    expect(first?.cause.message).toMatch(says);
  }
});

test("connections to excluded hosts and to this machine bypass the proxy", async () => {
  const nobody = { http: `http://127.0.0.1:${await freePort()}` };
  const excepted = await siteThrough({ upstream: { ...nobody, except: `.other.example,${HOST}` } });
  expect(await excepted.site.visit().read("/")).not.toMatch(kinds.home.normal);
  expect(await excepted.calls("proxy")).toBe(false);
  expect(excepted.logged()).toMatch(/cannot connect to http:\/\/upstream\.example:\d+ \(E/);

  const here = await siteThrough({ upstream: nobody, others: nobody }, "127.0.0.1");
  const visitor = here.site.visit();
  await codeOf(visitor);
  expect(await visitor.read("/mine")).toMatch(kinds.member.normal);
  expect((await kinds.picture.ask(visitor, here.site)).type).toMatch(/^image\//);
});
