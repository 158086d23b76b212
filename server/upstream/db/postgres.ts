import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { migrationsFolder } from "../folders.ts";
import { tables } from "./client.ts";

const CONNECTIONS = 10;
const CONNECT_SECONDS = 10;
/** Key of an advisory lock, unique within this database. */
const MIGRATION_LOCK = 7_210_042;

const options = {
  connect_timeout: CONNECT_SECONDS,
  onnotice: () => undefined,
  connection: { application_name: "chengying-upstream" },
};

/** @throws {Error} one Chinese line, without the address because it contains a password */
export async function openPostgres(url: string) {
  await bringUpToDate(url);
  const client = postgres(url, { ...options, max: CONNECTIONS });
  const db = drizzle({ client, schema: tables });
  return { db, close: () => client.end({ timeout: 5 }) };
}

/** Several upstreams may start on one database: the first migrates, the others wait. */
async function bringUpToDate(url: string): Promise<void> {
  const client = postgres(url, { ...options, max: 1 });
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`.catch((error: unknown) => {
      throw new Error(`DATABASE_URL 无法连接（${reason(error)}）：请检查地址、用户名和密码`);
    });
    await migrate(drizzle({ client }), { migrationsFolder });
  } finally {
    await client.end({ timeout: 5 });
  }
}

const reason = (error: unknown) =>
  error instanceof Error && "code" in error ? String(error.code) : "未知原因";
