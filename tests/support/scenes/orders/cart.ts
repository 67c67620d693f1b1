import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { users } from '../../../../src/db/tables/accounts.ts'
import { products, productSpecs, services } from '../../../../src/db/tables/catalogue.ts'
import type { TestApp } from '../../app.ts'

/** A specification with its product. */
export interface SoldSpec {
  readonly kind: 'product'
  readonly listingId: number
  readonly specId: number
  readonly price: number
  readonly stock: number
  readonly minOrder: number
  readonly companyId: number
  readonly productNo: string
}

/** Specifications on sale at a fixed price, with stock for two minimum orders; one per product. */
export async function soldSpecs(app: Pick<TestApp, 'db'>): Promise<SoldSpec[]> {
  const rows = await app.db
    .selectDistinctOn([productSpecs.productId], {
      listingId: products.id,
      specId: productSpecs.id,
      price: productSpecs.price,
      stock: productSpecs.stock,
      minOrder: products.minOrder,
      companyId: products.companyId,
      productNo: products.productNo,
    })
    .from(productSpecs)
    .innerJoin(products, eq(products.id, productSpecs.productId))
    .where(
      and(
        eq(products.status, 'published'),
        eq(products.priceType, 0),
        isNull(products.deletedAt),
        isNull(productSpecs.removedAt),
        gt(productSpecs.stock, 20),
      ),
    )
    .orderBy(asc(productSpecs.productId), asc(productSpecs.id))
  return rows.filter(({ minOrder }) => minOrder <= 5).map((row) => ({ kind: 'product' as const, ...row }))
}

/** A service of a price type: 0 fixed, otherwise not fixed. */
export async function someService(app: Pick<TestApp, 'db'>, priceType: 0 | 1 | 2) {
  const [row] = await app.db
    .select({ listingId: services.id, price: services.price, companyId: services.companyId })
    .from(services)
    .where(and(eq(services.status, 'published'), eq(services.priceType, priceType), isNull(services.deletedAt)))
    .orderBy(asc(services.id))
    .limit(1)
  if (row === undefined) throw new Error('The demo data has no such service')
  return { kind: 'service' as const, ...row }
}

export async function companyOf(app: Pick<TestApp, 'db'>, loginName: string): Promise<number> {
  const [row] = await app.db.select({ id: users.companyId }).from(users).where(eq(users.loginName, loginName))
  if (row?.id == null) throw new Error(`${loginName} has no company`)
  return row.id
}

/** Item at an index; throws if the list is too short. */
export function at<T>(list: readonly T[], index: number): T {
  const one = list[index]
  if (one === undefined) throw new Error(`There is no ${index}`)
  return one
}

/** Reference to a purchasable for `cartJoin`. */
export const ref = ({ kind, listingId, specId }: Pick<SoldSpec, 'kind' | 'listingId' | 'specId'>) => ({
  kind,
  listingId,
  specId,
})
