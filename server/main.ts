import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { ServerBuild } from "@remix-run/server-runtime";
import type { Logger } from "pino";
import { assembleSite } from "./assemble-site.ts";
import { readEnv } from "./env.ts";
import { createHost } from "./http/host.ts";
import { limitPipelining } from "./http/pipelining.ts";
import { failStart, stopGracefully } from "./process.ts";
import { firstCause } from "./upstream-check/check.ts";

/** Connections that wait to be accepted: a crowd may come while a page is rendered. Node's default is 511. */
const LISTEN_BACKLOG = 4_096;

/** Says in the log's first lines what `npm run upstream:check` would. */
async function warnOfUpstream(log: Logger) {
  const cause = await firstCause(process.env);
  if (cause) log.warn(`上游还用不了：${cause.message}。npm run upstream:check 会逐个调用说明`);
}

try {
  const env = readEnv(process.env);
  const site = await assembleSite(env, new URL("./upstream.js", import.meta.url));
  const build: ServerBuild = await import(new URL("../server/index.js", import.meta.url).href);
  const stopping = { now: false };
  const host = createHost({
    build,
    ...site.parts,
    clientDirectory: "build/client",
    stopping: () => stopping.now,
  });
  const answer = getRequestListener(host.fetch);
  const server = createServer(
    limitPipelining((request, response) => {
      if (!host.fastPath(request, response)) void answer(request, response);
    }),
  );
  server.on("error", (error) => failStart(error, env));
  server.listen(env.PORT, env.HOST, LISTEN_BACKLOG, () => {
    const { address, port } = server.address() as AddressInfo;
    site.parts.log.info(`${env.SITE_NAME} 已启动：http://${address}:${port}`);
    void warnOfUpstream(site.parts.log);
  });
  stopGracefully(server, stopping, () => site.stop());
} catch (error) {
  failStart(error);
}
