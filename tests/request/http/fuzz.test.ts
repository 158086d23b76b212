import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { ServerBuild } from "@remix-run/server-runtime";
import fc from "fast-check";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCounters } from "../../../server/rate-limits/counters.ts";
import { type OddRequest, oddRequests } from "../../support/fuzz/random-requests.ts";
import { codeOf } from "../../support/members/accounts.ts";
import { memberOf } from "../../support/members/members.ts";
import { addressesIn, openVideo } from "../../support/members/playback.ts";
import { startSite } from "../../support/servers/site.ts";
import { startTestUpstream } from "../../support/servers/upstream.ts";

/** Printed with a failure: the same seed sends the same requests. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
/** The seed is fixed, so every run tries the same inputs. Set FUZZ_SEED and FUZZ_INPUTS to try others, and more. */
const INPUTS = Number(process.env.FUZZ_INPUTS ?? 2_000);
const LONGEST_MS = 30_000;
const HOUR_MS = 3_600_000;

const { routes } = (await import(
  new URL("../../../build/server/index.js", import.meta.url).href
)) as ServerBuild;
const patterns = Object.values(routes)
  .filter(
    ({ module, path, index }) =>
      (path || index) && (module.loader || module.action || module.default),
  )
  .map(({ path = "" }) => path);

let upstream: Awaited<ReturnType<typeof startTestUpstream>>;
let site: Awaited<ReturnType<typeof startSite>>;
const faults: string[] = [];
const rejections: unknown[] = [];
const note = (reason: unknown) => void rejections.push(reason);
const cookies: string[] = ["", "adult=1"];
const real: Record<string, string[]> = {};

beforeAll(async () => {
  process.on("unhandledRejection", note);
  upstream = await startTestUpstream();
  const log = pino({ level: "error" }, { write: (line: string) => faults.push(line) });
  site = await startSite(upstream.forSite, { log });
  // an hour passes between counted requests, so that no rate limit hides a fault
  let now = 0;
  const later = () => {
    now += HOUR_MS;
    return now;
  };
  Object.assign(site.services.counters, createCounters(later));
  for (const vip of [false, false, true]) await welcome(vip);
});
afterAll(async () => {
  await site.stop();
  await upstream.stop();
  process.off("unhandledRejection", note);
});

/** A visitor whose cookie and sealed addresses are used in inputs, by themselves and by others. */
async function welcome(vip: boolean) {
  const visitor = site.visit();
  const code = await codeOf(visitor);
  if (vip) await memberOf(upstream.db, code).makeVip();
  cookies.push([...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
  const [episode] = await openVideo(upstream.db, visitor, 130001);
  const master = episode?.address ?? "";
  const image = site.services.images.address("/covers/mist-130001.svg").split("/").pop() ?? "";
  real["stream/:sealed/:file"] = [
    "index.m3u8",
    "media",
    ...addressesIn(await visitor.read(master)).flatMap(piecesOf),
  ];
  real["stream/:video/:source/:episode/:file"] = piecesOf(master);
  real["image/:sealed"] = [image];
  real["ad/:place/:id/click"] = ["swiper", "popup", "play", "mine"];
  real["cashier/*"] = ["style.css", "0123456789abcdef", "0123456789abcdef/pay"];
}
const piecesOf = (address: string) => address.split("/").slice(2);

/** Texts that only the site's operator may see. */
const internals =
  /node_modules|\bat \S+ \(|file:\/\/\/|\.(ts|js):\d+:\d+|(?<!\w)\/(tmp|work|home|root)\/|UPSTREAM_|SESSION_SECRET|\b(?!Sanitized)[A-Z]\w*Error\b|\bError: |ECONN|127\.0\.0\.1|localhost/;

const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: (bytes) => gunzipSync(bytes),
  br: (bytes) => brotliDecompressSync(bytes),
};

async function answerTo({ path, method, headers, body }: OddRequest) {
  const sent = site.send(path, { method, headers, ...(body && { body: new Uint8Array(body) }) });
  const late = new Promise<never>((_, fail) => {
    setTimeout(() => fail(new Error(`no answer after ${LONGEST_MS} ms`)), LONGEST_MS).unref();
  });
  const answer = await Promise.race([sent, late]);
  const bytes = Buffer.from(await Promise.race([answer.arrayBuffer(), late]));
  const decode = decoders[answer.headers.get("content-encoding") ?? ""] ?? ((same) => same);
  return { answer, text: (bytes.length > 0 ? decode(bytes) : bytes).toString() };
}

/** The faults of an answer; normally none. */
async function complaint(request: OddRequest): Promise<string | undefined> {
  const { answer, text } = await answerTo(request);
  const { status } = answer;
  const told = [...answer.headers].flat().join("\n") + withoutEcho(text, request);
  const [leak] = internals.exec(told) ?? [];
  if (status >= 500) return `status ${status}: ${text.slice(0, 200)}`;
  if (leak) return `tells of ${leak}: …${told.slice(told.indexOf(leak), told.indexOf(leak) + 200)}`;
  if (answer.headers.has("evil")) return "the request wrote a header";
  if (faults.length > 0) return `a fault of our own: ${faults.join("")}`;
  const html = answer.headers.get("content-type")?.startsWith("text/html");
  const whole = text.includes('<html lang="zh-CN"') && text.includes("</html>");
  if (html && request.method !== "HEAD" && text && !whole)
    return `half a page: ${status} ${text.slice(0, 300)}`;
  const readable = !html || /[\u4e00-\u9fff]{2}/.test(text);
  return readable || !text ? undefined : "a page without words";
}

const withoutEcho = (text: string, { path }: OddRequest) => text.replaceAll(path, "");

test.each(patterns)("any request to /%s gets a readable answer", async (pattern) => {
  const requests = oddRequests(pattern, real[pattern] ?? [], cookies);
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      faults.length = 0;
      expect(await complaint(request)).toBeUndefined();
    }),
    { seed, numRuns: Math.ceil(INPUTS / patterns.length) },
  );
});

test("no promise rejection was left unhandled", () => {
  expect(patterns.length).toBeGreaterThan(35);
  expect(rejections).toEqual([]);
});
