import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { migrationsFolder } from "../folders.ts";
import { copyFolder } from "./copy-folder.ts";
import { findSnapshot } from "./snapshot.ts";
import { tables } from "./tables.ts";

/**
 * PGlite's own settings, and less memory: it serves one connection, and the system caches the files again. With
 * the usual 128 MB of buffers a start takes 100 ms longer and 140 MB more.
 */
const startParams = [
  ...PGlite.defaultStartParams,
  ...["-c", "shared_buffers=16MB", "-c", "max_connections=5"],
];

/**
 * Opens PGlite. Every write is in its files before it is acknowledged, so that a killed process loses none.
 * @param folder undefined keeps everything in memory
 */
export async function openPglite(folder?: string) {
  if (folder && !existsSync(join(folder, "PG_VERSION"))) await makeFolder(folder);
  const client = await PGlite.create({ startParams, ...(folder && { dataDir: folder }) });
  const db = drizzle({ client, schema: tables });
  await migrate(db, { migrationsFolder });
  return { db, close: () => client.close() };
}

/** Made aside and renamed: a start that is interrupted leaves no half-made database. */
async function makeFolder(folder: string): Promise<void> {
  const aside = `${folder}.new`;
  await rm(aside, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
  const snapshot = await findSnapshot();
  if (snapshot) await copyFolder(snapshot, aside);
  else {
    await mkdir(aside, { recursive: true });
    await (await PGlite.create({ startParams, dataDir: aside })).close();
  }
  await rename(aside, folder);
}
