import { and, eq, getTableColumns } from "drizzle-orm";
import type {
  PgColumn,
  PgDatabase,
  PgInsertValue,
  PgQueryResultHKT,
  PgTable,
} from "drizzle-orm/pg-core";
import * as ofMembers from "./member-schema.ts";
import * as catalogue from "./schema.ts";

export const tables = { ...catalogue, ...ofMembers };

export type Database = PgDatabase<PgQueryResultHKT, typeof tables>;

/** False if the row, or another one with its key, is there already. */
export async function insertOnce<Table extends PgTable>(
  db: Database,
  table: Table,
  row: PgInsertValue<Table>,
): Promise<boolean> {
  return (await db.insert(table).values(row).onConflictDoNothing().returning()).length > 0;
}

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
