import { destination, pino } from "pino";
import { z } from "zod/v4";
import type { StartMessage } from "./messages.ts";
import { startUpstream, type Upstream } from "./start.ts";

/** The upstream as a process of its own. With an IPC channel it belongs to the process at its other end. */

const settings = z.object({
  DATA_DIR: z.string().min(1).default("./data"),
  PORT: z.coerce.number().int().min(0).max(65535).default(0),
  HOST: z.string().min(1).default("127.0.0.1"),
  PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
});
const embedded = process.send !== undefined;
const log = pino({ name: "upstream", level: "warn" }, destination(2));

function readSettings() {
  const given = Object.entries(process.env).filter(([, value]) => value !== "");
  const parsed = settings.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0]);
  throw new Error(`${name}=${process.env[name]} 无效：${holds[name] ?? "请检查该设置"}`);
}

const holds: Record<string, string> = {
  PORT: "应为 0 到 65535 之间的整数",
  PUBLIC_ORIGIN: "应形如 https://example.com",
};

function tell(message: StartMessage) {
  if (embedded) process.send?.(message);
  else if (message.type === "failed") process.stderr.write(`${message.message}\n`);
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
    // a step that hangs must not keep the process: the lock goes with it, and PGlite survives a hard end
    setTimeout(() => process.exit(1), 3000).unref();
    upstream.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once("SIGTERM", stop);
  if (embedded) process.once("disconnect", stop);
  // Ctrl-C reaches the whole group: the process that started us stops us when it is done with its own requests
  if (embedded) process.on("SIGINT", () => undefined);
  else process.once("SIGINT", stop);
  if (embedded && !process.connected) stop();
}

try {
  const { DATA_DIR, PORT, HOST, PUBLIC_ORIGIN } = readSettings();
  const upstream = await startUpstream({
    dataDir: DATA_DIR,
    port: PORT,
    host: HOST,
    ...(PUBLIC_ORIGIN && { publicOrigin: new URL(PUBLIC_ORIGIN).origin }),
    onFault: (error) => log.error(error),
  });
  stopOnRequest(upstream);
  tell({ type: "ready", url: upstream.url, ...upstream.settings });
} catch (error) {
  const [message = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  tell({ type: "failed", message });
  process.exitCode = 1;
  if (embedded) process.disconnect();
}
