import { expect, test } from "vitest";
import { cameByTls, forwardedOrigin, requestIdOf, withForwardedUrl } from "./proxy.ts";

const request = new Request("http://10.0.0.2:3000/videoinfo?id=1", {
  headers: {
    "x-forwarded-for": "6.6.6.6, 203.0.113.9",
    "x-forwarded-host": "evil.example, chengying.example",
    "x-forwarded-proto": "http, https",
  },
});

test("without a trusted proxy the headers mean nothing", () => {
  const { url, address } = forwardedOrigin(request, "198.51.100.1", 0);
  expect([url.href, address]).toEqual(["http://10.0.0.2:3000/videoinfo?id=1", "198.51.100.1"]);
});

test("of one trusted proxy only the last entry counts", () => {
  const { url, address } = forwardedOrigin(request, "10.0.0.1", 1);
  expect([url.href, address]).toEqual(["https://chengying.example/videoinfo?id=1", "203.0.113.9"]);
});

test("a host that is no host is not believed", () => {
  const odd = new Request("http://a.example/", { headers: { "x-forwarded-host": "b.example/x?" } });
  expect(forwardedOrigin(odd, "", 1).url.host).toBe("a.example");
});

test("nothing behind the host sees the forwarded headers", () => {
  const { url } = forwardedOrigin(request, "", 1);
  const believed = withForwardedUrl(request, url);
  expect(believed.headers.get("x-forwarded-host")).toBeNull();
  expect(believed.headers.get("host")).toBe("chengying.example");
});

test("a request that no proxy has said anything about is handed on as it is", () => {
  const plain = new Request("http://a.example/mine", { headers: { host: "a.example" } });
  expect(withForwardedUrl(plain, new URL(plain.url))).toBe(plain);
});

test("a protocol that is none of a browser's is not believed", () => {
  const odd = new Request("http://a.example/", { headers: { "x-forwarded-proto": "ftp" } });
  expect(forwardedOrigin(odd, "", 1).url.href).toBe("http://a.example/");
});

test("whether a request came by TLS is what the trusted proxy says, not the visitor", () => {
  expect([cameByTls("https", 0), cameByTls("https", 1), cameByTls("https, http", 1)]).toEqual([
    false,
    true,
    false,
  ]);
});

test("a request's number is the trusted proxy's where it is safe to write, else a new one", () => {
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
