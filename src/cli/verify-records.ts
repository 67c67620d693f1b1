import { asc, eq, gt } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { orders } from '../db/tables/orders.ts'
import { checkRecords } from '../server/orders/deal-record/check-records.ts'
import { checkRoots } from '../server/orders/deal-record/check-roots.ts'

/** Orders per statement. */
const batch = 500

const faults = {
  previous: 'does not name the root of the day before',
  tree: 'is not the root of its leaves',
  signature: 'has a signature that does not fit',
} as const

/**
 * Recomputes the deal records of all orders, or of the one with a number, and the daily roots. Returns a line for each
 * fault, and a summary that tells days signed by another key than the present one. Throws an Error for an unknown number.
 */
export async function verifyDealRecords(
  db: Db,
  orderNo: string,
  publicKey: string,
): Promise<{ faults: string[]; summary: string }> {
  const found: string[] = []
  let [records, entries] = [0, 0]
  for await (const rows of orderBatches(db, orderNo)) {
    const numbers = new Map(rows.map((row) => [row.id, row.orderNo]))
    for (const check of await checkRecords(db, [...numbers.keys()])) {
      records += 1
      entries += check.entries
      const name = numbers.get(check.orderId) ?? ''
      if (check.broken !== null) found.push(`Order ${name}: entry ${check.broken} is not as it was written`)
      else if (check.entries === 0) found.push(`Order ${name}: it has no record`)
    }
  }
  const roots = await checkRoots(db, publicKey)
  if (roots.broken !== null) found.push(`The root of ${roots.broken.day} ${faults[roots.broken.fault]}`)
  const unsigned = roots.unsigned === 0 ? '' : `, ${roots.unsigned} of them unsigned`
  const { otherKeys } = roots
  const others =
    otherKeys.length === 0 ? '' : `, ${otherKeys.length} signed by another key, the last of ${otherKeys.at(-1)}`
  return {
    faults: found,
    summary: `${entries} entries of ${records} orders and ${roots.roots} roots${unsigned}${others}`,
  }
}

async function* orderBatches(db: Db, orderNo: string) {
  const { id } = orders
  if (orderNo !== '') {
    const one = await db.select({ id, orderNo: orders.orderNo }).from(orders).where(eq(orders.orderNo, orderNo))
    if (one.length === 0) throw new Error(`There is no order ${orderNo}`)
    yield one
    return
  }
  for (let last = 0; ;) {
    const rows = await db
      .select({ id, orderNo: orders.orderNo })
      .from(orders)
      .where(gt(id, last))
      .orderBy(asc(id))
      .limit(batch)
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1)?.id ?? last
  }
}
