import { expect, test } from "vitest";
import { InvalidSetting, readEnv } from "./env.ts";

const own = {
  UPSTREAM_URL: "https://upstream.example/base",
  UPSTREAM_AES_KEY: "0123456789abcdef",
  UPSTREAM_AES_IV: "hex:000102030405060708090a0b0c0d0e0f",
  UPSTREAM_SECURITY_HEADER: "X-Flag: on",
};

test("without settings the defaults are used", () => {
  expect(readEnv({})).toMatchObject({
    PORT: 3000,
    HOST: "0.0.0.0",
    UPSTREAM_TIMEOUT_MS: 10_000,
    UPSTREAM_BOUGHT_MARK: "bought",
    SITE_NAME: "橙影",
    TRUST_PROXY: 0,
    AGE_GATE: "on",
    APK_URL: undefined,
    ANALYTICS_URL: undefined,
  });
});

test("keys are read as text or as hex", () => {
  const env = readEnv(own);
  expect(env.UPSTREAM_AES_KEY?.length).toBe(16);
  expect(env.UPSTREAM_AES_IV?.[15]).toBe(15);
});

test.each([
  ["PORT", "80a"],
  ["PORT", "70000"],
  ["UPSTREAM_URL", "ftp://upstream.example"],
  ["UPSTREAM_URL", "not a url"],
  ["UPSTREAM_URL", "https://upstream.example,"],
  ["UPSTREAM_AES_KEY", "fifteen bytes.."],
  ["UPSTREAM_AES_KEY", "hex:0011"],
  ["UPSTREAM_AES_IV", "short"],
  ["UPSTREAM_SECURITY_HEADER", "no colon"],
  ["UPSTREAM_TIMEOUT_MS", "0"],
  ["UPSTREAM_PROXY", "proxy.example:3128"],
  ["HTTPS_PROXY", "socks5://proxy.example:1080"],
  ["HTTP_PROXY", "http://proxy.example:3128/path"],
  ["HTTP_PROXY", "http://user:100%@proxy.example:3128"],
  ["SESSION_SECRET", "too short"],
  ["PUBLIC_ORIGIN", "https://example.com/path"],
  ["MEDIA_ORIGINS", "cdn.example.com"],
  ["MEDIA_REFERER", "img.example.com"],
  ["MEDIA_REFERER", "img.example.com=www.example.com"],
  ["MEDIA_REFERER", "*img.example.com=https://www.example.com/"],
  ["MEDIA_USER_AGENT", "浏览器"],
  ["TRUST_PROXY", "-1"],
  ["CUSTOMER_SERVICE_URL", "//evil.example"],
  ["AGE_GATE", "maybe"],
  ["APK_URL", "javascript:alert(1)"],
  ["APK_URL", "/app.apk"],
  ["ANALYTICS_URL", "stats.example/s.js"],
  ["ANALYTICS_URL", "https://{h5Uuid}.example/s.js"],
  ["LOG_LEVEL", "loud"],
])("%s=%s stops the start with one line that names the setting", (name, value) => {
  const message = failure({ ...own, [name]: value });
  expect(message).toMatch(new RegExp(`^${name} 现在是 .+，应为：.+$`));
  expect(message).not.toContain("\n");
});

test("proxies may be named in lower case, as for other programs", () => {
  const url = "http://user:word@proxy.example:3128";
  const env = readEnv({ https_proxy: url, no_proxy: ".internal.example", http_proxy: "" });
  expect(env).toMatchObject({ HTTPS_PROXY: url, NO_PROXY: ".internal.example" });
  expect(env.HTTP_PROXY).toBeUndefined();
});

test("several upstream servers may be set, in order of preference", () => {
  const UPSTREAM_URL = "https://a.example/base, http://b.example:4000";
  expect(readEnv({ ...own, UPSTREAM_URL }).UPSTREAM_URL).toEqual([
    "https://a.example/base",
    "http://b.example:4000",
  ]);
});

test("headers for hosts are one value, values by host, or both", () => {
  const { MEDIA_REFERER, MEDIA_USER_AGENT } = readEnv({
    MEDIA_REFERER:
      "https://a.example/?q=1 Img.example.com=https://b.example/  *.cdn.example=https://c.example/x",
    MEDIA_USER_AGENT: "Mozilla/5.0 (like Gecko) x img.example.com=Player 1.0",
  });
  expect(MEDIA_REFERER).toEqual([
    { host: "*", value: "https://a.example/?q=1" },
    { host: "img.example.com", value: "https://b.example/" },
    { host: "*.cdn.example", value: "https://c.example/x" },
  ]);
  expect(MEDIA_USER_AGENT).toEqual([
    { host: "*", value: "Mozilla/5.0 (like Gecko) x" },
    { host: "img.example.com", value: "Player 1.0" },
  ]);
});

test("the analytics address may contain the member's id", () => {
  const ANALYTICS_URL = "https://stats.example/s.js?u={h5Uuid}";
  expect(readEnv({ ANALYTICS_URL }).ANALYTICS_URL).toBe(ANALYTICS_URL);
});

test("an invalid secret is not repeated in the message", () => {
  expect(failure({ ...own, UPSTREAM_AES_KEY: "fifteen bytes.." })).toContain("15 字节");
  expect(failure({ ...own, UPSTREAM_AES_KEY: "fifteen bytes.." })).not.toContain("fifteen");
});

test.each(["UPSTREAM_AES_KEY", "UPSTREAM_AES_IV", "UPSTREAM_SECURITY_HEADER"])(
  "a custom upstream needs %s",
  (name) => {
    expect(failure({ ...own, [name]: "" })).toMatch(new RegExp(`^${name} 未设置`));
  },
);

test("in production a custom upstream needs a session secret", () => {
  expect(failure({ ...own, NODE_ENV: "production" })).toMatch(/^SESSION_SECRET 未设置/);
  expect(readEnv({ NODE_ENV: "production" }).SESSION_SECRET).toBeUndefined();
});

function failure(source: Record<string, string | undefined>): string {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof InvalidSetting) return error.message;
    throw error;
  }
  throw new Error("the settings were accepted");
}
