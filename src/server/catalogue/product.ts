import { and, asc, eq } from 'drizzle-orm'
import type { productsCalls } from '../../contract/catalogue/products.ts'
import { CallFailed } from '../../contract/failures.ts'
import { companies } from '../../db/tables/accounts.ts'
import { brands, productSpecs, products } from '../../db/tables/catalogue.ts'
import { shops } from '../../db/tables/shops.ts'
import type { Handler } from '../handler.ts'
import { categoryNodes } from './category-tree.ts'
import { boxColumns, boxOf, detailColumns, detailOf } from './detail-row.ts'
import { regionNames } from './places.ts'
import { presentProduct, productColumns } from './product-rows.ts'

const columns = {
  ...productColumns,
  ...detailColumns(products),
  ...boxColumns,
  productIntro: products.summary,
  minOrder: products.minOrder,
  brandName: brands.name,
}

/** A product on sale with its specifications and its shop. */
export const product: Handler<typeof productsCalls.product> = async ({ productNo }, context) => {
  const { db } = context
  const [row] = await db
    .select(columns)
    .from(products)
    .innerJoin(shops, eq(shops.id, products.shopId))
    .innerJoin(companies, eq(companies.id, products.companyId))
    .leftJoin(brands, eq(brands.id, products.brandId))
    .where(and(eq(products.productNo, productNo), eq(products.status, 'published')))
  if (row === undefined) throw new CallFailed('notFound')
  const { id, name, price, stock, sort, productId } = productSpecs
  const specs = await db
    .select({ specId: id, name, price, stock })
    .from(productSpecs)
    .where(eq(productId, row.productId))
    .orderBy(asc(sort), asc(id))
  const [nodes, regionOf] = [await categoryNodes(context), await regionNames(db)]
  return {
    ...presentProduct(row, regionOf),
    ...detailOf(row, nodes),
    productIntro: row.productIntro,
    brandName: row.brandName ?? '',
    minOrder: row.minOrder,
    specs,
    shop: boxOf(row, regionOf),
  }
}
