import { desc, eq, count, and } from 'drizzle-orm'
import type { OrderDocuments, documentsCalls } from '../../../contract/orders/documents.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { orderFiles } from '../../../db/tables/fulfilment.ts'
import { files } from '../../../db/tables/operations.ts'
import { orders } from '../../../db/tables/orders.ts'
import { dealFile } from '../../../domain/orders/deal-record.ts'
import { canRemoveOrderFiles, canAddOrderFiles, maxOrderFiles } from '../../../domain/orders/order-documents.ts'
import type { OrderStatus } from '../../../domain/orders/order-states.ts'
import type { Handler, Context } from '../../handler.ts'
import { sideCompanyId } from '../present-order.ts'
import { fileUrl, ownFiles } from '../../platform/files/files.ts'
import type { z } from 'zod'
import { recordDeal } from '../deal-record/record-deal.ts'
import { lockOrder } from '../lock-order.ts'
import type { Side } from '../../../domain/sides.ts'

export const buyerOrderDocuments: Handler<typeof documentsCalls.buyerOrderDocuments> = ({ orderId }, { caller, db }) =>
  loadOwnDocuments(db, 'buyer', caller.companyId, orderId)

export const sellerOrderDocuments: Handler<typeof documentsCalls.sellerOrderDocuments> = (
  { orderId },
  { caller, db },
) => loadOwnDocuments(db, 'seller', caller.companyId, orderId)

async function loadOwnDocuments(db: Db, side: Side, companyId: number, orderId: number): Promise<OrderDocuments> {
  const [order] = await db
    .select({ id: orders.id, status: orders.status, companyId: sideCompanyId(side) })
    .from(orders)
    .where(eq(orders.id, orderId))
  if (order?.companyId !== companyId) throw new CallFailed('notFound')
  return loadOrderDocuments(db, order, companyId)
}

/** Files of an order for one of its companies. */
export async function loadOrderDocuments(
  db: Db,
  order: { readonly id: number; readonly status: OrderStatus },
  companyId: number,
): Promise<OrderDocuments> {
  const rows = await db
    .select({ paper: orderFiles, file: { id: files.id, name: files.name, size: files.size }, by: companies.name })
    .from(orderFiles)
    .innerJoin(files, eq(files.id, orderFiles.fileId))
    .innerJoin(companies, eq(companies.id, orderFiles.companyId))
    .where(eq(orderFiles.orderId, order.id))
    .orderBy(desc(orderFiles.id))
  return {
    files: rows.map(({ paper, file, by }) => ({
      fileId: file.id,
      name: file.name,
      size: file.size,
      url: fileUrl(file),
      kind: paper.kind,
      companyName: by,
      own: paper.companyId === companyId,
      createdAt: paper.createdAt.toISOString(),
    })),
    mayAdd: canAddOrderFiles(order.status),
    mayRemove: canRemoveOrderFiles(order.status),
  }
}

type FileAddition = z.output<typeof documentsCalls.buyerOrderFileSave.input>

export const buyerOrderFileSave: Handler<typeof documentsCalls.buyerOrderFileSave> = (input, context) =>
  addOrderFile('buyer', input, context)

export const sellerOrderFileSave: Handler<typeof documentsCalls.sellerOrderFileSave> = (input, context) =>
  addOrderFile('seller', input, context)

/** Adds an own upload to an order; idempotent. The order lock makes the limit exact for parallel calls. */
const addOrderFile = (
  side: Side,
  { orderId, fileId, kind }: FileAddition,
  { caller, db }: Context<'company' | 'seller'>,
): Promise<OrderDocuments> =>
  db.transaction(async (tx) => {
    const order = await lockOrder(tx, side, caller.companyId, orderId)
    if (!canAddOrderFiles(order.status)) throw new CallFailed('stepNotAllowed')
    const file = (await ownFiles(tx, [fileId], caller, 'attachment')).get(fileId)
    if (file === undefined) throw new CallFailed('notFound')
    const by = { companyId: caller.companyId, userId: caller.userId }
    const added = await tx
      .insert(orderFiles)
      .values({ orderId, fileId, kind, ...by })
      .onConflictDoNothing()
      .returning({ id: orderFiles.id })
    const facts = { documentKind: kind, files: [dealFile(file)] }
    if (added.length > 0) await recordDeal(tx, [{ orderId, kind: 'document', event: 'add', side, by, facts }])
    const [{ all: total } = { all: 0 }] = await tx
      .select({ all: count() })
      .from(orderFiles)
      .where(eq(orderFiles.orderId, orderId))
    if (total > maxOrderFiles) throw new CallFailed('orderFilesFull')
    return loadOrderDocuments(tx, order, caller.companyId)
  })

type FileRemoval = z.output<typeof documentsCalls.buyerOrderFileDelete.input>

export const buyerOrderFileDelete: Handler<typeof documentsCalls.buyerOrderFileDelete> = (input, context) =>
  removeOrderFile('buyer', input, context)

export const sellerOrderFileDelete: Handler<typeof documentsCalls.sellerOrderFileDelete> = (input, context) =>
  removeOrderFile('seller', input, context)

/** Removes a file of the caller's company from an order; idempotent. */
const removeOrderFile = (
  side: Side,
  { orderId, fileId }: FileRemoval,
  { caller, db }: Context<'company' | 'seller'>,
): Promise<OrderDocuments> =>
  db.transaction(async (tx) => {
    const { companyId, userId } = caller
    const order = await lockOrder(tx, side, companyId, orderId)
    const [file] = await tx
      .select({ id: orderFiles.id, companyId: orderFiles.companyId })
      .from(orderFiles)
      .where(and(eq(orderFiles.orderId, orderId), eq(orderFiles.fileId, fileId)))
    if (file !== undefined) {
      if (file.companyId !== companyId) throw new CallFailed('notFound')
      if (!canRemoveOrderFiles(order.status)) throw new CallFailed('stepNotAllowed')
      await tx.delete(orderFiles).where(eq(orderFiles.id, file.id))
      const by = { companyId, userId }
      await recordDeal(tx, [{ orderId, kind: 'document', event: 'remove', side, by, facts: { fileId } }])
    }
    return loadOrderDocuments(tx, order, companyId)
  })
