import { and, asc, count, desc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { batchesCalls } from '../../../contract/catalogue/batches.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { productBatches, products } from '../../../db/tables/catalogue.ts'
import { deliveries, deliveryBatches } from '../../../db/tables/fulfilment.ts'
import { files } from '../../../db/tables/operations.ts'
import { orders } from '../../../db/tables/orders.ts'
import { batchErrors, isBatchExpired, maxBatches } from '../../../domain/catalogue/batches.ts'
import { today } from '../../../domain/time.ts'
import type { Caller, Handlers, Seller } from '../../handler.ts'
import { fileUrl, ownFiles } from '../../platform/files/files.ts'

const coaFiles = alias(files, 'coa_files')
const sdsFiles = alias(files, 'sds_files')

/** Batches with their papers, the latest first. */
const selectBatches = (db: Db) =>
  db
    .select({
      batchId: productBatches.id,
      batchNo: productBatches.batchNo,
      madeOn: productBatches.madeOn,
      retestOn: productBatches.retestOn,
      coa: { id: coaFiles.id, name: coaFiles.name },
      sds: { id: sdsFiles.id, name: sdsFiles.name },
    })
    .from(productBatches)
    .innerJoin(products, eq(products.id, productBatches.productId))
    .leftJoin(coaFiles, eq(coaFiles.id, productBatches.coaFileId))
    .leftJoin(sdsFiles, eq(sdsFiles.id, productBatches.sdsFileId))

const newestFirst = [
  sql`${productBatches.madeOn} desc nulls last`,
  desc(productBatches.id),
  asc(productBatches.batchNo),
]

const paperOf = (file: { readonly id: string; readonly name: string } | null) =>
  file === null ? null : { fileId: file.id, url: fileUrl(file), name: file.name }

/** A product of the caller's company, locked: saves of its batches follow one another. */
async function lockOwnProduct(tx: Db, productId: number, { companyId }: Pick<Seller, 'companyId'>) {
  const [product] = await tx
    .select({ id: products.id, productNo: products.productNo, title: products.title })
    .from(products)
    .where(and(eq(products.id, productId), eq(products.companyId, companyId), isNull(products.deletedAt)))
    .for('no key update')
  if (product === undefined) throw new CallFailed('notFound')
  return product
}

interface BatchChange {
  readonly productId: number
  readonly batchNo: string
  readonly coaFileId: string | null
  readonly sdsFileId: string | null
}

/**
 * Locks a batch of the product. One that was delivered keeps its number, and its papers may be replaced, not removed:
 * buyers hold material of it. Throws notFound, or errors of the fields.
 */
async function assertKeepsDelivered(tx: Db, batchId: number, change: BatchChange): Promise<void> {
  const [before] = await tx
    .select({
      batchNo: productBatches.batchNo,
      coaFileId: productBatches.coaFileId,
      sdsFileId: productBatches.sdsFileId,
    })
    .from(productBatches)
    .where(and(eq(productBatches.id, batchId), eq(productBatches.productId, change.productId)))
    .for('update')
  if (before === undefined) throw new CallFailed('notFound')
  const papers = (['coaFileId', 'sdsFileId'] as const).filter(
    (field) => before[field] !== null && change[field] === null,
  )
  const faults = [
    ...(before.batchNo === change.batchNo ? [] : [{ field: 'batchNo', message: '该批次已随订单发货，批号不能修改' }]),
    ...papers.map((field) => ({ field, message: '该批次已随订单发货，文件可以更换，不能移除' })),
  ]
  if (faults.length === 0) return
  const used = await tx.$count(deliveryBatches, eq(deliveryBatches.batchId, batchId))
  if (used > 0) throw fieldFailed(...faults)
}

/**
 * Whether somebody who is signed in may open a file as the certificate of a batch: of goods on sale, of their own
 * company, or of a batch that was delivered to it.
 */
export async function canOpenBatchFile(db: Db, fileId: string, caller: Pick<Caller, 'companyId'>): Promise<boolean> {
  const [row] = await db
    .select({ id: productBatches.id })
    .from(productBatches)
    .innerJoin(products, eq(products.id, productBatches.productId))
    .where(
      // One file may be the certificate of several batches: any of them opens it.
      and(
        eq(productBatches.coaFileId, fileId),
        or(
          eq(products.status, 'published'),
          sql`${productBatches.companyId} = ${caller.companyId}::int`,
          sql`exists (
            select 1 from ${deliveryBatches} given
            join ${deliveries} d on d.id = given.delivery_id join ${orders} o on o.id = d.order_id
            where given.batch_id = ${productBatches.id} and o.buyer_company_id = ${caller.companyId}::int)`,
        ),
      ),
    )
    .limit(1)
  return row !== undefined
}

export const batchesHandlers: Handlers<typeof batchesCalls> = {
  productBatches: async ({ productNo }, { db }) => {
    const rows = await selectBatches(db)
      .where(and(eq(products.productNo, productNo), eq(products.status, 'published')))
      .orderBy(...newestFirst)
    return {
      data: rows.map(({ coa, sds, ...row }) => {
        const paper = paperOf(sds)
        return {
          ...row,
          expired: isBatchExpired(row.retestOn, today()),
          hasCoa: coa !== null,
          sds: paper === null ? null : { url: paper.url, name: paper.name },
        }
      }),
    }
  },

  batchCoa: async ({ batchId }, { db }) => {
    const [row] = await selectBatches(db).where(and(eq(productBatches.id, batchId), eq(products.status, 'published')))
    const paper = paperOf(row?.coa ?? null)
    if (paper === null) throw new CallFailed('notFound')
    return { url: paper.url, name: paper.name }
  },

  sellerBatches: async ({ productId }, { caller, db }) => {
    const rows = await selectBatches(db)
      .where(and(eq(productBatches.productId, productId), eq(productBatches.companyId, caller.companyId)))
      .orderBy(...newestFirst)
    return {
      data: rows.map(({ coa, sds, ...row }) => ({
        ...row,
        expired: isBatchExpired(row.retestOn, today()),
        coa: paperOf(coa),
        sds: paperOf(sds),
      })),
    }
  },

  batchSave: async ({ productId, batchId, batchNo, madeOn, retestOn, coaFileId, sdsFileId }, context) => {
    const { after, caller, db, note, pages } = context
    const faults = batchErrors({ madeOn, retestOn })
    if (faults.length > 0) throw fieldFailed(...faults)
    return db.transaction(async (tx) => {
      const product = await lockOwnProduct(tx, productId, caller)
      note(`${product.productNo}，批号 ${batchNo}`)
      const given = [
        { field: 'coaFileId', id: coaFileId, purpose: 'attachment' },
        { field: 'sdsFileId', id: sdsFileId, purpose: 'document' },
      ] as const
      for (const { field, id, purpose } of given) {
        const own = id === null ? undefined : await ownFiles(tx, [id], caller, purpose)
        if (id !== null && own?.has(id) !== true) throw fieldFailed({ field, message: '文件不存在，请移除后重新上传' })
      }
      const [same] = await tx
        .select({ id: productBatches.id })
        .from(productBatches)
        .where(
          and(
            eq(productBatches.productId, productId),
            eq(productBatches.batchNo, batchNo),
            batchId === undefined ? undefined : ne(productBatches.id, batchId),
          ),
        )
      if (same !== undefined) throw new CallFailed('batchTaken')
      const columns = { batchNo, madeOn, retestOn, coaFileId, sdsFileId, updatedAt: new Date() }
      after(() => pages.invalidate([`product:${product.productNo}`]))
      if (batchId !== undefined) {
        await assertKeepsDelivered(tx, batchId, { productId, batchNo, coaFileId, sdsFileId })
        const [saved] = await tx
          .update(productBatches)
          .set(columns)
          .where(and(eq(productBatches.id, batchId), eq(productBatches.productId, productId)))
          .returning({ batchId: productBatches.id })
        if (saved === undefined) throw new CallFailed('notFound')
        return saved
      }
      const [counted] = await tx
        .select({ has: count() })
        .from(productBatches)
        .where(eq(productBatches.productId, productId))
      if ((counted?.has ?? 0) >= maxBatches) throw new CallFailed('batchesFull', { max: maxBatches })
      const [added] = await tx
        .insert(productBatches)
        .values({ ...columns, productId, companyId: caller.companyId, createdBy: caller.userId })
        .returning({ batchId: productBatches.id })
      if (added === undefined) throw new Error('No identity for a batch')
      return added
    })
  },

  batchDelete: async ({ batchId }, { after, caller, db, note, pages }) =>
    db.transaction(async (tx) => {
      const [batch] = await tx
        .select({ productId: productBatches.productId, batchNo: productBatches.batchNo })
        .from(productBatches)
        .where(and(eq(productBatches.id, batchId), eq(productBatches.companyId, caller.companyId)))
      if (batch === undefined) throw new CallFailed('notFound')
      const product = await lockOwnProduct(tx, batch.productId, caller)
      note(`${product.productNo}，批号 ${batch.batchNo}`)
      // A delivery that names the batch meanwhile is waited for and counted.
      await tx
        .select({ id: productBatches.id })
        .from(productBatches)
        .where(eq(productBatches.id, batchId))
        .for('update')
      const used = await tx.$count(deliveryBatches, eq(deliveryBatches.batchId, batchId))
      if (used > 0) throw new CallFailed('batchInUse')
      await tx.delete(productBatches).where(eq(productBatches.id, batchId))
      after(() => pages.invalidate([`product:${product.productNo}`]))
      return {}
    }),
}
