import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { tables } from "./tables.ts";

/** The store, whatever PostgreSQL is behind it. */
export type Database = PgDatabase<PgQueryResultHKT, typeof tables>;

/** An open store and the way to close it. */
export interface Store {
  db: Database;
  close(): Promise<void>;
}

/** Whether a store's place is a server's address. */
const isServer = (where: string) => /^postgres(ql)?:\/\//.test(where);

/**
 * Opens a store and brings its tables up to date.
 * @param where a server's address, or the folder where PGlite keeps its files; undefined keeps everything in memory
 */
export async function openStore(where?: string): Promise<Store> {
  // loaded only where needed: each brings its own share of memory
  if (where !== undefined && isServer(where)) {
    const { openPostgres } = await import("./postgres.ts");
    return openPostgres(where);
  }
  const { openPglite } = await import("./pglite.ts");
  return openPglite(where);
}
