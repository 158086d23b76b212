import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const MAGIC = Buffer.from("CYP1");
const DIGEST = 16;
/** Fraction of the limit: how much one sweep frees, and how much is written between sweeps. */
const SLACK = 0.1;
/** An unfinished file that is older was left by a process that died. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

const fileName = /^[\w-]{43}$/;
const unfinished = /\.tmp$/;

/**
 * Several processes may share the folder. Never throws: if the folder is unusable, nothing is kept.
 * @param options.maxBytes each process may exceed it by a tenth between sweeps
 */
export function createDiskCache(options: { folder: string; maxBytes: number }) {
  const { folder, maxBytes } = options;
  let unsweptBytes = Number.POSITIVE_INFINITY;
  let sweeping: Promise<void> | undefined;

  const pathOf = (key: string) => {
    const name = createHash("sha256").update(key).digest("base64url");
    return join(folder, name.slice(0, 2), name);
  };

  const sweepWhenDue = (written: number) => {
    unsweptBytes += written;
    if (unsweptBytes < maxBytes * SLACK) return sweeping;
    sweeping ??= sweep(folder, maxBytes).finally(() => {
      sweeping = undefined;
    });
    unsweptBytes = 0;
    return sweeping;
  };

  return {
    async read(key: string) {
      const path = pathOf(key);
      const file = await readFile(path).catch(() => undefined);
      if (!file) return undefined;
      const bytes = unwrap(file);
      const now = new Date();
      await (bytes ? utimes(path, now, now) : rm(path, { force: true })).catch(() => undefined);
      return bytes;
    },
    async put(key: string, bytes: Buffer) {
      const path = pathOf(key);
      const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
      const file = Buffer.concat([MAGIC, digestOf(bytes), bytes]);
      try {
        await mkdir(dirname(path), { recursive: true });
        await writeFile(temporary, file);
        await rename(temporary, path);
      } catch {
        await rm(temporary, { force: true }).catch(() => undefined);
        return;
      }
      await sweepWhenDue(file.length);
    },
    async touch(key: string) {
      const now = new Date();
      await utimes(pathOf(key), now, now).catch(() => undefined);
    },
  };
}

const digestOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest().subarray(0, DIGEST);

function unwrap(file: Buffer): Buffer | undefined {
  const start = MAGIC.length + DIGEST;
  const bytes = file.subarray(start);
  const whole =
    file.subarray(0, MAGIC.length).equals(MAGIC) &&
    file.subarray(MAGIC.length, start).equals(digestOf(bytes));
  return whole ? bytes : undefined;
}

async function sweep(folder: string, maxBytes: number): Promise<void> {
  const files = await listFiles(folder);
  const finished = files.filter(({ path }) => !unfinished.test(path));
  const abandoned = files.filter(
    ({ path, usedAt }) => unfinished.test(path) && usedAt < Date.now() - ABANDONED_AFTER_MS,
  );
  let excess = finished.reduce((sum, { size }) => sum + size, 0) - maxBytes;
  const allowed = excess > 0 ? maxBytes * SLACK : 0;
  const old: string[] = [];
  for (const { path, size } of finished.toSorted((a, b) => a.usedAt - b.usedAt)) {
    if (excess <= -allowed) break;
    excess -= size;
    old.push(path);
  }
  for (const path of [...abandoned.map((file) => file.path), ...(allowed > 0 ? old : [])]) {
    await rm(path, { force: true }).catch(() => undefined);
  }
}

/** Reads one folder at a time, so that the thread pool stays available. */
async function listFiles(folder: string) {
  const files: { path: string; size: number; usedAt: number }[] = [];
  for (const part of await readdir(folder).catch(() => [])) {
    const names = await readdir(join(folder, part)).catch(() => []);
    for (const name of names.filter((one) => fileName.test(one) || unfinished.test(one))) {
      const path = join(folder, part, name);
      const found = await stat(path).catch(() => undefined);
      if (found) files.push({ path, size: found.size, usedAt: found.mtimeMs });
    }
  }
  return files;
}
