import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { UpstreamFault } from "./errors.ts";
import type { Call } from "./exchange.ts";
import { type CallReport, createTransport } from "./transport.ts";

/** In milliseconds; reached only if a test fails. */
const TIMEOUT_MS = 30_000;

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of cleanups.splice(0).reverse()) await end();
});

type Answer = (response: ServerResponse, attempt: number) => void;
const ok: Answer = (response) => response.end("{}");

/** Starts a server that calls the current `answer`; probes do not count as attempts. */
async function serve(answer: Answer, port = 0) {
  const state = { answer, attempts: 0 };
  const listening = createServer((request, response) => {
    if (request.url?.endsWith("/probe")) return state.answer(response, -1);
    state.attempts += 1;
    state.answer(response, state.attempts);
  });
  await new Promise<void>((resolve) => listening.listen(port, "127.0.0.1", resolve));
  const stop = async () => {
    listening.closeAllConnections();
    await new Promise((resolve) => listening.close(resolve));
  };
  cleanups.push(stop);
  const { port: bound } = listening.address() as AddressInfo;
  return { state, stop, port: bound, url: `http://127.0.0.1:${bound}/base/` };
}

const callOf = (more: Partial<Call> = {}): Call => ({
  name: "video.test",
  method: "POST",
  path: "/x",
  headers: {},
  body: "{}",
  repeatable: true,
  ...more,
});

function transportTo(baseUrls: string[], timeoutMs = TIMEOUT_MS) {
  const reports: CallReport[] = [];
  const probe = { call: callOf({ name: "probe", path: "/probe" }), read: JSON.parse };
  const onCall = (report: CallReport) => void reports.push(report);
  const transport = createTransport({ baseUrls, timeoutMs, probe, onCall });
  cleanups.push(() => transport.close());
  const send = (more: Partial<Call> = {}) => transport.send(callOf(more), (body) => body);
  return { transport, reports, read: send, write: () => send({ repeatable: false }), send };
}

async function upstream(answer: Answer, timeoutMs?: number) {
  const { state, url } = await serve(answer);
  return { seen: state, ...transportTo([url], timeoutMs) };
}

