import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { keyBytes, upstreamKeys } from "./settings.ts";

const startMessage = z.discriminatedUnion("type", [
  upstreamKeys.extend({ type: z.literal("ready"), url: z.url() }),
  z.object({ type: z.literal("failed"), message: z.string() }),
]);
export type StartMessage = z.output<typeof startMessage>;

interface Options {
  entry: URL;
  dataDir: string;
  /** Called after an unexpected exit, a restart, or a failed restart. */
  report?: (message: string, detail: object) => void;
}

const STOP_MS = 4000;
/** Doubled with each restart, up to the longest: at most ten restarts a minute. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 15_000;
/** After running this long, the delay is reset. */
const STABLE_MS = 60_000;

/**
 * Runs in a child process, which is restarted at the same address if it dies, and exits with this process.
 * @throws {Error} the upstream's one-line message
 */
export async function startEmbeddedUpstream(options: Options) {
  const { report = () => undefined } = options;
  const stopped = new AbortController();
  let child = launch(options, "0");
  let startedAt = performance.now();
  let pauseMs = FIRST_PAUSE_MS;
  const { type: _type, aesKey, aesIv, ...rest } = await waitUntilReady(child);
  const { port } = new URL(rest.url);

  const restartOnExit = () => child.once("exit", (code, signal) => void restart({ code, signal }));

  async function restart(ending: object): Promise<void> {
    if (stopped.signal.aborted) return;
    report("the embedded upstream exited", { ...ending, pauseMs });
    if (performance.now() - startedAt > STABLE_MS) pauseMs = FIRST_PAUSE_MS;
    await pause(pauseMs, undefined, { signal: stopped.signal }).catch(() => undefined);
    if (stopped.signal.aborted) return;
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    child = launch(options, port);
    startedAt = performance.now();
    const exited = once(child, "exit");
    try {
      await waitUntilReady(child);
    } catch (error) {
      await exited;
      return restart({ err: error });
    }
    report("the embedded upstream is running again", { pid: child.pid });
    restartOnExit();
  }

  restartOnExit();
  return {
    ...rest,
    aesKey: keyBytes(aesKey),
    aesIv: keyBytes(aesIv),
    get pid() {
      return child.pid;
    },
    /** Kills the process if it has not ended after 4 s. */
    async stop() {
      stopped.abort();
      await end(child);
    },
  };
}

const launch = ({ entry, dataDir }: Options, port: string): ChildProcess =>
  fork(fileURLToPath(entry), [], {
    env: {
      NODE_ENV: "production",
      DATA_DIR: dataDir,
      PORT: port,
      HOST: "127.0.0.1",
      DATABASE_URL: process.env.DATABASE_URL ?? "",
      UPSTREAM_SINGLE_SESSION: process.env.UPSTREAM_SINGLE_SESSION ?? "",
    },
  });

async function waitUntilReady(child: ChildProcess) {
  const ended = new AbortController();
  const onEnd = () => ended.abort();
  // 'exit' may precede the last message
  child.once("disconnect", onEnd);
  child.once("error", onEnd);
  const message = await once(child, "message", { signal: ended.signal })
    .then(([sent]) => startMessage.parse(sent))
    .catch((error) => {
      child.kill("SIGKILL");
      throw new Error("内置上游没有启动成功：原因见上面的输出", { cause: error });
    })
    .finally(() => child.off("disconnect", onEnd));
  if (message.type === "failed") throw new Error(message.message);
  return message;
}

/** Closes the IPC channel, which asks the process to stop on every platform. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  if (child.connected) child.disconnect();
  const force = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await exit;
  clearTimeout(force);
}
