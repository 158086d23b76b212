import type { Database } from "./client.ts";

export interface Store {
  db: Database;
  close(): Promise<void>;
}

const isServer = (where: string) => /^postgres(ql)?:\/\//.test(where);

/**
 * Opens a store and brings its tables up to date.
 * @param where a server's address, or the folder where PGlite has its files; undefined keeps everything in memory
 */
export async function openStore(where?: string): Promise<Store> {
  // loaded only where needed: each takes memory of its own
  if (where !== undefined && isServer(where)) {
    const { openPostgres } = await import("./postgres.ts");
    return openPostgres(where);
  }
  const { openPglite } = await import("./pglite.ts");
  return openPglite(where);
}
