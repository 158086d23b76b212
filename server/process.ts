import type { Server } from "node:http";
import type { ServerType } from "@hono/node-server";
import { type Env, InvalidSetting } from "./env.ts";

const DRAIN_MS = 10_000;

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

/** On SIGTERM or SIGINT: no new connections, running answers may finish, then `close` and out. */
export function stopGracefully(
  server: ServerType,
  state: { now: boolean },
  close: () => Promise<void>,
) {
  const stop = () => {
    if (state.now) return;
    state.now = true;
    const drained = new Promise<void>((resolve) => server.close(() => resolve()));
    (server as Server).closeIdleConnections();
    const patience = new Promise<void>((resolve) => setTimeout(resolve, DRAIN_MS).unref());
    Promise.race([drained, patience])
      .then(close)
      .finally(() => process.exit(0));
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}
