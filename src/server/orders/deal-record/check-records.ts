import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'

/** What recomputing a record found; `broken` is the first entry that is not as it was written, null = none. */
export interface RecordCheck {
  readonly orderId: number
  readonly entries: number
  readonly broken: number | null
}

/** Recomputes every hash of some records, and compares them with what roots have of them. One statement. */
export async function checkRecords(db: Db, orderIds: readonly number[]): Promise<RecordCheck[]> {
  if (orderIds.length === 0) return []
  return db
    .select({
      orderId: sql<number>`checked.order_id`,
      entries: sql<number>`checked.entries`,
      broken: sql<number | null>`checked.broken`,
    })
    .from(sql`deal_record_checks(${sql.param([...orderIds])}::integer[]) as checked`)
    .orderBy(sql`checked.order_id`)
}
