import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import * as ofMembers from "./member-schema.ts";
import * as catalogue from "./schema.ts";

/** Every table of the store. */
export const tables = { ...catalogue, ...ofMembers };

/** The store, whatever PostgreSQL is behind it. */
export type Database = PgDatabase<PgQueryResultHKT, typeof tables>;
