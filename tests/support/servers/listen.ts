import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { disposable } from "../disposable.ts";

/** Starts an HTTP server on loopback. */
export async function listen(answer: RequestListener, host = "127.0.0.1") {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return disposable({
    url: `http://${host}:${port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
