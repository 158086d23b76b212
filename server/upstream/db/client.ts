import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import * as activity from "./activity-schema.ts";
import * as ledger from "./ledger-schema.ts";
import * as catalogue from "./schema.ts";

/** Every table of the store. */
export const tables = { ...catalogue, ...ledger, ...activity };

/** The store, whatever PostgreSQL is behind it. */
export type Database = PgDatabase<PgQueryResultHKT, typeof tables>;