describe("one server", () => {
  test("the body of a good answer is returned, and the call is reported", async () => {
    const { read, reports } = await upstream((response) => response.end('{"code":0}'));
    expect(await read()).toBe('{"code":0}');
    expect(reports).toEqual([expect.objectContaining({ name: "video.test", outcome: "ok" })]);
  });

  test.each([
    [500, /^video\.test: HTTP status 500\. Look at the upstream's own log\.$/],
    [401, /Check UPSTREAM_SECURITY_HEADER/],
    [404, /Check the path in UPSTREAM_URL/],
  ])("status %i is a fault that says what to do, and is not retried", async (status, advice) => {
    const { seen, read } = await upstream((response) => response.writeHead(status).end("no"));
    await expect(read()).rejects.toThrow(advice);
    expect(seen.attempts).toBe(1);
  });

  test.each<[string, Answer]>([
    ["a broken connection", (response) => response.destroy()],
    [
      "half an answer",
      (response) => {
        response.writeHead(200, { "content-length": "100" }).write("{");
        setTimeout(() => response.destroy(), 20);
      },
    ],
    ["a server that says 502", (response) => response.writeHead(502).end()],
    ["a server that says 503", (response) => response.writeHead(503).end()],
  ])("a read is retried twice after %s, but a write is not", async (_title, fault) => {
    const flaky = await upstream((response, attempt) => (attempt < 3 ? fault : ok)(response, 0));
    expect(await flaky.read()).toBe("{}");
    expect(flaky.seen.attempts).toBe(3);

    const broken = await upstream(fault);
    await expect(broken.read()).rejects.toThrow(UpstreamFault);
    expect(broken.seen.attempts).toBe(3);
    await expect(broken.write()).rejects.toThrow(UpstreamFault);
    expect(broken.seen.attempts).toBe(4);
  });

  test.each<[string, Answer]>([
    ["never answers", () => {}],
    [
      "sends its body forever",
      (response) => void setInterval(() => response.write(" "), 20).unref(),
    ],
  ])("an upstream that %s is aborted at the deadline", async (_title, answer) => {
    const { seen, read } = await upstream(answer, 200);
    await expect(read()).rejects.toThrow(/^video\.test: no answer within 200 ms\./);
    expect(seen.attempts).toBe(1);
  });

  test("an answer above the size limit is aborted", async () => {
    const { read } = await upstream((response) => response.end(Buffer.alloc(9 * 1024 * 1024, 32)));
    await expect(read()).rejects.toThrow(/over 8388608 bytes/);
  });

  test("64 calls run, 256 wait, and the next fails at once without being sent", async () => {
    const waiting: ServerResponse[] = [];
    const { seen, read, transport } = await upstream((response) => void waiting.push(response));
    const calls = Array.from({ length: 320 }, () => read());
    await vi.waitFor(() => expect(seen.attempts).toBe(64), TIMEOUT_MS);
    expect(transport.health()[0]).toMatchObject({ running: 64, waiting: 256, open: false });
    await expect(read()).rejects.toThrow(/256 calls are already waiting/);
    expect(seen.attempts).toBe(64);
    seen.answer = ok;
    for (const response of waiting) response.end("{}");
    expect(await Promise.all(calls)).toHaveLength(320);
  });
});

describe("the breaker", () => {
  const fail: Answer = (response) => response.writeHead(500).end();
  const failFiveTimes = async (send: ReturnType<typeof transportTo>["send"]) => {
    for (const name of ["a", "b", "a", "b", "a"]) await send({ name }).catch(() => undefined);
  };

  test("opens after five faults in a row, lets calls fail at once, and closes when the server is back", async () => {
    const { seen, send, transport } = await upstream(fail);
    await failFiveTimes(send);
    expect(transport.health()[0]).toMatchObject({ open: true, faults: 5 });
    await expect(send()).rejects.toThrow(/the upstream is down; it is probed at least every 2 s/);
    expect(seen.attempts).toBe(5);

    seen.answer = ok;
    await vi.waitFor(() => expect(transport.health()[0]?.open).toBe(false), TIMEOUT_MS);
    expect(await send()).toBe("{}");
  });

  test("a hanging probe does not delay the recovery", async () => {
    const { seen, send, transport } = await upstream(fail, 60_000);
    seen.answer = (response, attempt) => (attempt < 0 ? undefined : fail(response, attempt));
    await failFiveTimes(send);
    seen.answer = ok;
    await vi.waitFor(() => expect(transport.health()[0]?.open).toBe(false), TIMEOUT_MS);
  });

  test("stays closed while only one call fails, unless the probe fails too", async () => {
    const { seen, send, transport } = await upstream((response, attempt) =>
      (attempt < 0 ? ok : fail)(response, attempt),
    );
    for (let times = 0; times < 12; times += 1) await send().catch(() => undefined);
    expect(transport.health()[0]?.open).toBe(false);
    seen.answer = fail;
    for (let times = 0; times < 6; times += 1) await send().catch(() => undefined);
    await vi.waitFor(() => expect(transport.health()[0]?.open).toBe(true), TIMEOUT_MS);
  });

  test("stays closed if there is a good answer between bad ones", async () => {
    const { seen, send, transport } = await upstream(fail);
    for (const name of ["a", "b", "a", "b"]) await send({ name }).catch(() => undefined);
    seen.answer = ok;
    await send();
    seen.answer = fail;
    for (const name of ["a", "b", "a", "b"]) await send({ name }).catch(() => undefined);
    expect(transport.health()[0]).toMatchObject({ open: false, faults: 4 });
  });
});

describe("several servers", () => {
  test("the first healthy server gets every call", async () => {
    const [first, second] = [await serve(ok), await serve(ok)];
    const { read, write } = transportTo([first.url, second.url]);
    for (let calls = 0; calls < 5; calls += 1) await Promise.all([read(), write()]);
    expect([first.state.attempts, second.state.attempts]).toEqual([10, 0]);
  });

  test.each<[string, Answer]>([
    ["breaks off", (response) => response.destroy()],
    ["fails", (response) => response.writeHead(500).end()],
    ["hangs", () => {}],
  ])("reads, but not writes, use the second server if the first %s", async (_title, fault) => {
    const [first, second] = [await serve(fault), await serve(ok)];
    const { read, write } = transportTo([first.url, second.url], 600);
    expect(await read()).toBe("{}");
    await expect(write()).rejects.toThrow(UpstreamFault);
    expect([first.state.attempts, second.state.attempts]).toEqual([2, 1]);
  });

  test("a write is retried on the second server only if it cannot have reached the first", async () => {
    const [first, second] = [await serve(ok), await serve(ok)];
    const { write } = transportTo([first.url, second.url]);
    await first.stop();
    expect(await write()).toBe("{}");
    expect(second.state.attempts).toBe(1);
  });

  test("an unreadable answer of the first server is requested from the second", async () => {
    const [first, second] = [await serve((response) => response.end("<html>")), await serve(ok)];
    const { transport } = transportTo([first.url, second.url]);
    const parse = (body: string) => {
      if (body.startsWith("<")) throw new UpstreamFault("no JSON", { kind: "unreadable" });
      return body;
    };
    expect(await transport.send(callOf(), parse)).toBe("{}");
  });

  test("a failed first server is skipped, and used again when it is back", async () => {
    const [first, second] = [await serve(ok), await serve(ok)];
    const { send, transport, reports } = transportTo([first.url, second.url]);
    await first.stop();
    for (const name of ["a", "b", "a", "b", "a"]) expect(await send({ name })).toBe("{}");
    expect(transport.health().map(({ open }) => open)).toEqual([true, false]);
    reports.length = 0;
    await send();
    expect(reports.map(({ base }) => base)).toEqual([second.url.slice(0, -1)]);

    const back = await serve(ok, first.port);
    await vi.waitFor(() => expect(transport.health()[0]?.open).toBe(false), TIMEOUT_MS);
    await send();
    expect(back.state.attempts).toBe(1);
  });
});
