import { and, eq, isNull } from 'drizzle-orm'
import type { listingReviewsCalls } from '../../contract/catalogue/listing-reviews.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import { shops } from '../../db/tables/shops.ts'
import type { Handler } from '../handler.ts'

const read = (db: Db, t: typeof services | typeof products, number: string) =>
  db
    .select({
      ...{ listingId: t.id, title: t.title, status: t.status, reason: t.reason, updatedAt: t.updatedAt },
      ...{ shopId: shops.id, shopName: shops.name, orgId: shops.companyId },
    })
    .from(t)
    .innerJoin(shops, eq(shops.id, t.shopId))
    .where(and(eq('productNo' in t ? t.productNo : t.serviceNo, number), isNull(t.deletedAt)))

/** A listing of any company and state by its number, as its page shows it. */
export const listingByNumber: Handler<typeof listingReviewsCalls.listingByNumber> = async (input, { db }) => {
  const number = input.number.toUpperCase()
  for (const [kind, t] of [
    ['service', services],
    ['product', products],
  ] as const) {
    const [row] = await read(db, t, number)
    if (row !== undefined) return { ...row, kind, number, updatedAt: row.updatedAt.toISOString() }
  }
  throw new CallFailed('notFound')
}
