import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { limitPipelining } from "./pipelining.ts";

/** A connection to a server that answers when the test ends its responses. */
async function connection() {
  const started: ServerResponse[] = [];
  const server = createServer(limitPipelining((_request, response) => void started.push(response)));
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
    started,
    send: (times: number) => socket.write("GET / HTTP/1.1\r\nhost: a.test\r\n\r\n".repeat(times)),
    answered: () => answers.split("HTTP/1.1 200").length - 1,
    closed: once(socket, "close"),
  };
}

test("a connection that pipelines hundreds of requests is closed, and at most two of them are started", async () => {
  const { send, started, closed } = await connection();
  send(500);
  await closed;
  expect(started.length).toBeLessThanOrEqual(2);
});

test("a connection may send any number of requests one by one, and one before the last is answered", async () => {
  const { send, started, answered } = await connection();
  for (let answer = 1; answer <= 20; answer += 1) {
    send(1);
    await expect.poll(() => started.length).toBe(answer);
    started.at(-1)?.end();
    await expect.poll(answered).toBe(answer);
  }
  send(2);
  await expect.poll(() => started.length).toBe(22);
  for (const response of started.slice(20)) response.end();
  await expect.poll(answered).toBe(22);
});
