import type { ServerBuild } from "@remix-run/server-runtime";
import { describe, expect, test } from "vitest";
import { UpstreamFault, UpstreamRefusal } from "../../../server/upstream-client/errors.ts";
import { wordsOf } from "../../support/contract/fault-pages.ts";
import { sendForm } from "../../support/members/forms.ts";
import { startSite } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile();
const html = { accept: "text/html,application/xhtml+xml" };

describe("a request refused by the host", () => {
  const foreign = { method: "POST", headers: { ...html, origin: "https://evil.example" } };

  test("gets a Chinese page with links and the request id if a page was requested", async () => {
    const answer = await running.site.visit().request("/mine", foreign);
    expect(answer.status).toBe(403);
    expect(answer.headers.get("content-type")).toContain("text/html");
    const page = await answer.text();
    expect(page).toContain("<h1>请求来源不被允许</h1>");
    expect(page).toContain(`<code>${answer.headers.get("x-request-id")}</code>`);
    expect(page).toContain('<a href="/">回到首页</a>');
    const style = /href="(\/\w+\.css)"/.exec(page)?.[1] ?? "";
    expect((await running.site.visit().request(style)).status).toBe(200);
  });

  test("gets one line of text if anything else was requested", async () => {
    const headers = { origin: "https://evil.example" };
    const answer = await running.site.visit().request("/mine", { method: "POST", headers });
    expect([answer.status, await answer.text()]).toEqual([403, "请求来源不被允许"]);
  });
});

describe("a page that fails", () => {
  const failing = async (error: unknown) => {
    const fail = () => Promise.reject(error);
    const failingRoute = (route: ServerBuild["routes"][string]) => {
      const { loader, action } = route.module;
      const handlers = { ...(loader && { loader: fail }), ...(action && { action: fail }) };
      return { ...route, module: { ...route.module, ...handlers } };
    };
    await using site = await startSite(running.upstream.forSite, {
      change: (build) => ({
        ...build,
        routes: Object.fromEntries(
          Object.entries(build.routes).map(([id, route]) => [id, failingRoute(route)]),
        ),
      }),
    });
    const answer = await site.visit().request("/agent", { headers: html });
    const text = await answer.text();
    return {
      status: answer.status,
      id: answer.headers.get("x-request-id"),
      text,
      shown: wordsOf(text),
    };
  };

  test.each<[string, Error, number, string]>([
    ["our own fault", new TypeError("secret is not a function"), 500, "服务器开小差了，请稍后重试"],
    [
      "an upstream that is down",
      new UpstreamFault("secret", { kind: "paused" }),
      503,
      "网络异常，请稍后重试",
    ],
    [
      "an upstream that was late",
      new UpstreamFault("secret", { kind: "timeout" }),
      504,
      "网络异常，请稍后重试",
    ],
    ["an upstream that makes no sense", new UpstreamFault("secret"), 502, "网络异常，请稍后重试"],
    ["an upstream that says no", new UpstreamRefusal("500", "活动已结束"), 502, "活动已结束"],
  ])("shows %s as an error, with links and the request id", async (_name, error, status, words) => {
    const page = await failing(error);
    expect(page.status).toBe(status);
    for (const part of [words, "重试", "回到首页", `请求编号 ${page.id}`]) {
      expect(page.shown).toContain(part);
    }
    expect(page.text.includes("secret")).toBe(false);
  });

  test.each([
    [403, "无法访问该内容"],
    [404, "内容不存在或已下架"],
    [429, "操作过于频繁，请稍后重试"],
    [400, "请求无法处理"],
  ])("explains status %i", async (status, words) => {
    const page = await failing(new Response("Not in Chinese", { status }));
    expect(page.status).toBe(status);
    expect(page.shown).toContain(words);
    expect(page.shown).not.toContain("Not in Chinese");
  });
});

test("a form for a page without an action is refused in Chinese", async () => {
  const answer = await sendForm(running.site.visit(), "/agent", {}, html);
  expect(answer.status).toBe(405);
  expect(wordsOf(await answer.text())).toContain("请求无法处理");
});

test.each([
  ["a form for a page that takes none", "/agent.data", "POST"],
  ["a form for a file", "/image/x.data", "POST"],
  ["a form for an address that does not exist", "/nowhere", "POST"],
  ["a question to an address for forms", "/upload", "GET"],
  ["another method", "/mine", "OPTIONS"],
])("%s is refused in Chinese, without internals of the program", async (_, path, method) => {
  const headers = { origin: "http://site.test", "content-length": "0" };
  const answer = await running.site.visit().request(path, { method, headers });
  expect(answer.status).toBe(405);
  const text = await answer.text();
  expect(text).toContain("请求无法处理");
  expect(text).not.toMatch(/Error:|\.route\b|action/);
});

test("a 404 names the request id too", async () => {
  for (const path of ["/videoinfo?id=999999999", "/cateInfo?item=nonsense"]) {
    const answer = await running.site.visit().request(path, { headers: html });
    expect(answer.status, path).toBe(404);
    expect(wordsOf(await answer.text()), path).toMatch(/请求编号 [\w-]{36}/);
  }
});

test("a missing file or call has the request id", async () => {
  const answer = await running.site.visit().request("/api/nothing");
  expect(answer.status).toBe(404);
  expect(await answer.json()).toEqual({
    requestId: answer.headers.get("x-request-id"),
    message: "",
  });
});
