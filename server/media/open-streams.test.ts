import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createDownloader } from "../upstream-client/download.ts";
import { proxyMedia } from "./media-answer.ts";
import { createOpenStreams, openStreamLimits, type Reader } from "./open-streams.ts";

const CHUNK = Buffer.alloc(64 * 1024, 1);
/** Too large for buffers between origin and reader. */
const LENGTH = 64 * 1024 * 1024;

/** An origin that sends as fast as its client reads, and knows its open answers. */
const openAnswers = new Set<ServerResponse>();
const origin = createServer((_request, response) => {
  openAnswers.add(response);
  response.on("close", () => openAnswers.delete(response));
  response.writeHead(200, { "content-type": "video/mp4", "content-length": LENGTH });
  let left = LENGTH;
  const write = () => {
    while (left > 0 && !response.destroyed) {
      left -= CHUNK.length;
      if (!response.write(CHUNK)) return void response.once("drain", write);
    }
    response.end();
  };
  write();
});
const downloader = createDownloader({ timeoutMs: 5_000, trusts: () => true });
let url = "";

beforeAll(async () => {
  origin.listen(0, "127.0.0.1");
  await once(origin, "listening");
  url = `http://127.0.0.1:${(origin.address() as AddressInfo).port}/movie.mp4`;
});
afterAll(async () => {
  await downloader.close();
  origin.closeAllConnections();
  origin.close();
});

afterEach(() => void vi.restoreAllMocks());

const noMinimumRate = { bytes: 0, withinMs: 1_000_000 };
const network = { address: "203.0.113.9" };
const highLimits = { visitor: 100, address: 100, total: 100 };

/** A body that is read only on demand. */
async function begin(streams: ReturnType<typeof createOpenStreams>, reader: Partial<Reader>) {
  const who = { device: crypto.randomUUID(), address: "203.0.113.7", ...reader };
  const answer = await streams.open(who, new Request("http://site.test"), (request) =>
    proxyMedia(downloader, { url }, request),
  );
  const chunks = answer.body?.getReader();
  if (!chunks) throw new Error("no body");
  return chunks;
}

/** The same, after its first chunk. */
async function read(streams: ReturnType<typeof createOpenStreams>, reader: Partial<Reader> = {}) {
  const chunks = await begin(streams, reader);
  const next = () => chunks.read().then(({ value }) => value?.length ?? 0);
  await next();
  return {
    next,
    leave: () => chunks.cancel(),
    async rest() {
      let bytes = 0;
      for (let length = await next(); length > 0; length = await next()) bytes += length;
      return bytes;
    },
  };
}

const expectOpenAnswers = (count: number) => expect.poll(() => openAnswers.size).toBe(count);

describe("streams", () => {
  test.each([
    ["one visitor", { ...highLimits, visitor: 3 }, { device: "one" }, { device: "one" }],
    ["one network", { ...highLimits, address: 3 }, network, network],
    ["one network by default (half the total)", openStreamLimits(6), network, network],
    ["all visitors", { ...highLimits, total: 3 }, {}, { address: "198.51.100.1" }],
  ])("over the limit of %s evict the slowest", async (_whose, limits, reader, comer) => {
    const streams = createOpenStreams(limits, noMinimumRate, 0);
    const quick = await read(streams, reader);
    for (let piece = 0; piece < 20; piece += 1) await quick.next();
    const slow = [await read(streams, reader), await read(streams, reader)];
    await expectOpenAnswers(3);
    const next = await read(streams, comer);
    await expectOpenAnswers(3);
    const outcomes = await Promise.allSettled(slow.map((stream) => stream.rest()));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await quick.next()).toBeGreaterThan(0);
    await Promise.all([quick.leave(), next.leave()]);
    await expectOpenAnswers(0);
  });

  test("from a private address, as seen behind a proxy missing from the settings, have no network limit", async () => {
    const streams = createOpenStreams({ ...highLimits, address: 1 }, noMinimumRate);
    const both = [
      await read(streams, { address: "10.0.0.1" }),
      await read(streams, { address: "10.0.0.1" }),
    ];
    for (const stream of both) {
      expect(await stream.next()).toBeGreaterThan(0);
      await stream.leave();
    }
  });

  test("are evicted if their client stops reading", async () => {
    const streams = createOpenStreams(highLimits, { bytes: CHUNK.length, withinMs: 100 });
    const stopped = await read(streams);
    for (let piece = 0; piece < 20; piece += 1) await stopped.next();
    await expectOpenAnswers(0);
    await expect(stopped.rest()).rejects.toThrow();
  });

  test("are evicted if their client hardly reads, and release the origin's connection", async () => {
    const streams = createOpenStreams(highLimits, { bytes: 10 * 1024 * 1024, withinMs: 50 });
    const idle = await read(streams);
    await expectOpenAnswers(0);
    await expect(idle.rest()).rejects.toThrow();
  });
});

test("a stream that has just started is not the slowest", async () => {
  const streams = createOpenStreams({ ...highLimits, visitor: 2 }, noMinimumRate);
  const slow = await read(streams, { device: "one" });
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + 10_000);
  const begun = await begin(streams, { device: "one" });
  const next = await read(streams, { device: "one" });
  await expect(slow.rest()).rejects.toThrow();
  expect((await begun.read()).value?.length).toBeGreaterThan(0);
  await Promise.all([begun.cancel(), next.leave()]);
});

test("a stream evicted before it has a response is answered with 503 and Retry-After", async () => {
  const streams = createOpenStreams({ ...highLimits, visitor: 1 }, noMinimumRate);
  const reader = { device: "one", address: "203.0.113.7" };
  const reasons: unknown[] = [];
  const openStream = () =>
    streams.open(reader, new Request("http://site.test"), async ({ signal }) => {
      await once(signal, "abort");
      reasons.push(signal.reason);
      throw signal.reason;
    });
  const answers = [openStream(), openStream()];
  const next = await read(streams, reader);
  for (const { status, headers } of await Promise.all(answers))
    expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
  await next.leave();
  // undici retains the error until a connection is free, and a stack would retain the whole request: 30 KB each
  expect(reasons[1]).toBe(reasons[0]);
  expect(reasons[0]).not.toHaveProperty("stack");
});

test("three hundred stalled clients do not slow down another viewer", async () => {
  const streams = createOpenStreams(undefined, noMinimumRate);
  await Promise.allSettled(
    Array.from({ length: 300 }, (_, index) =>
      read(streams, { device: "one cookie", address: `203.0.113.${index % 200}` }),
    ),
  );
  await expect.poll(() => openAnswers.size).toBeLessThan(20);
  const viewer = await read(streams, { device: "another" });
  expect(await viewer.rest()).toBeGreaterThan(LENGTH / 2);
});

test("an evicted stream cancels the origin's body, even if the abort signal does not reach the origin request", async () => {
  const streams = createOpenStreams({ ...highLimits, visitor: 1 }, noMinimumRate);
  const reader = { device: "one", address: "203.0.113.7" };
  const cancelReasons: unknown[] = [];
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(CHUNK),
    cancel: (reason) => void cancelReasons.push(reason),
  });
  const answer = await streams.open(
    reader,
    new Request("http://site.test"),
    async () => new Response(body),
  );
  const next = await read(streams, reader);
  await expect(answer.arrayBuffer()).rejects.toThrow("was evicted");
  expect(cancelReasons).toHaveLength(1);
  await next.leave();
});
