import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { keyBytes } from "./keys.ts";
import { startMessage } from "./messages.ts";

/** A reference upstream in a child process. */
export interface EmbeddedUpstream {
  url: string;
  aesKey: Buffer;
  aesIv: Buffer;
  /** `Name: value`. */
  securityHeader: string;
  boughtMark: string;
  /** Ends it cleanly; after 4 s by force. */
  stop(): Promise<void>;
  /** Called when it ends without having been stopped, with its exit code or null for a signal. */
  onExit(listener: (code: number | null) => void): void;
}

const STOP_MS = 4000;

/**
 * Starts the reference upstream beside this process. It ends with this process, however that ends.
 *
 * @param options.entry its program (`main.ts`, or what was built from it), run with this process's node and flags
 * @param options.dataDir the site's data folder
 * @throws {Error} the one line in which the upstream says why it cannot start
 */
export async function startEmbeddedUpstream(options: {
  entry: URL;
  dataDir: string;
  /** Flags of node; by default this process's own, so that TypeScript runs where it runs here. */
  execArgv?: string[];
}): Promise<EmbeddedUpstream> {
  const child = fork(fileURLToPath(options.entry), [], {
    // only what it needs: the site's own PORT and secrets are none of its business
    env: {
      NODE_ENV: "production",
      DATA_DIR: options.dataDir,
      PORT: "0",
      HOST: "127.0.0.1",
      DATABASE_URL: process.env.DATABASE_URL ?? "",
      UPSTREAM_SINGLE_SESSION: process.env.UPSTREAM_SINGLE_SESSION ?? "",
    },
    ...(options.execArgv && { execArgv: options.execArgv }),
  });
  const message = await firstMessage(child);
  if (message.type === "failed") throw new Error(message.message);
  const { type: _type, aesKey, aesIv, ...rest } = message;
  const listeners: ((code: number | null) => void)[] = [];
  let stopping = false;
  child.once("exit", (code) => {
    if (!stopping) for (const listener of listeners) listener(code);
  });
  return {
    ...rest,
    aesKey: keyBytes(aesKey),
    aesIv: keyBytes(aesIv),
    onExit: (listener) => listeners.push(listener),
    async stop() {
      stopping = true;
      await end(child);
    },
  };
}

async function firstMessage(child: ChildProcess) {
  const ended = new AbortController();
  const onEnd = () => ended.abort();
  // not 'exit', which may come before a last message has been read
  child.once("disconnect", onEnd);
  child.once("error", onEnd);
  try {
    const [message] = await once(child, "message", { signal: ended.signal });
    return startMessage.parse(message);
  } catch (error) {
    child.kill("SIGKILL");
    throw new Error("内置上游没有启动成功：原因见上面的输出", { cause: error });
  } finally {
    child.off("disconnect", onEnd);
  }
}

/** Closing the channel is the request to stop, on every platform. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  if (child.connected) child.disconnect();
  const force = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await exit;
  clearTimeout(force);
}
