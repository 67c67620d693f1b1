import type { Db } from '../../../db/open.ts'
import type { Around } from './each-order.ts'
import { linesFallDue } from './lines-fall-due.ts'
import { remindFulfilment } from './remind-fulfilment.ts'

/** Everything that people are reminded of about orders: payments, promised deliveries, deliveries that wait. */
export async function remindOfOrders(db: Db, around: Around): Promise<void> {
  await linesFallDue(db, around)
  await remindFulfilment(db, around)
}
