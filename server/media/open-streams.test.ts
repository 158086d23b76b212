import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createDownloader } from "../upstream-client/download.ts";
import { mediaAnswer } from "./media-answer.ts";
import { createOpenStreams, openStreamLimits, type Reader } from "./open-streams.ts";

const CHUNK = Buffer.alloc(64 * 1024, 1);
/** Too large for buffers between origin and reader. */
const LENGTH = 64 * 1024 * 1024;

/** An origin that sends as fast as its client reads, and counts its open answers. */
const open = new Set<ServerResponse>();
const origin = createServer((_request, response) => {
  open.add(response);
  response.on("close", () => open.delete(response));
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

const never = { bytes: 0, withinMs: 1_000_000 };
const many = { visitor: 100, address: 100, everybody: 100 };

/** A body that is read only on demand. */
async function begin(streams: ReturnType<typeof createOpenStreams>, reader: Partial<Reader>) {
  const who = { device: crypto.randomUUID(), address: "203.0.113.7", ...reader };
  const answer = await streams.open(who, new Request("http://site.test"), (request) =>
    mediaAnswer(downloader, { url }, request),
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

const openAtOrigin = (count: number) => expect.poll(() => open.size).toBe(count);

describe("slow streams", () => {
  test.each([
    ["a visitor", { ...many, visitor: 3 }, { device: "one" }, { device: "one" }],
    ["a network", { ...many, address: 3 }, { address: "203.0.113.9" }, { address: "203.0.113.9" }],
    ["half of all", openStreamLimits(6), { address: "203.0.113.9" }, { address: "203.0.113.9" }],
    ["all together", { ...many, everybody: 3 }, {}, { address: "198.51.100.1" }],
  ])("of %s are closed for a new one, the slowest first", async (_whose, limits, reader, comer) => {
    const streams = createOpenStreams(limits, never, 0);
    const quick = await read(streams, reader);
    for (let piece = 0; piece < 20; piece += 1) await quick.next();
    const slow = [await read(streams, reader), await read(streams, reader)];
    await openAtOrigin(3);
    const next = await read(streams, comer);
    await openAtOrigin(3);
    const outcomes = await Promise.allSettled(slow.map((stream) => stream.rest()));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await quick.next()).toBeGreaterThan(0);
    await Promise.all([quick.leave(), next.leave()]);
    await openAtOrigin(0);
  });

  test("behind an unconfigured proxy do not count as one network's", async () => {
    const streams = createOpenStreams({ ...many, address: 1 }, never);
    const both = [
      await read(streams, { address: "10.0.0.1" }),
      await read(streams, { address: "10.0.0.1" }),
    ];
    for (const stream of both) {
      expect(await stream.next()).toBeGreaterThan(0);
      await stream.leave();
    }
  });

  test("end when their reader stops", async () => {
    const streams = createOpenStreams(many, { bytes: CHUNK.length, withinMs: 100 });
    const stopped = await read(streams);
    for (let piece = 0; piece < 20; piece += 1) await stopped.next();
    await openAtOrigin(0);
    await expect(stopped.rest()).rejects.toThrow();
  });

  test("end when hardly anything is read, and release the origin's connection", async () => {
    const streams = createOpenStreams(many, { bytes: 10 * 1024 * 1024, withinMs: 50 });
    const idle = await read(streams);
    await openAtOrigin(0);
    await expect(idle.rest()).rejects.toThrow();
  });
});

test("a stream that has just begun is not the slowest", async () => {
  const streams = createOpenStreams({ ...many, visitor: 2 }, never);
  const slow = await read(streams, { device: "one" });
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + 10_000);
  const begun = await begin(streams, { device: "one" });
  const next = await read(streams, { device: "one" });
  await expect(slow.rest()).rejects.toThrow();
  expect((await begun.read()).value?.length).toBeGreaterThan(0);
  await Promise.all([begun.cancel(), next.leave()]);
});

test("a stream evicted before its response is refused for now", async () => {
  const streams = createOpenStreams({ ...many, visitor: 1 }, never);
  const reader = { device: "one", address: "203.0.113.7" };
  const reasons: unknown[] = [];
  const open = () =>
    streams.open(reader, new Request("http://site.test"), async ({ signal }) => {
      await once(signal, "abort");
      reasons.push(signal.reason);
      throw signal.reason;
    });
  const answers = [open(), open()];
  const next = await read(streams, reader);
  for (const { status, headers } of await Promise.all(answers))
    expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
  await next.leave();
  // undici retains the error until a connection is free, and a stack would retain the whole request: 30 KB each
  expect(reasons[1]).toBe(reasons[0]);
  expect(reasons[0]).not.toHaveProperty("stack");
});

test("three hundred stalled readers do not slow down another viewer", async () => {
  const streams = createOpenStreams(undefined, never);
  await Promise.allSettled(
    Array.from({ length: 300 }, (_, index) =>
      read(streams, { device: "one cookie", address: `203.0.113.${index % 200}` }),
    ),
  );
  await expect.poll(() => open.size).toBeLessThan(20);
  const viewer = await read(streams, { device: "another" });
  expect(await viewer.rest()).toBeGreaterThan(LENGTH / 2);
});

test("an evicted stream closes its connection to the origin, even where no signal reaches it", async () => {
  const streams = createOpenStreams({ ...many, visitor: 1 }, never);
  const reader = { device: "one", address: "203.0.113.7" };
  const left: unknown[] = [];
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(CHUNK),
    cancel: (reason) => void left.push(reason),
  });
  const answer = await streams.open(
    reader,
    new Request("http://site.test"),
    async () => new Response(body),
  );
  const next = await read(streams, reader);
  await expect(answer.arrayBuffer()).rejects.toThrow("gave way");
  expect(left).toHaveLength(1);
  await next.leave();
});
