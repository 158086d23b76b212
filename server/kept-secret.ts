import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";

/** A secret that is made once and kept in a file of the data folder. */
interface KeptSecret<Secret> {
  file: string;
  /** The text of a fresh one. */
  make: () => string;
  /** Throws for anything but a full secret. */
  parse: (text: string) => Secret;
  /** In Chinese: what an operator may do about a file that holds something else. */
  wayBack: string;
}

/**
 * Reads a kept secret; makes it where there is none. The file appears under its name only with all its bytes on the
 * disk, and of several processes that start together one makes it.
 *
 * @throws {Error} one Chinese line that names the file when it holds anything but a full secret, or cannot be kept
 */
export async function keptSecret<Secret>(kept: KeptSecret<Secret>): Promise<Secret> {
  const { file } = kept;
  const text = await read(file);
  if (text === undefined) await create(file, kept.make());
  try {
    return kept.parse(text ?? (await readFile(file, "utf8")));
  } catch {
    throw new Error(`${file} 的内容无效：请从备份恢复，或${kept.wayBack}`);
  }
}

async function read(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    throw new Error(`${file} 无法读取（${code}）：请检查其权限`);
  }
}

/** A hard link, unlike a rename, replaces nothing that another process has put there meanwhile. */
async function create(file: string, text: string): Promise<void> {
  const aside = `${file}.${randomUUID()}.new`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeThrough(aside, text);
    await link(aside, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    await syncFolder(dirname(file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${file} 无法写入（${code}）：请检查磁盘空间与目录权限`);
  } finally {
    await unlink(aside).catch(() => undefined);
  }
}

async function writeThrough(file: string, text: string) {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Only then does the name outlive a loss of power. Windows opens no folders. */
async function syncFolder(folder: string) {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const SECRET = /^[0-9a-f]{64}$/;

/**
 * The secret that seals cookies and addresses, for deployments that set none: sessions stay valid after a restart.
 * @throws {Error} see `keptSecret`
 */
export const sessionSecret = (dataDir: string): Promise<string> =>
  keptSecret({
    file: join(dataDir, "session-secret"),
    make: () => randomBytes(32).toString("hex"),
    parse: (text) => {
      const secret = text.trim();
      if (!SECRET.test(secret)) throw new Error("not a full secret");
      return secret;
    },
    wayBack: "删除该文件后重新启动：会生成新的密钥，所有访客须重新登录",
  });
