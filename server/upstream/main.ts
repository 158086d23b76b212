import { destination } from "pino";
import { createLog } from "../observability/log.ts";
import type { StartMessage } from "./embedded.ts";
import { keysOf, readUpstreamEnv } from "./settings.ts";
import { startUpstream, type Upstream } from "./start.ts";

/** With an IPC channel it exits with its parent. */

const embedded = process.send !== undefined;
const secrets = Object.entries(process.env).flatMap(([name, value = ""]) =>
  /^(UPSTREAM_(AES|SECURITY)|DATABASE_URL)/.test(name) ? [value] : [],
);
const log = createLog("warn", secrets, destination(2)).child({ name: "upstream" });

function report(message: StartMessage, keysFromSettings = false) {
  if (embedded) process.send?.(message);
  else if (message.type === "failed") process.stderr.write(`${message.message}\n`);
  else if (keysFromSettings) process.stdout.write(`UPSTREAM_URL=${message.url}\n`);
  else {
    const { url, aesKey, aesIv, securityHeader, boughtMark } = message;
    process.stdout.write(
      [
        `UPSTREAM_URL=${url}`,
        `UPSTREAM_AES_KEY=${aesKey}`,
        `UPSTREAM_AES_IV=${aesIv}`,
        `UPSTREAM_SECURITY_HEADER=${securityHeader}`,
        `UPSTREAM_BOUGHT_MARK=${boughtMark}`,
        "",
      ].join("\n"),
    );
  }
}

function stopOnRequest(upstream: Upstream) {
  const stop = () => {
    // even if a step hangs: that releases the lock, and PGlite survives being killed
    setTimeout(() => process.exit(1), 3000).unref();
    upstream.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once("SIGTERM", stop);
  if (embedded) process.once("disconnect", stop);
  // Ctrl-C reaches the whole process group; the parent stops us after its own requests
  if (embedded) process.on("SIGINT", () => undefined);
  else process.once("SIGINT", stop);
  if (embedded && !process.connected) stop();
}

try {
  const env = readUpstreamEnv(process.env);
  const keys = keysOf(env);
  const upstream = await startUpstream({
    ...(keys && { keys }),
    dataDir: env.DATA_DIR,
    port: env.PORT,
    host: env.HOST,
    singleSession: env.UPSTREAM_SINGLE_SESSION === "on",
    ...(env.DATABASE_URL && { databaseUrl: env.DATABASE_URL }),
    ...(env.PUBLIC_ORIGIN && { publicOrigin: env.PUBLIC_ORIGIN }),
    onFault: (error) => log.error({ err: error }, "a call failed"),
  });
  stopOnRequest(upstream);
  report({ type: "ready", url: upstream.url, ...upstream.settings }, keys !== undefined);
} catch (error) {
  // a database error's own message only repeats the query
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const [message = ""] = (reason instanceof Error ? reason.message : String(reason)).split("\n");
  report({ type: "failed", message });
  process.exitCode = 1;
  if (embedded) process.disconnect();
}
