import { and, asc, desc, eq, ilike, isNull, lte, or, sql } from 'drizzle-orm'
import type { sellerProductsCalls } from '../../../contract/catalogue/seller-products.ts'
import { products, productSpecs } from '../../../db/tables/catalogue.ts'
import type { Handler } from '../../handler.ts'
import { anywhere } from '../../search/anywhere.ts'

/** Every specification of the caller's shop; with `atMost` the scarcest first, else those of one product together. */
export const stocks: Handler<typeof sellerProductsCalls.stocks> = async (
  { keyword, atMost, current, pageSize },
  { caller, db },
) => {
  const part = anywhere(keyword)
  const where = and(
    ...[eq(products.shopId, caller.shopId), isNull(products.deletedAt), isNull(productSpecs.removedAt)],
    atMost === undefined ? undefined : lte(productSpecs.stock, atMost),
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
  const order = [desc(products.updatedAt), desc(products.id), asc(productSpecs.sort), asc(productSpecs.id)]
  const data = await db
    .select({
      ...{ specId: productSpecs.id, productId: products.id, productNo: products.productNo, title: products.title },
      ...{ specName: productSpecs.name, code: productSpecs.code, price: productSpecs.price },
      ...{ stock: productSpecs.stock, unit: products.unit, status: products.status },
    })
    .from(productSpecs)
    .innerJoin(products, joined)
    .where(where)
    .orderBy(...(atMost === undefined ? [] : [asc(productSpecs.stock)]), ...order)
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return { total: counted?.total ?? 0, data }
}
