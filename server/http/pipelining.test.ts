import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { limitPipelining } from "./pipelining.ts";

/** A server that answers on demand, and a connection to it. */
async function connection() {
  const begun: ServerResponse[] = [];
  const server = createServer(limitPipelining((_request, response) => void begun.push(response)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let answers = "";
  socket.on("data", (chunk: Buffer) => {
    answers += chunk;
  });
  socket.on("error", () => undefined);
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  return {
    begun,
    ask: (times: number) => socket.write("GET / HTTP/1.1\r\nhost: site.test\r\n\r\n".repeat(times)),
    answered: () => answers.split("HTTP/1.1 200").length - 1,
    closed: once(socket, "close"),
  };
}

test("a connection that pipelines hundreds of requests is closed, and few of them are started", async () => {
  const { ask, begun, closed } = await connection();
  ask(500);
  await closed;
  expect(begun.length).toBeLessThanOrEqual(2);
});

test("a connection may send any number of requests one after another, and one ahead", async () => {
  const { ask, begun, answered } = await connection();
  for (let answer = 1; answer <= 20; answer += 1) {
    ask(1);
    await expect.poll(() => begun.length).toBe(answer);
    begun.at(-1)?.end();
    await expect.poll(answered).toBe(answer);
  }
  ask(2);
  await expect.poll(() => begun.length).toBe(22);
  for (const response of begun.slice(20)) response.end();
  await expect.poll(answered).toBe(22);
});
