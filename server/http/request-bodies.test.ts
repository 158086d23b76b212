import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { Hono } from "hono";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limitRequestBodies } from "./request-bodies.ts";

const KB = 1024;
const MB = 1024 * KB;
const FILES = { "content-type": "Multipart/Form-Data; boundary=x" };

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** A host that accepts 16 MB of files and holds every body until released. */
function hostThatHoldsBodies() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const host = new Hono<{ Variables: { url: URL; address: string } }>();
  host.use(async (c, next) => {
    c.set("url", new URL(c.req.url));
    c.set("address", c.req.header("x-address") ?? "");
    await next();
  });
  host.use(limitRequestBodies(16 * MB));
  host.all("*", async (c) => {
    await held;
    return c.text("taken");
  });
  /** The status of a POST with this Content-Length; "held" while it is being received. */
  async function post(
    path: string,
    length: number | undefined,
    headers: Record<string, string> = {},
    address = "203.0.113.1",
    env?: { incoming: IncomingMessage },
  ): Promise<number | "held"> {
    const init = {
      method: "POST",
      headers: {
        "x-address": address,
        ...(length !== undefined && { "content-length": String(length) }),
        ...headers,
      },
      body: "a",
    };
    const answer = Promise.resolve(host.request(path, init, env)).then(({ status }) => status);
    return Promise.race([answer, new Promise<"held">((resolve) => setImmediate(resolve, "held"))]);
  }
  return { post, release };
}

test("a body is refused if it has no length or is too long for its kind", async () => {
  const { post } = hostThatHoldsBodies();
  expect(await post("/feed", undefined)).toBe(411);
  expect(await post("/feed", 256 * KB + 1)).toBe(413);
  expect(await post("/feed", 256 * KB)).toBe("held");
  expect(await post("/playback", 2 * KB + 1)).toBe(413);
  expect(await post("/playback.data", 2 * KB + 1)).toBe(413);
  expect(await post("/playback", 2 * KB)).toBe("held");
  expect(await post("/playbacks", 2 * KB + 1)).toBe("held");
  expect(await post("/upload", 10 * MB + 1, FILES)).toBe(413);
});

test("files are accepted only at upload addresses", async () => {
  const { post } = hostThatHoldsBodies();
  for (const path of ["/upload", "/upload.data", "/service", "/service.data"]) {
    expect(await post(path, 1, FILES), path).toBe("held");
  }
  for (const path of ["/feed", "/uploads", "/x/upload", "/playback"]) {
    expect(await post(path, 1, FILES), path).toBe(415);
  }
});

test("one network may use half of the budget for files, all networks together the whole; forms have their own budget", async () => {
  const { post, release } = hostThatHoldsBodies();
  expect(await post("/upload", 8 * MB, FILES, "2001:db8:1:2::3")).toBe("held");
  expect(await post("/upload", 1, FILES, "2001:db8:1:2:ffff::9")).toBe(503);
  expect(await post("/upload", 8 * MB, FILES, "203.0.113.2")).toBe("held");
  expect(await post("/upload", 1, FILES, "203.0.113.3")).toBe(503);
  expect(await post("/feed", KB, {}, "203.0.113.3")).toBe("held");

  release();
  await vi.waitFor(async () => {
    expect(await post("/upload", 8 * MB, FILES, "2001:db8:1:2::3")).toBe(200);
  });
});

test("visitors behind a proxy that is missing from the settings do not count as one network", async () => {
  const { post } = hostThatHoldsBodies();
  expect(await post("/upload", 8 * MB, FILES, "10.0.0.7")).toBe("held");
  expect(await post("/upload", 8 * MB, FILES, "10.0.0.7")).toBe("held");
  expect(await post("/upload", 1, FILES, "10.0.0.7")).toBe(503);
});

test("the connection of a body that does not arrive in time is closed, that of a complete body is not", async () => {
  const { post } = hostThatHoldsBodies();
  const [late, whole] = [new IncomingMessage(new Socket()), new IncomingMessage(new Socket())];
  whole.complete = true;
  for (const incoming of [late, whole]) {
    expect(await post("/playback", 1, {}, "", { incoming })).toBe("held");
  }
  vi.advanceTimersByTime(4_999);
  expect([late.destroyed, whole.destroyed]).toEqual([false, false]);
  vi.advanceTimersByTime(1);
  expect([late.destroyed, whole.destroyed]).toEqual([true, false]);
});
