import { expect, test } from "vitest";
import { listen } from "../../support/servers/listen.ts";
import { freePort } from "../../support/servers/program.ts";
import { upstreamForThisFile } from "../../support/servers/site-for-file.ts";
import { check, checkSettings } from "../../support/upstream/checked-upstream.ts";

const running = upstreamForThisFile();

const page = "<!doctype html><title>It works!</title>";
const answering = (status: number, body: string, headers: Record<string, string> = {}) =>
  listen((_request, response) => response.writeHead(status, headers).end(body));
const nobody = async () => ({
  url: `http://127.0.0.1:${await freePort()}`,
  stop: async () => {},
});

test.each<
  [
    string,
    () => Promise<{ url: string; stop(): Promise<unknown> }>,
    string,
    string | undefined,
    RegExp,
  ]
>([
  ["nobody listens", nobody, "connection", "UPSTREAM_URL", /ECONNREFUSED/],
  [
    "no such host",
    async () => ({ url: "http://upstream.invalid", stop: async () => {} }),
    "dns",
    "UPSTREAM_URL",
    /upstream\.invalid/,
  ],
  [
    "TLS asked of who has none",
    async () => {
      const plain = await answering(200, "");
      return { ...plain, url: plain.url.replace("http:", "https:") };
    },
    "tls",
    "UPSTREAM_URL",
    /http:\/\//,
  ],
  ["a hanging one", () => listen(() => {}), "timeout", "UPSTREAM_TIMEOUT_MS", /1000 毫秒/],
  [
    "one that breaks off",
    () => listen((_request, response) => response.socket?.destroy()),
    "connection",
    "UPSTREAM_URL",
    /断开/,
  ],
  ["a page", () => answering(200, page), "html", "UPSTREAM_URL", /网页/],
  [
    "HTTP 403",
    () => answering(403, "no"),
    "security-header",
    "UPSTREAM_SECURITY_HEADER",
    /HTTP 403/,
  ],
  [
    "HTTP 401 with a page",
    () => answering(401, page),
    "security-header",
    "UPSTREAM_SECURITY_HEADER",
    /HTTP 401，应答是一个网页/,
  ],
  ["HTTP 404", () => answering(404, "{}"), "path", "UPSTREAM_URL", /路径前缀/],
  ["HTTP 502", () => answering(502, page), "gateway", "UPSTREAM_URL", /网关/],
  ["HTTP 500", () => answering(500, ""), "http", undefined, /HTTP 500/],
  [
    "a way to another address",
    () => answering(301, "", { location: "https://www.example.com/x" }),
    "redirect",
    "UPSTREAM_URL",
    /https:\/\/www\.example\.com：/,
  ],
  ["no JSON", () => answering(200, "hello"), "shape", "UPSTREAM_URL", /不是 JSON/],
  ["no code", () => answering(200, "{}"), "shape", "UPSTREAM_URL", /没有 code/],
])("%s", async (_what, start, kind, setting, message) => {
  const server = await start();
  try {
    const checked = await check(
      checkSettings(running.upstream, server.url, { UPSTREAM_TIMEOUT_MS: "1000" }),
    );
    expect(checked.verdict).toBe(2);
    expect(checked.causes).toHaveLength(1);
    expect(checked.causes[0]?.cause).toMatchObject({ kind });
    expect(checked.causes[0]?.cause.setting).toBe(setting);
    expect(checked.causes[0]?.cause.message).toMatch(message);
  } finally {
    await server.stop();
  }
});

test("a wrong security header is reported", async () => {
  const wrong = checkSettings(running.upstream, running.upstream.url, {
    UPSTREAM_SECURITY_HEADER: "X-Security-Flag: wrong",
  });
  const checked = await check(wrong);
  expect(checked).toMatchObject({
    verdict: 2,
    causes: [{ cause: { kind: "security-header", setting: "UPSTREAM_SECURITY_HEADER" } }],
  });
});
