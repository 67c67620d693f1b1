import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { CallFailed } from '../../../contract/failures.ts'
import type { Delivery } from '../../../contract/orders/documents.ts'
import type { fulfilmentCalls } from '../../../contract/orders/fulfilment.ts'
import type { Db } from '../../../db/open.ts'
import { productBatches, products } from '../../../db/tables/catalogue.ts'
import { deliveryBatches } from '../../../db/tables/fulfilment.ts'
import { files } from '../../../db/tables/operations.ts'
import { orderLines, orders } from '../../../db/tables/orders.ts'
import { isBatchExpired } from '../../../domain/catalogue/batches.ts'
import { today } from '../../../domain/time.ts'
import type { Handler } from '../../handler.ts'
import { fileUrl } from '../../platform/files/files.ts'

const coaFiles = alias(files, 'coa_files')
const sdsFiles = alias(files, 'sds_files')

const paperOf = (file: { readonly id: string; readonly name: string } | null) =>
  file === null ? null : { url: fileUrl(file), name: file.name }

/** Batches of the goods of an order of this supplier. */
const selectOrdered = (db: Db, orderId: number, companyId: number) =>
  db
    .selectDistinct({
      batchId: productBatches.id,
      batchNo: productBatches.batchNo,
      productName: products.title,
      retestOn: productBatches.retestOn,
    })
    .from(orderLines)
    .innerJoin(orders, and(eq(orders.id, orderLines.orderId), eq(orders.sellerCompanyId, companyId)))
    .innerJoin(products, and(eq(products.id, orderLines.listingId), eq(orderLines.kind, 'product')))
    .innerJoin(productBatches, eq(productBatches.productId, products.id))
    .where(eq(orderLines.orderId, orderId))

/** What the supplier can choose from when goods are sent; empty for an order without such goods. */
export const deliverableBatches: Handler<typeof fulfilmentCalls.deliverableBatches> = async (
  { orderId },
  { caller, db },
) => {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.sellerCompanyId, caller.companyId)))
  if (order === undefined) throw new CallFailed('notFound')
  const rows = await selectOrdered(db, orderId, caller.companyId).orderBy(asc(products.title), desc(productBatches.id))
  return { data: rows.map((row) => ({ ...row, expired: isBatchExpired(row.retestOn, today()) })) }
}

/** A batch as the deal record names it. */
type NamedBatch = { readonly product: string; readonly batchNo: string }

/** Names the batches of a delivery, and returns their names. Throws notFound for one that is not of the ordered goods. */
export async function saveDeliveredBatches(
  tx: Db,
  {
    orderId,
    deliveryId,
    companyId,
  }: { readonly orderId: number; readonly deliveryId: number; readonly companyId: number },
  batchIds: readonly number[],
): Promise<readonly NamedBatch[]> {
  const ids = [...new Set(batchIds)]
  if (ids.length === 0) return []
  const ordered = await selectOrdered(tx, orderId, companyId)
  const known = new Map(ordered.map((row) => [row.batchId, { product: row.productName, batchNo: row.batchNo }]))
  const named = ids.flatMap((id) => known.get(id) ?? [])
  if (named.length < ids.length) throw new CallFailed('notFound')
  await tx.insert(deliveryBatches).values(ids.map((batchId) => ({ deliveryId, batchId })))
  return named
}

/** Batches of deliveries with their papers: one query. */
export async function loadDeliveredBatches(
  db: Db,
  deliveryIds: readonly number[],
): Promise<(deliveryId: number) => Delivery['batches']> {
  if (deliveryIds.length === 0) return () => []
  const rows = await db
    .select({
      deliveryId: deliveryBatches.deliveryId,
      batchId: productBatches.id,
      batchNo: productBatches.batchNo,
      productName: products.title,
      retestOn: productBatches.retestOn,
      coa: { id: coaFiles.id, name: coaFiles.name },
      sds: { id: sdsFiles.id, name: sdsFiles.name },
    })
    .from(deliveryBatches)
    .innerJoin(productBatches, eq(productBatches.id, deliveryBatches.batchId))
    .innerJoin(products, eq(products.id, productBatches.productId))
    .leftJoin(coaFiles, eq(coaFiles.id, productBatches.coaFileId))
    .leftJoin(sdsFiles, eq(sdsFiles.id, productBatches.sdsFileId))
    .where(inArray(deliveryBatches.deliveryId, [...deliveryIds]))
    .orderBy(asc(productBatches.id))
  const byDelivery = Map.groupBy(rows, ({ deliveryId }) => deliveryId)
  return (wanted) =>
    (byDelivery.get(wanted) ?? []).map(({ batchId, batchNo, productName, retestOn, coa, sds }) => ({
      batchId,
      batchNo,
      productName,
      retestOn,
      expired: isBatchExpired(retestOn, today()),
      coa: paperOf(coa),
      sds: paperOf(sds),
    }))
}
