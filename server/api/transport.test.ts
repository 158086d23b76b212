import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { UpstreamFault } from "./errors.ts";
import { createTransport } from "./transport.ts";

const opened: { server: Server; close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const { server, close } of opened.splice(0)) {
    await close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

type Answer = (response: ServerResponse, attempt: number) => void;

async function upstream(answer: Answer, timeoutMs = 2_000) {
  const seen = { attempts: 0 };
  const server = createServer((_request, response) => {
    seen.attempts += 1;
    answer(response, seen.attempts);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const transport = createTransport({ baseUrl: `http://127.0.0.1:${port}/base/`, timeoutMs });
  opened.push({ server, close: () => transport.close() });
  const send = (repeatable: boolean) =>
    transport.send({
      name: "video.test",
      method: "POST",
      path: "/x",
      headers: {},
      body: "{}",
      repeatable,
    });
  return { seen, send };
}

test("the body of a good answer comes back", async () => {
  const { send } = await upstream((response) => response.end('{"code":0}'));
  expect(await send(true)).toBe('{"code":0}');
});

test("a status other than 2xx is a fault", async () => {
  const { send } = await upstream((response) => response.writeHead(502).end("bad gateway"));
  await expect(send(true)).rejects.toThrow(new UpstreamFault("video.test: HTTP status 502."));
});

test("a read goes out again once after a broken connection", async () => {
  const { seen, send } = await upstream((response, attempt) =>
    attempt === 1 ? response.destroy() : response.end("{}"),
  );
  expect(await send(true)).toBe("{}");
  expect(seen.attempts).toBe(2);
});

test("a write never goes out twice", async () => {
  const { seen, send } = await upstream((response) => response.destroy());
  await expect(send(false)).rejects.toThrow(UpstreamFault);
  expect(seen.attempts).toBe(1);
});

test.each<[string, Answer]>([
  ["never answers", () => {}],
  ["sends its body forever", (response) => void setInterval(() => response.write(" "), 20).unref()],
])("an upstream that %s ends at the deadline", async (_title, answer) => {
  const { seen, send } = await upstream(answer, 200);
  await expect(send(true)).rejects.toThrow("video.test: no answer within 200 ms.");
  expect(seen.attempts).toBe(1);
});

test("an answer over the limit is broken off", async () => {
  const { send } = await upstream((response) => response.end(Buffer.alloc(9 * 1024 * 1024, 32)));
  await expect(send(true)).rejects.toThrow(/over 8388608 bytes/);
});
