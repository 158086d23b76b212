import { and, eq, getTableColumns } from "drizzle-orm";
import type { PgColumn, PgDatabase, PgQueryResultHKT, PgTable } from "drizzle-orm/pg-core";
import * as ofMembers from "./member-schema.ts";
import * as catalogue from "./schema.ts";

export const tables = { ...catalogue, ...ofMembers };

export type Database = PgDatabase<PgQueryResultHKT, typeof tables>;

/** A condition for `where`: the columns have these values. */
export function matching<Table extends PgTable>(
  table: Table,
  values: Partial<Table["$inferSelect"]>,
) {
  const columns = getTableColumns(table) as Record<string, PgColumn>;
  return and(
    ...Object.entries(values).map(([name, value]) => eq(columns[name] as PgColumn, value)),
  );
}
