import { onStopSignal } from "../stop-signals.ts";
import type { StartMessage } from "./embedded.ts";

/** Runs the upstream; started with an IPC channel, it exits when its parent does. */

const embedded = process.send !== undefined;
process.once("disconnect", () => process.emit("SIGTERM", "SIGTERM"));
const { destination } = await import("pino");
const { createLog } = await import("../observability/log.ts");
const { keysOf, readUpstreamEnv } = await import("./settings.ts");
const { startUpstream } = await import("./start.ts");
const secrets = Object.entries(process.env).flatMap(([name, value = ""]) =>
  /^(UPSTREAM_(AES|SECURITY)|DATABASE_URL)/.test(name) ? [value] : [],
);
const log = createLog("warn", secrets, destination(2)).child({ name: "upstream" });

function report(message: StartMessage, keysFromSettings = false): void {
  if (embedded) return void process.send?.(message);
  if (message.type === "failed") return void process.stderr.write(`${message.message}\n`);
  const { url, aesKey, aesIv, securityHeader, boughtMark } = message;
  const keys = `UPSTREAM_AES_KEY=${aesKey}
UPSTREAM_AES_IV=${aesIv}
UPSTREAM_SECURITY_HEADER=${securityHeader}
UPSTREAM_BOUGHT_MARK=${boughtMark}
`;
  // in one piece, for programs that read it
  process.stdout.write(`UPSTREAM_URL=${url}\n${keysFromSettings ? "" : keys}`);
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
  let stopping = false;
  onStopSignal((signal) => {
    // Ctrl-C reaches the whole process group; the parent stops us after its own requests have finished
    if (stopping || (embedded && signal === "SIGINT")) return;
    stopping = true;
    // even if a step hangs: exiting frees the lock, and does not damage PGlite
    setTimeout(() => process.exit(1), 3000).unref();
    upstream.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
  report({ type: "ready", url: upstream.url, ...upstream.settings }, keys !== undefined);
} catch (error) {
  // a database error's message only repeats the query; its cause says what is wrong
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const [message = ""] = (reason instanceof Error ? reason.message : String(reason)).split("\n");
  report({ type: "failed", message });
  process.exitCode = 1;
  if (embedded) process.disconnect();
}
