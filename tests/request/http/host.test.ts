import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { startSite } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile({ trustProxy: 1, mediaOrigins: ["https://cdn.example"] });

test("unknown pages link home, unknown files and calls are 404", async () => {
  const page = await running.site.visit().request("/nowhere");
  expect([page.status, page.headers.get("location")]).toEqual([302, "/"]);
  for (const path of ["/assets/none.js", "/api/none", "/none.png", "/image/none", "/.env"]) {
    expect((await running.site.visit().request(path)).status, path).toBe(404);
  }
});

test("every answer has the security headers, and its own nonce allows its scripts", async () => {
  const visitor = running.site.visit();
  const [first, second] = [await visitor.request("/mine"), await visitor.request("/mine")];
  const policy = first.headers.get("content-security-policy") ?? "";
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  expect(policy).not.toContain("unsafe");
  expect(policy).toContain("https://cdn.example");
  expect(policy).not.toContain(running.upstream.url);
  expect(await first.text()).toContain(`nonce="${nonce}"`);
  expect(second.headers.get("content-security-policy")).not.toContain(`nonce-${nonce}`);
  for (const answer of [
    second,
    await visitor.request("/healthz"),
    await visitor.request("/none.png"),
  ]) {
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("x-robots-tag")).toContain("noindex");
    expect(answer.headers.get("x-request-id")).toBeTruthy();
  }
});

test("behind a TLS proxy the cookie is bound to the host and HSTS is on", async () => {
  const response = await running.site
    .visit()
    .request("/", { headers: { "x-forwarded-proto": "https" } });
  expect(response.headers.get("set-cookie")).toMatch(/^__Host-newcomer=.*Secure/);
  expect(response.headers.get("strict-transport-security")).toBeTruthy();
});

test("a form sent by another site is refused in Chinese", async () => {
  const visitor = running.site.visit();
  const foreign: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { "sec-fetch-site": "cross-site" },
  ];
  for (const headers of foreign) {
    const response = await visitor.request("/ad/swiper/1/click", { method: "POST", headers });
    expect(response.status).toBe(403);
    expect(await response.text()).toBe("请求来源不被允许");
  }
});

test("request bodies must declare a length, which is limited", async () => {
  const visitor = running.site.visit();
  const body = new Blob(["x".repeat(20)]).stream();
  const chunked = { method: "POST", body, duplex: "half" } as RequestInit;
  expect((await visitor.request("/ad/swiper/1/click", chunked)).status).toBe(411);
  const huge = { method: "POST", headers: { "content-length": String(11 * 1024 * 1024) } };
  expect((await visitor.request("/ad/swiper/1/click", huge)).status).toBe(413);
});

test("pages are compressed while they stream", async () => {
  const response = await running.site
    .visit()
    .request("/", { headers: { "accept-encoding": "gzip" } });
  expect(response.headers.get("content-encoding")).toBe("gzip");
  expect(response.headers.get("vary")).toContain("accept-encoding");
  const html = gunzipSync(Buffer.from(await response.arrayBuffer())).toString();
  expect(html).toContain("</html>");
});

test("health reports that the process is alive, readiness that the upstream answers", async () => {
  expect((await running.site.visit().request("/healthz")).status).toBe(200);
  expect((await running.site.visit().request("/readyz")).status).toBe(200);
  await using lonely = await startSite(
    { ...running.upstream.forSite, url: "http://127.0.0.1:9" },
    { timeoutMs: 500 },
  );
  expect((await lonely.visit().request("/healthz")).status).toBe(200);
  expect((await lonely.visit().request("/readyz")).status).toBe(503);
});

test("ad clicks are counted by their own slot's call", async () => {
  const visitor = running.site.visit();
  const html = await visitor.read("/");
  expect(html).toContain('target="_blank"');
  expect((await visitor.request("/ad/nowhere/1/click", { method: "POST" })).status).toBe(404);
  expect((await visitor.request("/ad/swiper/999999/click", { method: "POST" })).status).toBe(204);
});

test("security.txt names the contact if the operator sets one", async () => {
  const contact = "mailto:security@example.com";
  await using site = await startSite(running.upstream.forSite, { securityContact: contact });
  const answer = await site.visit().request("/.well-known/security.txt");
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
  const text = await answer.text();
  expect(text).toContain(`Contact: ${contact}\n`);
  const [, expires = ""] = /^Expires: (.*)$/m.exec(text) ?? [];
  expect(Date.parse(expires)).toBeGreaterThan(Date.now());
  expect((await running.site.visit().request("/.well-known/security.txt")).status).not.toBe(200);
});
