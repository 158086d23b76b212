import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { Agent } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { UpstreamFault } from "../../../server/upstream-client/errors.ts";
import { exchange, MAX_ANSWER } from "../../../server/upstream-client/exchange.ts";
import { listen } from "../../support/servers/listen.ts";

const call = {
  name: "video.test",
  method: "GET",
  path: "/",
  headers: {},
  repeatable: true,
} as const;

async function ask(body: Buffer, headers: Record<string, string> = {}) {
  const server = await listen((_request, response) => response.writeHead(200, headers).end(body));
  const agent = new Agent();
  onTestFinished(async () => {
    await agent.destroy();
    await server.stop();
  });
  return exchange(server.url, call, agent, AbortSignal.timeout(10_000));
}

const text = JSON.stringify({ code: 0, data: "云海日出".repeat(50) });
const bytes = Buffer.from(text);
// 云海 in GB 18030
const inGb = Buffer.from([0x22, 0xd4, 0xc6, 0xba, 0xa3, 0x22]);

test.each<[string, Buffer, Record<string, string>, string]>([
  ["plain", bytes, {}, text],
  ["gzip with its header", gzipSync(bytes), { "content-encoding": "gzip" }, text],
  ["gzip without", gzipSync(bytes), {}, text],
  [
    "gzip in two members",
    Buffer.concat([gzipSync(text.slice(0, 9)), gzipSync(text.slice(9))]),
    {},
    text,
  ],
  ["deflate with its header", deflateSync(bytes), { "content-encoding": "deflate" }, text],
  ["deflate without", deflateSync(bytes, { level: 9 }), {}, text],
  ["raw deflate", deflateRawSync(bytes), { "content-encoding": "deflate" }, text],
  ["brotli", brotliCompressSync(bytes), { "content-encoding": "br" }, text],
  ["a header that is not true: gzip", bytes, { "content-encoding": "gzip" }, text],
  ["a header that is not true: deflate", bytes, { "content-encoding": "deflate" }, text],
  ["a header that is not true: br", bytes, { "content-encoding": "br" }, text],
  ["nothing", Buffer.alloc(0), { "content-encoding": "gzip" }, ""],
  ["GBK that says so", inGb, { "content-type": "application/json; charset=GBK" }, '"云海"'],
  ["UTF-8 that says GBK", bytes, { "content-type": "application/json; charset=gbk" }, text],
])("%s", async (_what, body, headers, read) => expect(await ask(body, headers)).toBe(read));

test.each<[string, Buffer, Record<string, string>, RegExp]>([
  ["a bomb in gzip", gzipSync(Buffer.alloc(MAX_ANSWER + 1, 32)), {}, /is over 8388608 bytes/],
  [
    "a bomb in brotli",
    brotliCompressSync(Buffer.alloc(MAX_ANSWER + 1, 32)),
    { "content-encoding": "br" },
    /is over/,
  ],
  ["gzip that is cut off", gzipSync(bytes).subarray(0, -20), {}, /compression is damaged/],
])("%s is a fault", async (_what, body, headers, message) => {
  const answer = ask(body, headers);
  await expect(answer).rejects.toThrow(UpstreamFault);
  await expect(answer).rejects.toThrow(message);
});
