import type { Database } from "./client.ts";

export interface Store {
  db: Database;
  close(): Promise<void>;
}

/** @param where a server's address or PGlite's folder; by default the store is in memory */
export async function openStore(where?: string): Promise<Store> {
  if (where && /^postgres(ql)?:\/\//.test(where)) {
    const { openPostgres } = await import("./postgres.ts");
    return openPostgres(where);
  }
  const { openPglite } = await import("./pglite.ts");
  return openPglite(where);
}
