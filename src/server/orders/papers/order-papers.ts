import { desc, eq } from 'drizzle-orm'
import type { OrderPapers, papersCalls } from '../../../contract/orders/papers.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { orderFiles } from '../../../db/tables/fulfilment.ts'
import { files } from '../../../db/tables/operations.ts'
import { orders } from '../../../db/tables/orders.ts'
import { givesFilesBack, takesFiles } from '../../../domain/orders/order-papers.ts'
import type { OrderStatus } from '../../../domain/orders/order-states.ts'
import type { Handler } from '../../handler.ts'
import { fileUrl } from '../../operations/public.ts'
import { companyOf, type Side } from '../present-order.ts'

export const buyerOrderPapers: Handler<typeof papersCalls.buyerOrderPapers> = ({ orderId }, { caller, db }) =>
  ownPapers(db, 'buyer', caller.companyId, orderId)

export const sellerOrderPapers: Handler<typeof papersCalls.sellerOrderPapers> = ({ orderId }, { caller, db }) =>
  ownPapers(db, 'seller', caller.companyId, orderId)

async function ownPapers(db: Db, side: Side, companyId: number, orderId: number): Promise<OrderPapers> {
  const [order] = await db
    .select({ id: orders.id, status: orders.status, companyId: companyOf(side) })
    .from(orders)
    .where(eq(orders.id, orderId))
  if (order?.companyId !== companyId) throw new CallFailed('notFound')
  return papersOf(db, order, companyId)
}

/** Files of an order as one of its companies reads them. */
export async function papersOf(
  db: Db,
  order: { readonly id: number; readonly status: OrderStatus },
  companyId: number,
): Promise<OrderPapers> {
  const rows = await db
    .select({ paper: orderFiles, file: { id: files.id, name: files.name, size: files.size }, by: companies.name })
    .from(orderFiles)
    .innerJoin(files, eq(files.id, orderFiles.fileId))
    .innerJoin(companies, eq(companies.id, orderFiles.companyId))
    .where(eq(orderFiles.orderId, order.id))
    .orderBy(desc(orderFiles.id))
  return {
    files: rows.map(({ paper, file, by }) => ({
      ...{ fileId: file.id, name: file.name, size: file.size, url: fileUrl(file), kind: paper.kind },
      ...{ companyName: by, own: paper.companyId === companyId, createdAt: paper.createdAt.toISOString() },
    })),
    mayAdd: takesFiles(order.status),
    mayRemove: givesFilesBack(order.status),
  }
}
