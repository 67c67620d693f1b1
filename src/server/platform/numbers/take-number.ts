import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'

/** A table whose rows have a public number. */
type NumberedTable =
  | 'demands'
  | 'offers'
  | 'orders'
  | 'order_groups'
  | 'payments'
  | 'refunds'
  | 'payouts'
  | 'declarations'
  | 'requisitions'
  | 'agreements'
  | 'samples'
  | 'sample_shipments'

/**
 * Takes the next id of a table and derives its number: prefix, day in Shanghai, at least four digits. The id comes from
 * the sequence of the table, so parallel writers neither block nor collide.
 */
export async function takeNumber(tx: Db, table: NumberedTable, prefix = ''): Promise<{ id: number; no: string }> {
  const [taken] = await takeNumbers(tx, [{ table, count: 1, prefix }])
  if (taken === undefined) throw new Error(`No sequence of ${table}`)
  return taken
}

/** As `takeNumber`, for several rows of several tables in one query, in the given order. */
export async function takeNumbers(
  tx: Db,
  wanted: readonly { readonly table: NumberedTable; readonly count: number; readonly prefix?: string }[],
): Promise<{ id: number; no: string }[]> {
  const each = wanted.flatMap(({ table, count, prefix = '' }) =>
    Array.from({ length: count }, () => ({ table, prefix })),
  )
  const tables = each.map(({ table }) => table)
  const taken = await tx
    .select({
      id: sql<number>`nextval(pg_get_serial_sequence(each.name, 'id'))::int`,
      day: sql<string>`to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDD')`,
    })
    .from(sql`unnest(${sql.param(tables)}::text[]) as each (name)`)
  return taken.map(({ id, day }, at) => ({ id, no: `${each[at]?.prefix ?? ''}${day}-${String(id).padStart(4, '0')}` }))
}
