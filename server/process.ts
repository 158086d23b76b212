import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { ServerBuild } from "@remix-run/server-runtime";
import type { Logger } from "pino";
import { assembleSite } from "./assemble-site.ts";
import { withTimeout } from "./concurrency/with-timeout.ts";
import { createHost } from "./host.ts";
import { keepBuild } from "./http/static-files.ts";
import { type Env, InvalidSetting, readEnv } from "./settings/env.ts";
import { onStopSignal } from "./stop-signals.ts";
import { firstCause } from "./upstream-check/check.ts";

/** How long running answers, including streams, may continue after a stop signal, in milliseconds. */
const DRAIN_MS = 25_000;
/** Interval of the check for idle connections, in milliseconds. */
const IDLE_CHECK_MS = 100;
/** In milliseconds: signals this close together count as one, because npm repeats a Ctrl-C. */
const SAME_SIGNAL_MS = 500;

/** Creates the built site, for `npm start` and `remix-serve`. */
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
  /** Logs that the server listens, or why not, and stops the site with its process. */
  const serveBy = (server: Server) => {
    server.on("error", (error) => failStart(error, env));
    server.on("listening", () => {
      const { address, port } = server.address() as AddressInfo;
      log.info(`${env.SITE_NAME} 已启动：http://${address}:${port}`);
      void warnOfUpstream(log);
    });
    stopGracefully(server, stopping, () => site.stop());
    // a closing terminal sends it too, and should end what runs there
    if (!process.stdout.isTTY)
      process.on("SIGHUP", () => void site.reload().then(host.forgetPages));
  };
  return { env, log, build, host, serveBy };
}

/** Logs the upstream's problems at start, as `npm run upstream:check` would report them. */
async function warnOfUpstream(log: Logger) {
  const cause = await firstCause(process.env);
  if (cause) log.warn(`上游还用不了：${cause.message}。npm run upstream:check 会逐个调用说明`);
}

/** Exits with one line that says what to change. */
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
 * On SIGTERM or SIGINT sets `state.now`, stops accepting connections, gives running answers 25 s, then calls `close`
 * and exits with 0. A second signal exits at once with 1.
 *
 * @param drainMs replaces the 25 s
 */
export function stopGracefully(
  server: Server,
  state: { now: boolean },
  close: () => Promise<void>,
  drainMs: number = DRAIN_MS,
): void {
  // otherwise a keep-alive connection would never become idle
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
  onStopSignal(stop);
}
