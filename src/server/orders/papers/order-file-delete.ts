import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { OrderPapers, papersCalls } from '../../../contract/orders/papers.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { orderFiles } from '../../../db/tables/fulfilment.ts'
import { givesFilesBack } from '../../../domain/orders/order-papers.ts'
import type { Context, Handler } from '../../handler.ts'
import { lockOrder } from '../lock-order.ts'
import type { Side } from '../present-order.ts'
import { papersOf } from './order-papers.ts'

type Input = z.output<typeof papersCalls.buyerOrderFileDelete.input>

export const buyerOrderFileDelete: Handler<typeof papersCalls.buyerOrderFileDelete> = (input, context) =>
  remove('buyer', input, context)

export const sellerOrderFileDelete: Handler<typeof papersCalls.sellerOrderFileDelete> = (input, context) =>
  remove('seller', input, context)

/** Takes a file of the own company back from an order. What is gone already is gone. */
const remove = (
  side: Side,
  { orderId, fileId }: Input,
  { caller, db }: Context<'company' | 'seller'>,
): Promise<OrderPapers> =>
  db.transaction(async (tx) => {
    const { companyId } = caller
    const order = await lockOrder(tx, side, companyId, orderId)
    const [paper] = await tx
      .select({ id: orderFiles.id, companyId: orderFiles.companyId })
      .from(orderFiles)
      .where(and(eq(orderFiles.orderId, orderId), eq(orderFiles.fileId, fileId)))
    if (paper !== undefined) {
      if (paper.companyId !== companyId) throw new CallFailed('notFound')
      if (!givesFilesBack(order.status)) throw new CallFailed('stepNotAllowed')
      await tx.delete(orderFiles).where(eq(orderFiles.id, paper.id))
    }
    return papersOf(tx, order, companyId)
  })
