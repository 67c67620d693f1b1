import { and, eq, isNull } from 'drizzle-orm'
import type { sellerProductsCalls } from '../../../contract/catalogue/seller-products.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { products, productSpecs } from '../../../db/tables/catalogue.ts'
import type { Handler } from '../../handler.ts'
import { listingTags } from './after-writes.ts'

/** The product is locked first, as by everybody who saves its form: neither writes over what the other one did. */
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
          ...[eq(productSpecs.id, specId), isNull(productSpecs.removedAt)],
          ...[eq(products.companyId, caller.companyId), isNull(products.deletedAt)],
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
    if (spec.status === 'published') after(() => pages.invalidate(listingTags('product', caller.shopId, [spec])))
    return saved
  })
