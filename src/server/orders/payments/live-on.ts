import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { orders, paymentLines } from '../../../db/tables/orders.ts'
import { unpaidHours } from '../../../domain/orders/payment-methods.ts'
import type { Order } from '../lock-order.ts'

const hour = 3_600_000

/**
 * A payment came to nothing and nothing else was paid: goods that are held for an order are not held for ever. A
 * payer whose payee found nothing gets its time anew; one who gave up has what is left of it, an hour at least.
 */
export async function liveOn(tx: Db, of: readonly Order[], why: 'rejected' | 'withdrawn'): Promise<void> {
  for (const { id, source, status, createdAt } of of) {
    if (source === 'demand' || status !== 'pending_confirm') continue
    const anew = Date.now() + unpaidHours * hour
    const rest = Math.max(createdAt.getTime() + unpaidHours * hour, Date.now() + hour)
    const unpaidUntil = new Date(why === 'rejected' ? anew : rest)
    const nothingPaid = sql`not exists (select 1 from ${paymentLines}
      where ${paymentLines.orderId} = ${id} and (${paymentLines.paid} > 0 or ${paymentLines.status} = 'submitted'))`
    await tx
      .update(orders)
      .set({ unpaidUntil })
      .where(sql`${eq(orders.id, id)} and ${nothingPaid}`)
  }
}
