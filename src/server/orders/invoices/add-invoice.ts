import type { Db } from '../../../db/open.ts'
import { invoices } from '../../../db/tables/fulfilment.ts'
import type { OrderInvoice } from '../../../domain/orders/order-papers.ts'
import type { Context } from '../../handler.ts'
import { recordSteps, type Actor } from '../../operations/public.ts'
import type { Order } from '../lock-order.ts'
import { tellInvoice } from './tell-invoice.ts'

interface Asked {
  readonly order: Order
  readonly details: OrderInvoice
  /** fen */
  readonly amount: number
  /** Who asked; null = the order's wish, kept by the system. */
  readonly by: Actor | null
}

/** Asks a supplier for an invoice: row, history and notice. The order is locked, the amount judged. Answers its id. */
export async function addInvoice(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  { order, details, amount, by }: Asked,
): Promise<number> {
  const values = { orderId: order.id, details, amount, userId: by?.userId ?? order.buyerUserId }
  const [made] = await tx.insert(invoices).values(values).returning({ id: invoices.id })
  if (made === undefined) throw new Error('An invoice was not written')
  const step = { event: 'request', fromStatus: '', toStatus: 'requested' }
  await recordSteps(tx, [{ entity: 'invoice', entityId: made.id, ...step, ...by }])
  await tellInvoice(tx, context, { order, event: 'request', amount })
  return made.id
}
