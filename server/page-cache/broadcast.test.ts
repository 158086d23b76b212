import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createBroadcast } from "./broadcast.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const read = async (stream: ReadableStream<Uint8Array>) =>
  Buffer.from(await new Response(stream).arrayBuffer());

test("a late reader gets everything from the first byte on", async () => {
  const page = createBroadcast();
  page.push(bytes("one "));
  const early = page.follow().getReader();
  expect(Buffer.from((await early.read()).value ?? []).toString()).toBe("one ");
  page.push(bytes("two "));
  const late = page.follow().getReader();
  expect(Buffer.from((await late.read()).value ?? []).toString()).toBe("one ");
  page.push(bytes("three"));
  page.end();
  late.releaseLock();
  early.releaseLock();
  expect((await read(page.follow())).toString()).toBe("one two three");
});

test("compressed streams can be decoded, even if reading starts before all data is there", async () => {
  const page = createBroadcast();
  const streams = [page.follow("br"), page.follow("gzip"), page.follow("br")] as const;
  page.push(bytes("片段一"));
  setTimeout(() => {
    page.push(bytes("片段二"));
    page.end();
  }, 5);
  const [br, gzip, again] = await Promise.all(streams.map(read));
  for (const text of [brotliDecompressSync(br ?? ""), gunzipSync(gzip ?? "")]) {
    expect(text.toString()).toBe("片段一片段二");
  }
  expect(again).toEqual(br);
});

test("a cancelled reader does not stop the others", async () => {
  const page = createBroadcast();
  const cancelled = page.follow();
  const other = read(page.follow());
  await cancelled.cancel();
  page.push(bytes("all"));
  page.end();
  expect((await other).toString()).toBe("all");
});

test.each([undefined, "br"] as const)(
  "an error is passed on to all readers (encoding: %s)",
  async (encoding) => {
    const page = createBroadcast();
    const reading = read(page.follow(encoding));
    page.push(bytes("half"));
    page.end(new Error("broken"));
    await expect(reading).rejects.toThrow();
  },
);
