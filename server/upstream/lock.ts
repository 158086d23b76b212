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
  /** What this process sees of others; processes that see each other have the same. */
  namespace?: string;
  /** How long a lock file of another namespace may stand still before its holder counts as dead, in milliseconds. */
  staleMs?: number;
}

/** Between two signs of life in the lock file, in milliseconds, and how long they may fail to come. */
const BEAT_MS = 1_000;
const STALE_MS = 15_000;
/** Between two looks at another's lock file, in milliseconds. */
const LOOK_MS = 200;

/**
 * Takes the one lock of a data folder, which PGlite needs: two processes on its files corrupt them.
 *
 * The lock is a listening local socket named after the folder's real path, because the system closes it when
 * the process dies in whatever way: there is no stale lock to wait for or to clean up. On Linux the name is in
 * the abstract namespace, so containers with separate networks do not see each other's: for them there is a file
 * with a heartbeat beside it, and who finds it of another namespace waits whether the heart still beats.
 *
 * @throws {DataDirLocked} when another process, or this one, holds it
 * @throws {Error} one Chinese line when the folder cannot be made or written to
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
  // of this namespace it can only be left over: the socket was free
  const foreign = found !== undefined && !found.text.startsWith(`${namespace} `);
  if (foreign && (await isAlive(file, found, staleMs))) throw new DataDirLocked(dataDir);
  const aside = `${file}.${randomUUID()}`;
  await writeFile(aside, own);
  await rename(aside, file);
  if (foreign || found === undefined) {
    // of several that came at the same moment the last one has it
    await pause(LOOK_MS);
    if (!(await isOwn())) throw new DataDirLocked(dataDir);
  }
  let released = false;
  const timer = setInterval(async () => {
    const stillOwn = await isOwn();
    if (released) return;
    // was this process stopped for so long that another one took over, it must not write any more
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

/** Clocks of machines differ: what counts is whether the file changes. */
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

/** The folder's real path; it is made when missing. */
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

/** A name for local sockets that belong to a folder, given by its real path. */
export function socketAddress(folder: string, purpose = "chengying"): string {
  const name = `${purpose}-${createHash("sha256").update(folder).digest("hex").slice(0, 32)}`;
  if (process.platform === "linux") return `\0${name}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\${name}`;
  return join(tmpdir(), `${name}.sock`);
}

/** A server on the address, or undefined when the address is taken. */
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

/** Elsewhere than on Linux and Windows the socket is a file, which outlives a killed process: try once more. */
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
