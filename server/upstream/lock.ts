import { createHash, randomUUID } from "node:crypto";
import {
  access,
  constants,
  mkdir,
  readFile,
  readlink,
  realpath,
  rename,
  stat,
  unlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

export class DataDirLocked extends Error {
  override name = "DataDirLocked";

  constructor(dataDir: string) {
    super(`DATA_DIR=${dataDir} 正被另一个进程使用：请先停止那个进程，或把 DATA_DIR 设为另一个目录`);
  }
}

export interface Lock {
  release(): Promise<void>;
}

interface LockOptions {
  /** Identifies the network namespace; processes in the same one see each other's sockets. */
  namespace?: string;
  /** In milliseconds: a lock file of another namespace that has not changed for this long is stale. */
  staleMs?: number;
}

/** Heartbeat interval of the lock file, and when it counts as stale, in milliseconds. */
const BEAT_MS = 1_000;
const STALE_MS = 15_000;
/** Interval of checks of another process's lock file, in milliseconds. */
const LOOK_MS = 200;

/**
 * Locks a data folder, because two processes with PGlite on the same files corrupt them.
 *
 * The lock is a listening local socket named after the folder's real path: the system closes it when the process dies,
 * so there are no stale locks. On Linux it is an abstract socket, which containers with separate networks do not see;
 * for them there is also a file with a heartbeat. A process that finds such a file of another namespace waits to see
 * whether the heartbeat continues.
 *
 * @throws {DataDirLocked} if another process, or this one, holds the lock
 * @throws {Error} one Chinese line if the folder cannot be created or written
 */
export async function lockDataDir(dataDir: string, options: LockOptions = {}): Promise<Lock> {
  const { namespace = await ownNamespace(), staleMs = STALE_MS } = options;
  const folder = await writableFolder(dataDir);
  const address = socketAddress(`${namespace}:${folder}`);
  const server = (await listen(address)) ?? (await listenAgain(address));
  if (!server) throw new DataDirLocked(dataDir);
  server.unref();
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  try {
    const heartbeat = await holdFile(join(folder, "upstream.lock"), {
      dataDir,
      namespace,
      staleMs,
    });
    return { release: () => heartbeat.release().then(close) };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Processes on one machine that share a network see each other's sockets. */
async function ownNamespace(): Promise<string> {
  if (process.platform !== "linux") return "local";
  const [boot, network] = await Promise.all([
    readFile("/proc/sys/kernel/random/boot_id", "utf8"),
    readlink("/proc/self/ns/net"),
  ]);
  return `${boot.trim()}/${network}`;
}

async function holdFile(
  file: string,
  { dataDir, namespace, staleMs }: Required<LockOptions> & { dataDir: string },
): Promise<Lock> {
  const own = `${namespace} ${randomUUID()}`;
  const isOwn = async () => (await stateOf(file))?.text === own;
  const found = await stateOf(file);
  // a file of our own namespace is stale, because the socket was free
  const foreign = found !== undefined && !found.text.startsWith(`${namespace} `);
  if (foreign && (await isAlive(file, found, staleMs))) throw new DataDirLocked(dataDir);
  const aside = `${file}.${randomUUID()}`;
  await writeFile(aside, own);
  await rename(aside, file);
  if (foreign || found === undefined) {
    // of several concurrent starts, the last writer gets the lock
    await pause(LOOK_MS);
    if (!(await isOwn())) throw new DataDirLocked(dataDir);
  }
  let released = false;
  const timer = setInterval(async () => {
    const stillOwn = await isOwn();
    if (released) return;
    // another process took over while this one was suspended: it must not write any more
    if (!stillOwn) throw new DataDirLocked(dataDir);
    await utimes(file, new Date(), new Date()).catch(() => undefined);
  }, BEAT_MS).unref();
  return {
    async release() {
      released = true;
      clearInterval(timer);
      if (await isOwn()) await unlink(file).catch(() => undefined);
    },
  };
}

/** Checks whether the file changes, because machines' clocks differ. */
async function isAlive(file: string, found: LockState, staleMs: number): Promise<boolean> {
  const until = performance.now() + staleMs;
  while (performance.now() < until) {
    await pause(LOOK_MS);
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

/** The folder's real path; creates it if missing. */
async function writableFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
    return await realpath(dataDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`DATA_DIR=${dataDir} 不是可写的目录（${code}）：请换一个目录或修改其权限`);
  }
}

/** Name of the local socket for a folder, given by its real path. */
export function socketAddress(folder: string, purpose = "chengying"): string {
  const name = `${purpose}-${createHash("sha256").update(folder).digest("hex").slice(0, 32)}`;
  if (process.platform === "linux") return `\0${name}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\${name}`;
  return join(tmpdir(), `${name}.sock`);
}

/** Listens on the address; undefined if it is in use. */
function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(undefined);
      else reject(error);
    });
    server.listen(address, () => resolve(server));
  });
}

/** On other systems than Linux and Windows the socket is a file that outlives a killed process: remove it and retry. */
async function listenAgain(address: string): Promise<Server | undefined> {
  if (!address.startsWith("/") || (await answers(address))) return undefined;
  await unlink(address).catch(() => undefined);
  return listen(address);
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
