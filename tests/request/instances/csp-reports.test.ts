import { pino } from "pino";
import { expect, test } from "vitest";
import { createMetrics } from "../../../server/observability/metrics.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const lines: string[] = [];
const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
const metrics = createMetrics();
const running = siteForThisFile({ metrics, log, trustProxy: 1 });

const report = (effectiveDirective: string, blockedURL: unknown, more: object = {}) => ({
  type: "csp-violation",
  age: 12,
  url: "https://site.test/videoinfo?id=100301",
  user_agent: "Mozilla/5.0",
  body: {
    ...{ effectiveDirective, blockedURL, disposition: "enforce", statusCode: 200 },
    ...{ documentURL: "https://site.test/sreinfo?searchStr=moonlight", sample: "alert('secret')" },
    ...more,
  },
});

function send(body: unknown, from = "203.0.113.1", path = "/csp-report") {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return running.site.send(path, {
    method: "POST",
    headers: {
      "content-type": "application/reports+json",
      "content-length": String(Buffer.byteLength(text)),
      "x-forwarded-for": from,
    },
    body: text,
  });
}

const counted = async (directive: string) =>
  Number(
    new RegExp(`site_csp_violations_total\\{directive="${directive}"\\} (\\d+)`).exec(
      (await metrics.page()).text,
    )?.[1] ?? 0,
  );

test("every answer names the endpoint of reports, and the policy uses it", async () => {
  for (const path of ["/", "/mine", "/favicon.svg", "/nowhere"]) {
    const { headers } = await running.site.send(path, { redirect: "manual" });
    expect(headers.get("reporting-endpoints"), path).toBe('csp="/csp-report"');
    expect(headers.get("content-security-policy"), path).toMatch(/; report-to csp$/);
  }
});

test("reports are counted by directive, and each directive is logged once, without data about visitors", async () => {
  const address = "https://ads.example/banner.js?member=83920174";
  const answer = await send([report("script-src-elem", address), report("img-src", "inline")]);
  expect(answer.status).toBe(204);
  await send([report("script-src-elem", "https://other.example/x.js")]);
  expect([await counted("script-src-elem"), await counted("img-src")]).toEqual([2, 1]);
  const entries = lines
    .filter((line) => line.includes('"directive"'))
    .map((line) => JSON.parse(line));
  expect(entries).toMatchObject([
    { directive: "script-src-elem", blocked: "https://ads.example" },
    { directive: "img-src", blocked: "inline" },
  ]);
  expect(lines.join("")).not.toMatch(/83920174|moonlight|secret|203\.0\.113|Mozilla/);
});

test("all directives that the policy does not contain share one label", async () => {
  await send([report("made-up-1", 'x"}\n'), report("made-up-2", 7)]);
  expect(await counted("other")).toBe(2);
  expect((await metrics.page()).text).not.toContain("made-up");
});

test.each([
  ["no JSON", "{"],
  ["no list", {}],
  ["another report", [{ type: "deprecation", body: {} }]],
  ["a hundred and one", Array.from({ length: 101 }, () => report("img-src", "inline"))],
])("%s is refused", async (_what, body) => {
  const before = await counted("img-src");
  expect((await send(body, "203.0.113.2")).status).toBe(400);
  expect(await counted("img-src")).toBe(before);
});

test("a large body, and a network that reports too often, are refused", async () => {
  expect((await send(" ".repeat(270_000), "203.0.113.3")).status).toBe(413);
  const statuses = [];
  for (let count = 0; count < 61; count += 1) statuses.push((await send([], "203.0.113.4")).status);
  expect([statuses[0], statuses.at(-2), statuses.at(-1)]).toEqual([204, 204, 429]);
  expect((await send([], "203.0.113.5")).status).toBe(204);
});
