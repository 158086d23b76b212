import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startSiteProgram } from "../../support/servers/program.ts";
import { rawRequest } from "../../support/servers/raw-request.ts";

/** The fast path in the built program, whose log says which answers were cached documents. */
let site: Awaited<ReturnType<typeof startSiteProgram>>;

beforeAll(async () => {
  site = await startSiteProgram({ LOG_LEVEL: "debug", TRUST_PROXY: "1" });
});
afterAll(() => site.stop());

const PATIENCE = { timeout: 30_000 };
const adult = { cookie: "adult=1" };

const untilKept = (path: string, headers: Record<string, string>) =>
  vi.waitUntil(
    async () => {
      const answer = await rawRequest(site.url + path, headers);
      return (await wasInFront(answer.headers["x-request-id"])) && answer;
    },
    { ...PATIENCE, interval: 50 },
  );

/** Whether the log, which is written a moment later, reports an answer by the fast path. */
async function wasInFront(requestId: string | string[] | undefined) {
  const line = await vi.waitUntil(
    () => site.output.out.split("\n").find((one) => one.includes(`"${requestId}"`)),
    PATIENCE,
  );
  return line.includes('"fastPath":true');
}

test("the fast path sends the same headers as the host", async () => {
  const fast = await untilKept("/", adult);
  // the host answers this request, because it has to store the inviter
  const slow = await rawRequest(`${site.url}/?id=83920174`, adult);
  expect(await wasInFront(slow.headers["x-request-id"])).toBe(false);
  const own = /^(date|x-request-id|server-timing|set-cookie)$/;
  const shared = (headers: object) =>
    Object.entries(headers)
      .filter(([name]) => !own.test(name))
      .sort(([one], [other]) => (one < other ? -1 : 1));
  expect(shared(fast.headers)).toEqual(shared(slow.headers));
  expect(fast.headers["set-cookie"]?.[0]?.replace(/=[^;]*/, "")).toBe(
    slow.headers["set-cookie"]?.[0]?.replace(/=[^;]*/, ""),
  );
  expect(fast.body.equals(slow.body)).toBe(true);
  const brotli = await untilKept("/", { ...adult, "accept-encoding": "gzip, br" });
  expect(brotli.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(brotli.body).equals(fast.body)).toBe(true);
});

test("a new visitor gets a valid session cookie, a returning one none", async () => {
  const first = await untilKept("/category", adult);
  const cookie = first.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
  expect(cookie).toMatch(/^newcomer=/);
  const known = await rawRequest(`${site.url}/category`, { cookie: `adult=1; ${cookie}` });
  expect(await wasInFront(known.headers["x-request-id"])).toBe(true);
  expect(known.headers["set-cookie"]).toBeUndefined();
  // the host replaces a cookie that cannot be opened; this one it accepts
  const page = await rawRequest(`${site.url}/login`, { cookie: `adult=1; ${cookie}` });
  expect([page.status, page.headers["set-cookie"]]).toEqual([200, undefined]);
});

test("behind TLS the cookie is bound to the host and HSTS is on", async () => {
  const secure = { "x-forwarded-proto": "https", cookie: "__Host-adult=1" };
  const answer = await untilKept("/category", secure);
  expect(answer.headers["strict-transport-security"]).toBeTruthy();
  expect(answer.headers["set-cookie"]?.[0]).toMatch(/^__Host-newcomer=.*; Secure/);
});

test("a preview's playlists for unregistered visitors equal those from the host", async () => {
  const path = "/stream/100301/0/0/index.m3u8";
  const fast = await untilKept(path, {});
  const slow = await rawRequest(`${site.url}${path}?made-for=one`);
  expect(await wasInFront(slow.headers["x-request-id"])).toBe(false);
  expect(fast.body.toString()).toBe(slow.body.toString());
  const own =
    /^(date|x-request-id|set-cookie|content-security-policy|etag|vary|content-length|transfer-encoding)$/;
  const shared = (headers: object) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !own.test(name)));
  expect(shared(fast.headers)).toEqual(shared(slow.headers));
  expect(fast.headers["cache-control"]).toBe("private, no-store");

  const seed = fast.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
  const again = await rawRequest(site.url + path, { cookie: seed });
  expect(await wasInFront(again.headers["x-request-id"])).toBe(true);
  expect(again.headers["set-cookie"]).toBeUndefined();
  const [variant = ""] = /\/stream\/[\w-]+\/index\.m3u8/.exec(fast.body.toString()) ?? [];
  await untilKept(variant, { cookie: seed });

  // a guest may have bought the episode
  const guest = await rawRequest(`${site.url}/member`, { cookie: `adult=1; ${seed}` });
  const cookie = guest.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
  expect(cookie.length).toBeGreaterThan(100);
  for (const brought of [cookie, `adult=1; ${cookie}`]) {
    const answer = await rawRequest(site.url + path, { cookie: brought });
    expect(await wasInFront(answer.headers["x-request-id"])).toBe(false);
  }
  const range = await rawRequest(site.url + path, { range: "bytes=0-9" });
  expect(await wasInFront(range.headers["x-request-id"])).toBe(false);
});

test("without an age confirmation the page with the age gate is served", async () => {
  const open = await untilKept("/", adult);
  const closed = await untilKept("/", {});
  expect(closed.headers.etag).not.toBe(open.headers.etag);
  expect(closed.body.toString()).toContain('action="/adult?to=%2F"');
});

test("HEAD gets only headers, and a matching ETag gets 304", async () => {
  const whole = await untilKept("/category", adult);
  const head = await rawRequest(`${site.url}/category`, adult, { method: "HEAD" });
  expect([head.status, head.body.length]).toEqual([200, 0]);
  expect(head.headers["content-length"]).toBe(String(whole.body.length));
  expect(head.headers.etag).toBe(whole.headers.etag);
  const etag = String(whole.headers.etag);
  const known = await rawRequest(`${site.url}/category`, { ...adult, "if-none-match": etag });
  expect([known.status, known.body.length, known.headers.etag]).toEqual([304, 0, etag]);
  expect(await wasInFront(known.headers["x-request-id"])).toBe(true);
});

test.each([
  ["a form", { method: "POST" }, {}],
  ["credentials", {}, { authorization: "Bearer x" }],
  ["a range", {}, { range: "bytes=0-9" }],
])("%s is answered by the host, not the fast path", async (_what, options, headers) => {
  await untilKept("/category", adult);
  const answer = await rawRequest(`${site.url}/category`, { ...adult, ...headers }, options);
  expect(await wasInFront(answer.headers["x-request-id"])).toBe(false);
});
