import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Reads the file, or creates it at once completely; several processes get the same. @throws {Error} in Chinese */
export async function keptSecret<Secret>(kept: {
  file: string;
  make: () => string;
  parse: (text: string) => Secret;
  /** In Chinese: what the operator can do about a damaged file. */
  recovery: string;
}): Promise<Secret> {
  const { file } = kept;
  const text = await read(file);
  if (text === undefined) await create(file, kept.make());
  try {
    return kept.parse(text ?? (await readFile(file, "utf8")));
  } catch {
    throw new Error(`${file} 的内容无效：请从备份恢复，或${kept.recovery}`);
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

/** Hard-links the file, as a rename would replace one that another process has created meanwhile. */
async function create(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomUUID()}.new`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(temporary, text, { flag: "wx", mode: 0o600, flush: true });
    await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    await syncFolder(dirname(file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${file} 无法写入（${code}）：请检查磁盘空间与目录权限`);
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
}

/** Makes the new name survive a power loss. Windows cannot open folders. */
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

export const sessionSecret = (dataDir: string): Promise<string> =>
  keptSecret({
    file: join(dataDir, "session-secret"),
    make: () => randomBytes(32).toString("hex"),
    parse: (text) => {
      const secret = text.trim();
      if (!SECRET.test(secret)) throw new Error("not a full secret");
      return secret;
    },
    recovery: "删除该文件后重新启动：会生成新的密钥，所有访客须重新登录",
  });
