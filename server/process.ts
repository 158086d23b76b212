import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { ServerBuild } from "@remix-run/server-runtime";
import type { Logger } from "pino";
import { assembleSite } from "./assemble-site.ts";
import { type Env, InvalidSetting, readEnv } from "./env.ts";
import { createHost } from "./http/host.ts";
import { keepBuild } from "./http/static-files.ts";
import { firstCause } from "./upstream-check/check.ts";
import { withTimeout } from "./with-timeout.ts";

/** Running answers, streams among them, may go on for so long after the site was asked to stop, in milliseconds. */
const DRAIN_MS = 25_000;
/** Between two looks for connections that have nothing left to do, in milliseconds. */
const IDLE_CHECK_MS = 100;
/** In milliseconds: signals that follow this closely are one request, because npm repeats a Ctrl-C that has come. */
const SAME_SIGNAL_MS = 500;

/** The built site, ready to be asked: what `npm start` and `remix-serve` both serve. */
export async function openSite() {
  const env = readEnv(process.env);
  const site = await assembleSite(env, new URL("./upstream.js", import.meta.url));
  const { log } = site.parts;
  const build: ServerBuild = await import(new URL("../server/index.js", import.meta.url).href);
  const clientDirectory = "build/client";
  const earlierBuilds = await keepBuild(
    clientDirectory,
    join(env.DATA_DIR, "builds"),
    build.assets.version,
  ).catch((error: unknown) => {
    log.warn({ err: error }, "files of earlier builds are not served");
    return [];
  });
  const stopping = { now: false };
  const host = createHost({
    build,
    ...site.parts,
    clientDirectory,
    earlierBuilds,
    stopping: () => stopping.now,
  });
  /** Says in the log that the site is there or what is in its way, and stops it with its process. */
  const serveBy = (server: Server) => {
    server.on("error", (error) => failStart(error, env));
    server.on("listening", () => {
      const { address, port } = server.address() as AddressInfo;
      log.info(`${env.SITE_NAME} 已启动：http://${address}:${port}`);
      void warnOfUpstream(log);
    });
    stopGracefully(server, stopping, () => site.stop());
  };
  return { env, log, build, host, serveBy };
}

/** Says in the log's first lines what `npm run upstream:check` would. */
async function warnOfUpstream(log: Logger) {
  const cause = await firstCause(process.env);
  if (cause) log.warn(`上游还用不了：${cause.message}。npm run upstream:check 会逐个调用说明`);
}

/** Ends a start that cannot succeed, with one line that says what to change. */
export function failStart(error: unknown, env?: Env): never {
  process.stderr.write(`启动失败：${explain(error, env)}\n`);
  process.exit(1);
}

function explain(error: unknown, env?: Env): string {
  if (error instanceof InvalidSetting) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return `PORT 现在是 ${env?.PORT}，该端口已被占用，请换一个端口`;
  if (code === "EACCES" && env)
    return `PORT 现在是 ${env.PORT}，没有监听该端口的权限，请换一个端口`;
  return message ?? String(error);
}

/**
 * On SIGTERM or SIGINT: `state.now` is true at once, no new connections are taken, running answers get 25 s to come
 * to their end, then `close` and out with 0. A second signal ends the process at once, with 1.
 *
 * @param drainMs what running answers get instead
 */
export function stopGracefully(
  server: Server,
  state: { now: boolean },
  close: () => Promise<void>,
  drainMs: number = DRAIN_MS,
): void {
  // a connection that is used again after its answer would never be done
  server.prependListener("request", (_request: IncomingMessage, response: ServerResponse) => {
    if (state.now) response.shouldKeepAlive = false;
  });
  let signalledAt = 0;
  const stop = () => {
    if (state.now && performance.now() - signalledAt > SAME_SIGNAL_MS) process.exit(1);
    if (state.now) return;
    state.now = true;
    signalledAt = performance.now();
    const drained = new Promise<void>((resolve) => server.close(() => resolve()));
    setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    withTimeout(drained, drainMs)
      .then(close)
      .finally(() => process.exit(0));
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}
