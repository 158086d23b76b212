import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import * as ofMembers from "./member-schema.ts";
import * as catalogue from "./schema.ts";

export const tables = { ...catalogue, ...ofMembers };

export type Database = PgDatabase<PgQueryResultHKT, typeof tables>;
