import type { ServerBuild } from "@remix-run/server-runtime";
import { describe, expect, test } from "vitest";
import { rateLimits } from "../../../server/rate-limits/limits.ts";
import { sendForm } from "../../support/members/forms.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile();

const { routes } = (await import(
  new URL("../../../build/server/index.js", import.meta.url).href
)) as ServerBuild;

/** The address of every route that has an action. */
const actions = Object.values(routes)
  .filter(({ module }) => module.action)
  .map(({ path = "" }) => `/${path.replace("*", "some-order/pay").replace(/:\w+/g, "swiper")}`);

const foreign: Record<string, string>[] = [
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: "http://site.test.evil.example" },
  { origin: "https://site.test" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
];

test("every action refuses another site's request, in Chinese", async () => {
  expect(actions.length).toBeGreaterThan(14);
  const visitor = running.site.visit();
  for (const path of actions.flatMap((path) => [path, `${path}.data`])) {
    for (const headers of foreign) {
      for (const method of ["POST", "PUT", "DELETE"]) {
        const answer = await visitor.request(path, { method, headers });
        const what = `${method} ${path} ${JSON.stringify(headers)}`;
        expect(answer.status, what).toBe(403);
        expect(await answer.text(), what).toBe("请求来源不被允许");
      }
    }
  }
});

const jsonHeaders = (body: string) => ({
  "content-type": "application/json",
  "content-length": `${body.length}`,
});

describe("every action answers a body that is not a form without a server error", () => {
  const bodies: [string, Record<string, string>, string][] = [
    ["JSON", jsonHeaders('{"a":1}'), '{"a":1}'],
    ["nothing", { "content-length": "0" }, ""],
    [
      "a broken multipart form",
      { "content-type": "multipart/form-data; boundary=x", "content-length": "9" },
      "--x\r\nbad",
    ],
    [
      "a multipart form without a boundary",
      { "content-type": "multipart/form-data", "content-length": "3" },
      "abc",
    ],
  ];
  test.each(actions)("%s", async (path) => {
    for (const [what, headers, body] of bodies) {
      const answer = await running.site.visit().request(path, {
        method: "POST",
        headers: { origin: "http://site.test", ...headers },
        body: body || undefined,
      });
      expect(answer.status, what).toBeLessThan(500);
    }
  });
});

test("addresses, cookies and forms longer than any of this site's are refused", async () => {
  const visitor = running.site.visit();
  const long = await visitor.request(`/sreinfo?searchStr=${"a".repeat(9_000)}`);
  expect([long.status, await long.text()]).toEqual([414, "请求地址过长"]);
  const form = await sendForm(visitor, "/feed", { text: "长".repeat(40_000) });
  expect([form.status, await form.text()]).toEqual([
    413,
    expect.stringContaining("<h1>请求内容过大</h1>"),
  ]);
  visitor.cookies.set("other", "x".repeat(9_000));
  const laden = await visitor.request("/");
  expect([laden.status, await laden.text()]).toEqual([431, "Cookie 过大，请清除后重试"]);
});

/** In milliseconds, of the fastest of three: a busy machine may hold up any of them. */
async function durationOf(work: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    const began = performance.now();
    await work();
    took.push(performance.now() - began);
  }
  return Math.min(...took);
}

describe("a multipart form", () => {
  const parts = (count: number) =>
    `${Array.from({ length: count }, (_, index) => `--x\r\ncontent-disposition: form-data; name="f${index}"\r\n\r\n1\r\n`).join("")}--x--\r\n`;
  const post = (path: string, body: string) =>
    running.site.visit().request(path, {
      method: "POST",
      headers: {
        origin: "http://site.test",
        "content-type": "multipart/form-data; boundary=x",
        "content-length": `${body.length}`,
      },
      body,
    });

  test("with a hundred thousand fields is refused without being parsed", async () => {
    const body = parts(100_000);
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const parsing = await durationOf(() => new Response(body, { headers }).formData());
    for (const path of ["/upload", "/service.data"]) {
      const refusing = await durationOf(async () =>
        expect([path, (await post(path, body)).status]).toEqual([path, 400]),
      );
      expect(refusing / parsing).toBeLessThan(0.8);
    }
  });

  test("is accepted only at upload addresses", async () => {
    for (const path of actions) {
      const { status } = await post(path, parts(1));
      const takesFiles = ["/upload", "/service"].includes(path);
      expect([path, status === 415]).toEqual([path, !takesFiles]);
    }
  });

  test("above the rate limit is refused before it is read", async () => {
    const visitor = running.site.visit();
    await visitor.read("/member");
    const cookie = visitor.cookies.get("visitor") ?? "";
    const session = running.site.services.sealer.open("session", cookie) ?? "{}";
    const { device } = JSON.parse(session) as { device: string };
    const { visitor: max, windowMs } = rateLimits.files;
    await running.site.services.counters.add(`files:visitor:${device}`, max, windowMs);
    let read = false;
    const body = new ReadableStream(
      {
        pull(controller) {
          read = true;
          controller.enqueue(new TextEncoder().encode("--x--"));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const answer = await visitor.request("/upload", {
      method: "POST",
      headers: {
        origin: "http://site.test",
        "content-type": "multipart/form-data; boundary=x",
        "content-length": "5",
      },
      body,
      ...{ duplex: "half" },
    });
    expect([answer.status, answer.headers.get("retry-after"), read]).toEqual([429, "60", false]);
  });
});

test("a playback report larger than a few numbers is refused", async () => {
  const report = { video: "130001", seconds: "1", more: "x".repeat(4_000) };
  expect((await sendForm(running.site.visit(), "/playback", report)).status).toBe(413);
});

test("line breaks in an address cannot inject a header, and `/adult` does not redirect to another site", async () => {
  const visitor = running.site.visit();
  const breaks = "%0d%0aset-cookie:%20evil=1%0d%0a";
  for (const path of [
    `/videoinfo?id=${breaks}`,
    `/${breaks}`,
    `/login?account=${breaks}`,
    `/report?video=${breaks}`,
    `/ad/swiper/${breaks}/click`,
    `/cashier/${breaks}`,
    `/?id=${breaks}&tag=${breaks}`,
  ]) {
    const answer = await visitor.request(path);
    expect(answer.status, path).toBeLessThan(500);
    expect([...answer.headers].join("\n"), path).not.toContain("evil=1");
  }
  const onward = await visitor.request(`/adult?to=${encodeURIComponent("//evil.example/")}`, {
    method: "POST",
    headers: { origin: "http://site.test", "content-length": "0" },
  });
  expect(onward.headers.get("location")).toBe("/");
});
