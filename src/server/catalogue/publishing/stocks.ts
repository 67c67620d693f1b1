import { and, asc, desc, eq, ilike, isNull, lte, or, sql } from 'drizzle-orm'
import type { sellerProductsCalls } from '../../../contract/catalogue/seller-products.ts'
import { products, productSpecs } from '../../../db/tables/catalogue.ts'
import type { Handler } from '../../handler.ts'
import { amountBetween, daysBetween, sortedBy } from '../../platform/queries/list-bounds.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { listingTags } from './move-effects.ts'
import { isListingPublished } from '../../../domain/catalogue/listing-states.ts'

/** Specifications of the caller's shop; with `atMost` lowest stock first, else grouped by product. */
export const stocks: Handler<typeof sellerProductsCalls.stocks> = async (
  { keyword, atMost, from, until, amountFrom, amountTo, current, pageSize, ...order },
  { caller, db },
) => {
  const part = likePattern(keyword)
  const where = and(
    eq(products.shopId, caller.shopId),
    isNull(products.deletedAt),
    isNull(productSpecs.removedAt),
    atMost === undefined ? undefined : lte(productSpecs.stock, atMost),
    daysBetween(products.updatedAt, from, until),
    amountBetween(productSpecs.price, amountFrom, amountTo),
    keyword === ''
      ? undefined
      : or(
          ...[products.title, products.productNo, products.catalogueNo, products.cas].map((each) => ilike(each, part)),
          ...[productSpecs.name, productSpecs.code].map((each) => ilike(each, part)),
        ),
  )
  const joined = eq(products.id, productSpecs.productId)
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(productSpecs)
    .innerJoin(products, joined)
    .where(where)
  const byProduct = [desc(products.updatedAt), desc(products.id), asc(productSpecs.sort), asc(productSpecs.id)]
  const byDefault = [...(atMost === undefined ? [] : [asc(productSpecs.stock)]), ...byProduct]
  const columns = { price: productSpecs.price, stock: productSpecs.stock }
  const data = await db
    .select({
      specId: productSpecs.id,
      productId: products.id,
      productNo: products.productNo,
      title: products.title,
      specName: productSpecs.name,
      code: productSpecs.code,
      price: productSpecs.price,
      stock: productSpecs.stock,
      unit: products.unit,
      status: products.status,
    })
    .from(productSpecs)
    .innerJoin(products, joined)
    .where(where)
    .orderBy(...sortedBy(columns, order, byDefault, asc(productSpecs.id)))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return { total: counted?.total ?? 0, data }
}

/** Locks the product first, as saving its form does, so that neither overwrites the other. */
export const stockUpdate: Handler<typeof sellerProductsCalls.stockUpdate> = async (
  { specId, was, stock },
  { caller, db, pages, after, note },
) =>
  db.transaction(async (tx) => {
    const [spec] = await tx
      .select({ id: products.id, no: products.productNo, status: products.status, name: productSpecs.name })
      .from(productSpecs)
      .innerJoin(products, eq(products.id, productSpecs.productId))
      .where(
        and(
          eq(productSpecs.id, specId),
          isNull(productSpecs.removedAt),
          eq(products.companyId, caller.companyId),
          isNull(products.deletedAt),
        ),
      )
      .for('no key update', { of: products })
    if (spec === undefined) throw new CallFailed('notFound')
    note(`${spec.no}，${spec.name}，${was} → ${stock}`)
    const [saved] = await tx
      .update(productSpecs)
      .set({ stock })
      .where(and(eq(productSpecs.id, specId), eq(productSpecs.stock, was), isNull(productSpecs.removedAt)))
      .returning({ stock: productSpecs.stock })
    if (saved === undefined) {
      const [now] = await tx
        .select({ stock: productSpecs.stock })
        .from(productSpecs)
        .where(and(eq(productSpecs.id, specId), isNull(productSpecs.removedAt)))
      if (now === undefined) throw new CallFailed('notFound')
      throw new CallFailed('conflict', now)
    }
    if (isListingPublished(spec.status)) after(() => pages.invalidate(listingTags('product', caller.shopId, [spec])))
    return saved
  })
