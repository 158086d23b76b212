import { existsSync } from "node:fs";
import { mkdir, rename, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { migrationsFolder } from "../folders.ts";
import { tables } from "./client.ts";
import { copyFolder, findSnapshot } from "./snapshot.ts";

/** For one connection: with the default shared_buffers, starting takes 100 ms more, and 140 MB. */
const startParams = [
  ...PGlite.defaultStartParams,
  ...["-c", "shared_buffers=16MB", "-c", "max_connections=5"],
  ...["-c", "max_wal_size=64MB", "-c", "min_wal_size=32MB"],
];

const MINUTE = 60_000;
/** PGlite has no background processes: without these statements its files would only grow. */
const maintenance = [
  { statement: "checkpoint", every: 5 * MINUTE },
  { statement: "vacuum analyze", every: 6 * 60 * MINUTE },
];

/** Writes are on disk before they are acknowledged. @throws {Error} one Chinese line */
export async function openPglite(folder?: string) {
  if (folder && !existsSync(join(folder, "PG_VERSION"))) await makeFolder(folder);
  const client = await PGlite.create({ startParams, ...(folder && { dataDir: folder }) }).catch(
    (error: unknown) => {
      // PGlite's own message comes from its WebAssembly runtime and explains nothing
      if (folder)
        throw new Error(
          `${folder} 里的数据库已损坏，无法打开：请停止程序，用备份替换该目录后重新启动`,
        );
      throw error;
    },
  );
  const db = drizzle({ client, schema: tables });
  await migrate(db, { migrationsFolder });
  const timers = maintenance.map(({ statement, every }) =>
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

/** Renamed once it is complete. @throws {Error} one Chinese line if it holds anything else */
async function makeFolder(folder: string): Promise<void> {
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return;
    throw new Error(`${folder} 里不是完整的数据库：请移走该目录后重新启动`);
  });
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  const snapshot = await findSnapshot();
  if (snapshot) await copyFolder(snapshot, unfinished);
  else {
    await mkdir(unfinished, { recursive: true });
    await (await PGlite.create({ startParams, dataDir: unfinished })).close();
  }
  await rename(unfinished, folder);
}
