import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readEnv } from "../../../server/settings/env.ts";
import { startCaddy, validateCaddyfile } from "../../setup/caddy.ts";
import { startNginx } from "../../setup/nginx.ts";
import { disposable } from "../../support/disposable.ts";
import { startFaultyFront } from "../../support/servers/faulty-upstream.ts";
import { listen } from "../../support/servers/listen.ts";
import { startSiteProgram } from "../../support/servers/program.ts";
import { createVisitor } from "../../support/servers/site.ts";
import { settingsFor, startTestUpstream } from "../../support/servers/upstream.ts";

/** nginx and Caddy with the configuration of deploy/, in front of two fake instances. */

/** In seconds; deploy/ has longer timeouts, which a test below compares with the site's. */
const LATE = 8;
/** A page may make this many upstream calls in a row, each up to its timeout; the proxy must wait longer. */
const CALLS = 3;
const DOWN = "网站正在恢复";

/** Answers with its name, or by mode: `hang` never, `broken` with 502 for streams, `refuse` closes the connection. */
async function startInstance(name: string) {
  let does: "answer" | "hang" | "broken" | "refuse" = "answer";
  const asked: string[] = [];
  const server = await listen((request, response) => {
    if (request.url !== "/healthz") asked.push(`${request.method} ${request.url}`);
    if (does === "hang") return;
    if (does === "refuse") return request.socket.destroy();
    if (does === "broken" && request.url?.startsWith("/stream/")) response.statusCode = 502;
    response.end(name);
  });
  return disposable({
    ...server,
    asked,
    does(what: typeof does) {
      does = what;
    },
  });
}

const get = async (url: string) => {
  const answer = await fetch(url);
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};
const times = (count: number, url: string) =>
  Promise.all(Array.from({ length: count }, () => get(url)));
const said = (answers: { status: number; text: string }[]) =>
  new Set(answers.map(({ status, text }) => `${status} ${text}`));

describe.concurrent.each([
  ["nginx", startNginx],
  ["Caddy", startCaddy],
] as const)("%s", (_name, startProxy) => {
  test("skips an instance that hangs, and sends no write twice", async ({ expect }) => {
    await using one = await startInstance("one");
    await using two = await startInstance("two");
    await using proxy = await startProxy([one.url, two.url], { lateAfter: LATE });
    one.does("hang");
    const post = () => fetch(`${proxy.url}/feed`, { method: "POST" });
    const first = post();
    // one after the other, so that each instance gets one
    await expect.poll(() => one.asked.length + two.asked.length).toBe(1);
    const posted = Promise.all([first, post()]);
    await expect.poll(() => one.asked.length + two.asked.length).toBe(2);
    expect(said(await times(8, `${proxy.url}/`))).toEqual(new Set(["200 two"]));
    // the hanging instance got requests, too
    expect(one.asked.length).toBeGreaterThan(2);
    expect((await posted).map(({ status }) => status).sort()).toEqual([200, 504]);
    expect([...one.asked, ...two.asked].filter((line) => line === "POST /feed")).toHaveLength(2);
    // alternating, it would get ten requests
    const askedOfTwenty = async () => {
      const before = one.asked.length;
      expect(said(await times(20, `${proxy.url}/`))).toEqual(new Set(["200 two"]));
      return one.asked.length - before;
    };
    await expect.poll(askedOfTwenty).toBeLessThan(5);
    one.does("answer");
    const names = async () => (await times(2, `${proxy.url}/`)).map(({ text }) => text);
    await expect.poll(names, { interval: 200 }).toContain("one");
  });

  test("forwards a stream's error, and skips no instance because of it", async ({ expect }) => {
    await using one = await startInstance("one");
    await using two = await startInstance("two");
    await using proxy = await startProxy([one.url, two.url]);
    for (const instance of [one, two]) instance.does("broken");
    const streams = said(await times(12, `${proxy.url}/stream/missing/1.ts`));
    expect(streams).toEqual(new Set(["502 one", "502 two"]));
    expect(said(await times(12, `${proxy.url}/`))).toEqual(new Set(["200 one", "200 two"]));
  });

  test("shows a page that reloads itself if no instance answers", async ({ expect }) => {
    await using one = await startInstance("one");
    await using two = await startInstance("two");
    await using proxy = await startProxy([one.url, two.url]);
    for (const instance of [one, two]) instance.does("refuse");
    for (let count = 0; count < 3; count += 1) {
      const { status, text, headers } = await get(`${proxy.url}/mine`);
      expect([502, 503]).toContain(status);
      expect(text).toContain(DOWN);
      expect(text).toContain("/healthz");
      expect(headers.get("content-type")).toMatch(/^text\/html/);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("retry-after")).toBe("5");
    }
    expect((await get(`${proxy.url}/metrics`)).status).toBe(404);
    for (const instance of [one, two]) instance.does("answer");
    await expect.poll(async () => (await get(`${proxy.url}/mine`)).status).toBe(200);
  });
});

test.concurrent("no instance is skipped because its upstream hangs: the site itself answers in time", async ({
  expect,
}) => {
  await using upstream = await startTestUpstream();
  await using front = await startFaultyFront(upstream.url);
  await using site = await startSiteProgram({
    ...settingsFor(upstream),
    UPSTREAM_URL: front.url,
    UPSTREAM_TIMEOUT_MS: "2000",
    TRUST_PROXY: "1",
  });
  await using nginx = await startNginx([site.url, site.url]);
  await using caddy = await startCaddy([site.url, site.url]);
  await front.spoil("hang");
  const paths = ["/", "/category", "/videoinfo?id=130001", "/mine", "/member", "/taglist", "/vip"];
  for (const { url } of [nginx, caddy]) {
    const answers = await Promise.all(
      [...paths, ...paths].map(async (path) => {
        const answer = await createVisitor(fetch, url).request(path);
        return { path, status: answer.status, isDown: (await answer.text()).includes(DOWN) };
      }),
    );
    expect(answers.filter(({ isDown }) => isDown)).toEqual([]);
  }
});

test("the proxies wait longer than the site for its upstream, and the Caddyfile is valid", () => {
  const { UPSTREAM_TIMEOUT_MS } = readEnv({});
  for (const [file, name] of [
    ["deploy/nginx.conf", "proxy_read_timeout"],
    ["deploy/Caddyfile", "response_header_timeout"],
  ] as const) {
    const [, seconds] = new RegExp(`${name} (\\d+)s`).exec(readFileSync(file, "utf8")) ?? [];
    expect(Number(seconds) * 1_000, file).toBeGreaterThanOrEqual(CALLS * UPSTREAM_TIMEOUT_MS);
  }
  validateCaddyfile();
});
