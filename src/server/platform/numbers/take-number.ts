import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'

/** A table whose rows have a public number. */
type NumberedTable = 'demands' | 'offers' | 'orders' | 'order_groups' | 'payments' | 'refunds' | 'declarations'

/**
 * Takes the next id of a table and derives its number: prefix, day in Shanghai, at least four digits. The id comes from
 * the sequence of the table, so parallel writers neither block nor collide.
 */
export async function takeNumber(tx: Db, table: NumberedTable, prefix = ''): Promise<{ id: number; no: string }> {
  const [taken] = await takeNumbers(tx, table, 1, prefix)
  if (taken === undefined) throw new Error(`No sequence of ${table}`)
  return taken
}

/** As `takeNumber`, for several in one query. */
export async function takeNumbers(
  tx: Db,
  table: NumberedTable,
  count: number,
  prefix = '',
): Promise<{ id: number; no: string }[]> {
  const taken = await tx
    .select({
      id: sql<number>`nextval(pg_get_serial_sequence(${table}, 'id'))::int`,
      day: sql<string>`to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDD')`,
    })
    .from(sql`generate_series(1, ${count}::int) as each`)
  return taken.map(({ id, day }) => ({ id, no: `${prefix}${day}-${String(id).padStart(4, '0')}` }))
}
