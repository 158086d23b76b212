import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as pass } from "node:timers/promises";

/** For so many seconds a line carries so many bits a second; 0 is a tunnel. */
export interface Stretch {
  seconds: number;
  bitsPerSecond: number;
}

/** Bytes are let through this often, in milliseconds. */
const TICK_MS = 20;
/** What a line holds at most that nobody takes, in seconds of its speed. */
const BURST_SECONDS = 0.1;
/** From one end to the other and back, in milliseconds. */
const ROUND_TRIP_MS = 60;
const CHUNK = 1_460;

/**
 * A line in front of a server: its connections share what it carries at the moment towards the visitor, and each
 * request waits for a round trip. The trace begins with `begin()`; its last stretch stays.
 */
export async function startShapedLine(server: string, trace: Stretch[]) {
  const { hostname, port } = new URL(server);
  const sockets = new Set<Socket>();
  /** In the order of their turns. */
  const waiting = new Map<Socket, Buffer>();
  let began: number | undefined;
  let allowance = 0;

  function bitsPerSecond() {
    let seconds = began === undefined ? 0 : (performance.now() - began) / 1_000;
    const found = trace.find((stretch) => {
      seconds -= stretch.seconds;
      return seconds < 0;
    });
    return (found ?? trace.at(-1))?.bitsPerSecond ?? 0;
  }

  /** One chunk of each connection in turn, as far as the allowance goes. */
  function letThrough() {
    const bytesPerSecond = bitsPerSecond() / 8;
    allowance = Math.min(
      allowance + (bytesPerSecond * TICK_MS) / 1_000,
      Math.max(CHUNK, bytesPerSecond * BURST_SECONDS),
    );
    for (const [socket, bytes] of waiting) {
      if (allowance < CHUNK) return;
      allowance -= Math.min(CHUNK, bytes.length);
      socket.write(bytes.subarray(0, CHUNK));
      waiting.delete(socket);
      // at the end of the queue, which this loop comes to as well
      if (bytes.length > CHUNK) waiting.set(socket, bytes.subarray(CHUNK));
    }
  }
  const timer = setInterval(letThrough, TICK_MS);

  const line = createServer((visitor) => {
    const site = connect(Number(port), hostname);
    for (const socket of [visitor, site]) {
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    }
    visitor.on("data", async (bytes) => {
      await pass(ROUND_TRIP_MS);
      site.write(bytes);
    });
    site.on("data", (bytes) => {
      const before = waiting.get(visitor);
      waiting.set(visitor, before ? Buffer.concat([before, bytes]) : bytes);
    });
    visitor.on("close", () => site.destroy());
    site.on("end", () => {
      const close = () => (waiting.has(visitor) ? setTimeout(close, TICK_MS) : visitor.end());
      close();
    });
  });
  await new Promise<void>((resolve) => line.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    begin() {
      began = performance.now();
    },
    async stop() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => line.close(resolve));
    },
  };
}
