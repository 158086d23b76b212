import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import * as ledger from "./ledger-schema.ts";
import * as library from "./library-schema.ts";
import * as catalogue from "./schema.ts";
import * as site from "./site-schema.ts";
import * as support from "./support-schema.ts";

/** Every table of the store. */
export const tables = { ...catalogue, ...ledger, ...library, ...site, ...support };

/** The store, whatever PostgreSQL is behind it. */
export type Database = PgDatabase<PgQueryResultHKT, typeof tables>;
