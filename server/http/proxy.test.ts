import { expect, test } from "vitest";
import { cameOverTls, forwardedOrigin, requestIdOf, traceOf, withForwardedUrl } from "./proxy.ts";

const request = new Request("http://10.0.0.2:3000/videoinfo?id=1", {
  headers: {
    "x-forwarded-for": "6.6.6.6, 203.0.113.9",
    "x-forwarded-host": "evil.example, chengying.example",
    "x-forwarded-proto": "http, https",
  },
});

test("without a trusted proxy, X-Forwarded-* headers are ignored", () => {
  const { url, address } = forwardedOrigin(request, "198.51.100.1", 0);
  expect([url.href, address]).toEqual(["http://10.0.0.2:3000/videoinfo?id=1", "198.51.100.1"]);
});

test("with one trusted proxy, only the last entry of each header counts", () => {
  const { url, address } = forwardedOrigin(request, "10.0.0.1", 1);
  expect([url.href, address]).toEqual(["https://chengying.example/videoinfo?id=1", "203.0.113.9"]);
});

test("an invalid host is ignored", () => {
  const odd = new Request("http://a.example/", { headers: { "x-forwarded-host": "b.example/x?" } });
  expect(forwardedOrigin(odd, "", 1).url.host).toBe("a.example");
});

test("X-Forwarded-* headers are removed before Remix handles the request", () => {
  const { url } = forwardedOrigin(request, "", 1);
  const passedOn = withForwardedUrl(request, url);
  expect(passedOn.headers.get("x-forwarded-host")).toBeNull();
  expect(passedOn.headers.get("host")).toBe("chengying.example");
});

test("a request without proxy headers is passed on unchanged", () => {
  const plain = new Request("http://a.example/mine", { headers: { host: "a.example" } });
  expect(withForwardedUrl(plain, new URL(plain.url))).toBe(plain);
});

test("a protocol other than http and https is ignored", () => {
  const odd = new Request("http://a.example/", { headers: { "x-forwarded-proto": "ftp" } });
  expect(forwardedOrigin(odd, "", 1).url.href).toBe("http://a.example/");
});

test("only the trusted proxy can say that a request came over TLS, not the visitor", () => {
  expect([cameOverTls("https", 0), cameOverTls("https", 1), cameOverTls("https, http", 1)]).toEqual(
    [false, true, false],
  );
});

test("the request id is the trusted proxy's if it is safe to log, otherwise a new one", () => {
  const id = "0a1b2c3d-proxy";
  expect(requestIdOf(id, 1)).toBe(id);
  for (const [header, hops] of [
    [id, 0],
    [`${id}\n`, 1],
    [`<${id}>`, 1],
    ["short", 1],
    ["a".repeat(65), 1],
    [null, 1],
  ] as const) {
    expect(requestIdOf(header, hops)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  }
});

const trace = "0af7651916cd43dd8448eb211c80319c";
const parent = "b7ad6b7169203331";

test.each([
  [1, `00-${trace}-${parent}-01`, true],
  [1, `00-${trace}-${parent}-00`, true],
  [0, `00-${trace}-${parent}-01`, false],
  [1, undefined, false],
  [1, "", false],
  [1, `01-${trace}-${parent}-01`, false],
  [1, `ff-${trace}-${parent}-01`, false],
  [1, `00-${"0".repeat(32)}-${parent}-01`, false],
  [1, `00-${trace}-${"0".repeat(16)}-01`, false],
  [1, `00-${trace.toUpperCase()}-${parent}-01`, false],
  [1, `00-${trace}-${parent}-01-more`, false],
  [1, ` 00-${trace}-${parent}-01`, false],
])("behind %i proxies traceparent %j is passed on: %s", (hops, traceparent, isPassed) => {
  const passed = isPassed && { traceparent };
  expect(traceOf("an-id-of-it", traceparent, hops)).toEqual({
    "x-request-id": "an-id-of-it",
    ...passed,
  });
});
