import type { Database } from "./client.ts";

export interface Store {
  db: Database;
  close(): Promise<void>;
}

const isServer = (where: string) => /^postgres(ql)?:\/\//.test(where);

/** @param where a server's address or PGlite's folder; by default the store is in memory */
export async function openStore(where?: string): Promise<Store> {
  if (where !== undefined && isServer(where)) {
    const { openPostgres } = await import("./postgres.ts");
    return openPostgres(where);
  }
  const { openPglite } = await import("./pglite.ts");
  return openPglite(where);
}
