import { mkdir } from "node:fs/promises";
import { PGlite } from "@electric-sql/pglite";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { migrationsFolder } from "../folders.ts";
import * as schema from "./schema.ts";

/** The store, whatever PostgreSQL is behind it. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

/** An open store and the way to close it. */
export interface Store {
  db: Database;
  close(): Promise<void>;
}

/**
 * Opens PGlite and brings its tables up to date.
 * @param folder where it keeps its files; undefined keeps everything in memory
 */
export async function openStore(folder?: string): Promise<Store> {
  if (folder) await mkdir(folder, { recursive: true });
  const client = await PGlite.create(folder ? { dataDir: folder } : {});
  const db = drizzle({ client, schema });
  await migrate(db, { migrationsFolder });
  return { db, close: () => client.close() };
}
