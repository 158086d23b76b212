import { createHash } from "node:crypto";
import { access, constants, mkdir, realpath, unlink } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Another process works on the same data folder. */
export class DataDirLocked extends Error {
  override name = "DataDirLocked";

  constructor(dataDir: string) {
    super(`DATA_DIR=${dataDir} 正被另一个进程使用：请先停止那个进程，或把 DATA_DIR 设为另一个目录`);
  }
}

/** A held lock. */
export interface Lock {
  release(): Promise<void>;
}

/**
 * Takes the one lock of a data folder, which PGlite needs: two processes on its files corrupt them.
 *
 * The lock is a listening local socket named after the folder's real path, because the system closes it when
 * the process dies in whatever way: there is no stale lock to wait for or to clean up. On Linux the name is in
 * the abstract namespace, so containers with separate networks do not see each other's locks.
 *
 * @throws {DataDirLocked} when another process, or this one, holds it
 * @throws {Error} one Chinese line when the folder cannot be made or written to
 */
export async function lockDataDir(dataDir: string): Promise<Lock> {
  const address = socketAddress(await writableFolder(dataDir));
  const server = (await listen(address)) ?? (await listenAgain(address));
  if (!server) throw new DataDirLocked(dataDir);
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
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
