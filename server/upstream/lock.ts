import { randomUUID } from "node:crypto";
import {
  access,
  constants,
  mkdir,
  readFile,
  readlink,
  stat,
  unlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

export class DataDirLocked extends Error {
  override name = "DataDirLocked";

  constructor(dataDir: string) {
    super(`DATA_DIR=${dataDir} 正被另一个进程使用：请先停止那个进程，或把 DATA_DIR 设为另一个目录`);
  }
}

export type Lock = Awaited<ReturnType<typeof lockDataDir>>;

const HEARTBEAT_MS = 1_000;
const STALE_MS = 15_000;
const POLL_MS = 200;

/**
 * Prevents two processes from opening the same PGlite files, which would corrupt them. A lock is
 * stale once its process has ended or, in another namespace (container), its heartbeat has stopped for `staleMs`.
 * @throws {DataDirLocked} if another process, or this one, holds the lock
 * @throws {Error} one Chinese line if the folder cannot be created or written
 */
export async function lockDataDir(
  dataDir: string,
  options: { namespace?: string; staleMs?: number } = {},
) {
  const { namespace = await ownNamespace(), staleMs = STALE_MS } = options;
  await requireWritable(dataDir);
  const file = join(dataDir, "upstream.lock");
  const own = `${process.pid} ${await startTimeOf(process.pid)} ${randomUUID()} ${namespace}`;
  const isOwn = async () => (await stateOf(file))?.text === own;
  const found = await stateOf(file);
  if (found && (await isHeld(file, found, namespace, staleMs))) throw new DataDirLocked(dataDir);
  await writeFile(file, own, { flag: found ? "w" : "wx" }).catch((error) => {
    throw error.code === "EEXIST" ? new DataDirLocked(dataDir) : error;
  });
  // if several processes replace a stale lock, the last one gets it
  if (found) await pause(POLL_MS);
  if (!(await isOwn())) throw new DataDirLocked(dataDir);
  let released = false;
  const timer = setInterval(async () => {
    const stillOwn = await isOwn();
    if (released) return;
    // another process took over while this one was suspended
    if (!stillOwn) throw new DataDirLocked(dataDir);
    await utimes(file, new Date(), new Date()).catch(() => undefined);
  }, HEARTBEAT_MS).unref();
  return {
    async release() {
      released = true;
      clearInterval(timer);
      if (await isOwn()) await unlink(file).catch(() => undefined);
    },
  };
}

async function ownNamespace(): Promise<string> {
  if (process.platform !== "linux") return "local";
  const [boot, processes] = await Promise.all([
    readFile("/proc/sys/kernel/random/boot_id", "utf8"),
    readlink("/proc/self/ns/pid"),
  ]);
  return `${boot.trim()}/${processes}`;
}

/** Tells processes with a reused id apart. '' if unknown; undefined if the process has ended. */
async function startTimeOf(pid: number): Promise<string | undefined> {
  try {
    if (process.platform === "linux") {
      const fields = await readFile(`/proc/${pid}/stat`, "utf8");
      // the second field, a name in parentheses, may hold spaces
      return fields.slice(fields.lastIndexOf(")")).split(" ")[20];
    }
    process.kill(pid, 0);
    return "";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM" ? "" : undefined;
  }
}

async function isHeld(file: string, found: LockState, namespace: string, staleMs: number) {
  const [, pid, start, where] = /^(\d+) (\d*) \S+ (.+)$/.exec(found.text) ?? [];
  if (where === namespace) return (await startTimeOf(Number(pid))) === start;
  // only a change shows that it is held, because machines' clocks differ
  const until = performance.now() + staleMs;
  while (performance.now() < until) {
    await pause(POLL_MS);
    const now = await stateOf(file);
    if (!now) return false;
    if (now.text !== found.text || now.changed !== found.changed) return true;
  }
  return false;
}

interface LockState {
  text: string;
  changed: number;
}

async function stateOf(file: string): Promise<LockState | undefined> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(file, "utf8"), stat(file)]);
    return { text, changed: mtimeMs };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function requireWritable(dataDir: string) {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`DATA_DIR=${dataDir} 不是可写的目录（${code}）：请换一个目录或修改其权限`);
  }
}
