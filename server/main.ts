import "./stop-signals.ts";
import { createServer } from "node:http";

/** Listen backlog, for bursts of connections during a render; Node's default is 511. */
const LISTEN_BACKLOG = 4_096;

const { getRequestListener } = await import("@hono/node-server");
const { limitPipelining } = await import("./http/pipelining.ts");
const { failStart, openSite } = await import("./process.ts");
try {
  const { env, host, serveBy } = await openSite();
  const answer = getRequestListener(host.fetch);
  const server = createServer(
    limitPipelining((request, response) => {
      if (!host.fastPath(request, response)) void answer(request, response);
    }),
  );
  serveBy(server);
  server.listen(env.PORT, env.HOST, LISTEN_BACKLOG);
} catch (error) {
  failStart(error);
}
