import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** Sum of a column over rows, 0 without any; `where` counts only some of the rows. */
export const sumOf = (column: SQLWrapper, where?: SQLWrapper): SQL<number> =>
  sql<number>`coalesce(sum(${column})${where === undefined ? sql`` : sql` filter (where ${where})`}, 0)::float8`
