import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { ServerBuild } from "@remix-run/server-runtime";
import { createServer as createVite } from "vite";
import { readEnv } from "./env.ts";
import { createHost } from "./host.ts";
import { failStart, stopGracefully } from "./process.ts";
import { assembleSite } from "./site.ts";

/** The same host behind Vite's middleware; `tsx watch` restarts it when the server's code changes. */
try {
  const env = readEnv(process.env);
  const server = createServer();
  const vite = await createVite({
    configFile: "remix.config.js",
    server: { middlewareMode: true, hmr: { server } },
  });
  const site = await assembleSite(env, new URL("./upstream/main.ts", import.meta.url));
  const stopping = { now: false };
  const host = createHost({
    build: async () => (await vite.ssrLoadModule("virtual:remix/server-build")) as ServerBuild,
    ...site.parts,
    stopping: () => stopping.now,
  });
  const answer = getRequestListener(host.fetch);
  server.on("request", (request, response) => {
    vite.middlewares(request, response, () => answer(request, response));
  });
  server.on("error", (error) => failStart(error, env));
  server.listen(env.PORT, env.HOST, () =>
    site.parts.log.info(`开发服务器：http://localhost:${env.PORT}`),
  );
  const close = async () => {
    await Promise.all([vite.close(), site.stop()]);
  };
  // a page that is open holds a connection for as long as it is
  stopGracefully(server, stopping, close, 500);
} catch (error) {
  failStart(error);
}
