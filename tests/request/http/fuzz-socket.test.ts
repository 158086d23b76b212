import { once } from "node:events";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { oddText } from "../../support/fuzz/random-texts.ts";
import { startSiteProgram } from "../../support/servers/program.ts";

/** Printed with a failure: the same seed sends the same requests. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
const INPUTS = 3_000;

/** Sends arbitrary bytes to the socket of the built program. */
let site: Awaited<ReturnType<typeof startSiteProgram>>;

beforeAll(async () => {
  site = await startSiteProgram({ TRUST_PROXY: "1" });
});
afterAll(() => site.stop());

const kept = ["/", "/category", "/cateInfo", "/taglist?type=30", "/sreach", "/_root.data"];
const line = (text: string) => text.replace(/[\r\n]/g, "%0a");
const target = fc
  .tuple(
    fc.oneof(fc.constantFrom(...kept, "//", "/..", "*", "http://evil.example/"), oddText),
    fc.oneof({ arbitrary: fc.constant(""), weight: 3 }, { arbitrary: oddText, weight: 1 }),
  )
  .map((parts) => line(parts.join("")));
const method = fc.constantFrom("GET", "GET", "GET", "HEAD", "POST", "OPTIONS", "TRACE", "get");
const value = (...likely: string[]) =>
  fc.oneof(fc.constantFrom(...likely), oddText).map((text) => line(text).slice(0, 2_000));
const headers = fc.record(
  {
    host: value("site.test", "", "a:b:c"),
    cookie: value("adult=1", "adult=1; visitor=x", "__Host-adult=1", ";;=;"),
    "accept-encoding": value("gzip", "br", "*;q=0", "gzip;q=x"),
    "if-none-match": value("*", '"x"', 'W/"x", "y"'),
    "x-forwarded-proto": value("https", "http,https"),
    accept: value("text/html", "*/*"),
  },
  { requiredKeys: ["host"] },
);

/** The answer's first line and the rest; undefined if the connection is closed without an answer. */
async function answerTo(head: string): Promise<string> {
  const socket = connect(Number(new URL(site.url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  socket.setTimeout(30_000, () => socket.destroy(new Error("no answer after 30 s")));
  await once(socket, "connect");
  socket.write(Buffer.from(head));
  const bytes = await buffer(socket).catch((error: Error) => Buffer.from(String(error)));
  return bytes.toString("latin1");
}

const internals = /node_modules|\bat \S+ \(|file:\/\/\/|UPSTREAM_|\bError: |ECONN/;

test("any bytes on the socket are answered or refused, and the server stays up", async () => {
  await fc.assert(
    fc.asyncProperty(method, target, headers, async (verb, address, more) => {
      const fields = Object.entries(more).map(([name, text]) => `${name}: ${text}`);
      const head = [`${verb} ${address} HTTP/1.1`, ...fields, "connection: close", "", ""];
      const answer = await answerTo(head.join("\r\n"));
      const [, status] = /^HTTP\/1\.1 (\d+)/.exec(answer) ?? [];
      expect(Number(status), answer.slice(0, 200)).toBeLessThan(500);
      expect(internals.exec(answer)?.[0]).toBeUndefined();
    }),
    { seed, numRuns: INPUTS },
  );
  const lines = site.output.out.split("\n").filter((one) => /"level":[56]0/.test(one));
  expect(lines).toEqual([]);
  expect(site.output.err).toBe("");
});

test("a connection that pipelines hundreds of requests is closed, and others are answered", async () => {
  const one = "GET /sreach HTTP/1.1\r\nhost: site.test\r\n\r\n";
  const answers = await answerTo(one.repeat(500));
  expect(answers.split("HTTP/1.1 200").length - 1).toBeLessThanOrEqual(2);
  expect(answers).not.toContain("no answer");
  expect((await fetch(new URL("/healthz", site.url))).status).toBe(200);
});
