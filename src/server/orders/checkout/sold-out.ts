import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { products, productSpecs } from '../../../db/tables/catalogue.ts'
import type { Pieces } from '../stock.ts'

/** Tags of the public pages of goods of which a specification is now sold out: less is left than is sold at least. */
export async function soldOutTags(tx: Db, pieces: readonly Pieces[]): Promise<string[]> {
  if (pieces.length === 0) return []
  const ids = pieces.map(({ specId }) => specId)
  const rows = await tx
    .selectDistinct({ productNo: products.productNo })
    .from(productSpecs)
    .innerJoin(products, eq(products.id, productSpecs.productId))
    .where(and(inArray(productSpecs.id, ids), lt(productSpecs.stock, products.minOrder)))
  return rows.map(({ productNo }) => `product:${productNo}`)
}
