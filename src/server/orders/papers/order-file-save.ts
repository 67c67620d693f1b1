import { count, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { OrderPapers, papersCalls } from '../../../contract/orders/papers.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { orderFiles } from '../../../db/tables/fulfilment.ts'
import { mostOrderFiles, takesFiles } from '../../../domain/orders/order-papers.ts'
import type { Context, Handler } from '../../handler.ts'
import { ownFiles } from '../../operations/public.ts'
import { lockOrder } from '../lock-order.ts'
import type { Side } from '../present-order.ts'
import { papersOf } from './order-papers.ts'

type Input = z.output<typeof papersCalls.buyerOrderFileSave.input>

export const buyerOrderFileSave: Handler<typeof papersCalls.buyerOrderFileSave> = (input, context) =>
  save('buyer', input, context)

export const sellerOrderFileSave: Handler<typeof papersCalls.sellerOrderFileSave> = (input, context) =>
  save('seller', input, context)

/** Lays an own upload to an order. The same file again changes nothing; parallel ones are counted one after the other. */
const save = (
  side: Side,
  { orderId, fileId, kind }: Input,
  { caller, db }: Context<'company' | 'seller'>,
): Promise<OrderPapers> =>
  db.transaction(async (tx) => {
    const order = await lockOrder(tx, side, caller.companyId, orderId)
    if (!takesFiles(order.status)) throw new CallFailed('stepNotAllowed')
    if (!(await ownFiles(tx, [fileId], caller, 'attachment')).has(fileId)) throw new CallFailed('notFound')
    const by = { companyId: caller.companyId, userId: caller.userId }
    await tx
      .insert(orderFiles)
      .values({ orderId, fileId, kind, ...by })
      .onConflictDoNothing()
    const [{ all } = { all: 0 }] = await tx
      .select({ all: count() })
      .from(orderFiles)
      .where(eq(orderFiles.orderId, orderId))
    if (all > mostOrderFiles) throw new CallFailed('orderFilesFull')
    return papersOf(tx, order, caller.companyId)
  })
