import type { IncomingMessage, RequestListener } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listen } from "../../tests/support/servers/listen.ts";
import { createDownloader } from "../upstream-client/download.ts";
import { createUpstreamOrigins } from "../upstream-client/origins.ts";
import { createCashier } from "./cashier.ts";

const ORDER = "Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4";

const asked: IncomingMessage[] = [];
const answer = { status: 200, location: "" };
const answerOne: RequestListener = (request, response) => {
  asked.push(request);
  const { status, location } = answer;
  response.writeHead(status, {
    "content-type": "application/javascript",
    "set-cookie": "a=1",
    ...(location && { location }),
  });
  response.end("page");
};
const downloader = createDownloader({ timeoutMs: 2_000, trusts: () => true });
let upstream: Awaited<ReturnType<typeof listen>>;
let url = "";
beforeAll(async () => {
  upstream = await listen(answerOne);
  url = upstream.url;
});
afterAll(async () => {
  await downloader.close();
  await upstream.stop();
});
beforeEach(() => {
  asked.length = 0;
  Object.assign(answer, { status: 200, location: "" });
});

function ask(path: string, method = "GET", afterwards?: string) {
  const cashier = createCashier({ downloader, origins: createUpstreamOrigins([url], () => false) });
  const headers = { cookie: "visitor=x", authorization: "x" };
  const request = new Request("https://site.example/cashier/x?a=1", { method, headers });
  return cashier.answer(path, request, afterwards);
}

test.each([
  ["GET", ""],
  ["GET", "short"],
  ["GET", "x".repeat(65)],
  ["GET", "style.css.map"],
  ["GET", "../app-api/ajax/getConfig"],
  ["GET", "/app-api/ajax/getConfig"],
  ["GET", `${ORDER}/../../app-api`],
  ["GET", `${ORDER}?a=1`],
  ["GET", `${ORDER}/pay`],
  ["GET", "https://evil.example/aaaaaaaaaaaaaaaa"],
  ["POST", ORDER],
  ["POST", `${ORDER}/refund`],
  ["POST", `${ORDER}/pay/all`],
  ["POST", `../${ORDER}/pay`],
  ["POST", "style.css"],
])("%s %s is not a cashier address, and the upstream is not called", async (method, path) => {
  expect((await ask(path, method)).status).toBe(404);
  expect(asked).toEqual([]);
});

test.each([
  ["GET", ORDER, "text/html"],
  ["GET", "style.css", "text/css"],
  ["POST", `${ORDER}/pay`, "text/html"],
  ["POST", `${ORDER}/give-up`, "text/html"],
])(
  "%s %s comes from the upstream, which gets nothing of the visitor",
  async (method, path, type) => {
    const page = await ask(path, method);
    expect([page.status, await page.text()]).toEqual([200, "page"]);
    expect([...page.headers]).toEqual([["content-type", `${type}; charset=utf-8`]]);
    expect(asked.map((one) => [one.method, one.url])).toEqual([[method, `/cashier/${path}`]]);
    const { cookie, authorization, referer } = asked[0]?.headers ?? {};
    expect([cookie, authorization, referer]).toEqual([
      undefined,
      undefined,
      "https://site.example/",
    ]);
  },
);

test.each([
  [() => `/cashier/${ORDER}`, `/cashier/${ORDER}`],
  [() => `${url}/cashier/${ORDER}`, `/cashier/${ORDER}`],
  [() => `https://evil.example/cashier/${ORDER}`, "/videoinfo?id=1"],
  [() => "https://site.example/mine", "/videoinfo?id=1"],
  [() => "/app-api/ajax/getConfig", "/videoinfo?id=1"],
  [() => `/other/${ORDER}`, "/videoinfo?id=1"],
  [() => `/cashier/${ORDER}/pay`, "/videoinfo?id=1"],
  [() => "http://[", "/videoinfo?id=1"],
])("a redirect leads to an order page or to where the visitor continues", async (to, leads) => {
  Object.assign(answer, { status: 302, location: to() });
  const { status, headers } = await ask(`${ORDER}/pay`, "POST", "/videoinfo?id=1");
  expect([status, [...headers]]).toEqual([303, [["location", leads]]]);
});

test("an order that the upstream does not know is 404, any other status is a fault", async () => {
  answer.status = 404;
  expect((await ask(ORDER)).status).toBe(404);
  for (answer.status of [201, 403, 500]) {
    await expect(ask(ORDER)).rejects.toThrow(`HTTP status ${answer.status}`);
  }
});
