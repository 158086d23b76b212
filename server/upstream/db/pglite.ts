import { existsSync } from "node:fs";
import { mkdir, rename, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { migrationsFolder } from "../folders.ts";
import { tables } from "./client.ts";
import { copyFolder, findSnapshot } from "./snapshot.ts";

/**
 * PGlite's own settings, and less memory: it serves one connection, and the system caches the files again. With
 * the usual 128 MB of buffers a start takes 100 ms longer and 140 MB more.
 */
const startParams = [
  ...PGlite.defaultStartParams,
  ...["-c", "shared_buffers=16MB", "-c", "max_connections=5"],
  // how much of its log stays for reuse after a checkpoint
  ...["-c", "max_wal_size=64MB", "-c", "min_wal_size=32MB"],
];

const MINUTE = 60_000;
/** PGlite has none of PostgreSQL's background processes: without these its files would grow without end. */
const upkeep = [
  { statement: "checkpoint", every: 5 * MINUTE },
  { statement: "vacuum analyze", every: 6 * 60 * MINUTE },
];

/**
 * Opens PGlite. Every write is in its files before it is acknowledged, so that a killed process loses none.
 * @param folder undefined keeps everything in memory
 * @throws {Error} one Chinese line that names a folder whose files are damaged, and the way back
 */
export async function openPglite(folder?: string) {
  if (folder && !existsSync(join(folder, "PG_VERSION"))) await makeFolder(folder);
  const client = await PGlite.create({ startParams, ...(folder && { dataDir: folder }) }).catch(
    (error: unknown) => {
      // PGlite's own words are those of its compiler
      if (folder)
        throw new Error(
          `${folder} 里的数据库已损坏，无法打开：请停止程序，用备份替换该目录后重新启动`,
        );
      throw error;
    },
  );
  const db = drizzle({ client, schema: tables });
  await migrate(db, { migrationsFolder });
  const timers = upkeep.map(({ statement, every }) =>
    // a failure is repeated at the next interval, and a broken store fails its queries, too
    setInterval(() => client.exec(statement).catch(() => undefined), every).unref(),
  );
  return {
    db,
    async close() {
      for (const timer of timers) clearInterval(timer);
      await client.close();
    },
  };
}

/**
 * Made aside and renamed: a start that is interrupted leaves no half-made database.
 * @throws {Error} one Chinese line when something else is in the folder, which is never deleted
 */
async function makeFolder(folder: string): Promise<void> {
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return;
    throw new Error(`${folder} 里不是完整的数据库：请移走该目录后重新启动`);
  });
  const aside = `${folder}.new`;
  await rm(aside, { recursive: true, force: true });
  const snapshot = await findSnapshot();
  if (snapshot) await copyFolder(snapshot, aside);
  else {
    await mkdir(aside, { recursive: true });
    await (await PGlite.create({ startParams, dataDir: aside })).close();
  }
  await rename(aside, folder);
}
