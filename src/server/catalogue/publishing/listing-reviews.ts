import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { listingReviewsCalls } from '../../../contract/catalogue/listing-reviews.ts'
import type { Db } from '../../../db/open.ts'
import { listingChanges, products, services } from '../../../db/tables/catalogue.ts'
import { categories } from '../../../db/tables/reference.ts'
import { shops } from '../../../db/tables/shops.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import type { Handler } from '../../handler.ts'

/** New listings that wait, and changes of those that are out already, the oldest first: each from its own index. */
export const listingReviews: Handler<typeof listingReviewsCalls.listingReviews> = async (
  { kind, current, pageSize },
  { db },
) => {
  const waiting = waitingOf(db).as('waiting')
  const where = kind === undefined ? undefined : eq(waiting.kind, kind)
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(waiting)
    .where(where)
  const rows = await db
    .select({
      ...{ kind: waiting.kind, listingId: waiting.listingId, title: waiting.title, categoryName: categories.name },
      ...{ shopId: shops.id, shopName: shops.name, orgId: shops.companyId },
      ...{ isChange: waiting.isChange, submittedAt: waiting.at },
    })
    .from(waiting)
    .innerJoin(shops, eq(shops.id, waiting.shopId))
    .leftJoin(categories, eq(categories.id, waiting.categoryId))
    .where(where)
    .orderBy(asc(waiting.at), desc(waiting.kind), asc(waiting.listingId))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return {
    total: counted?.total ?? 0,
    data: rows.map((row) => ({
      ...row,
      categoryName: row.categoryName ?? '',
      submittedAt: row.submittedAt.toISOString(),
    })),
  }
}

const waitingOf = (db: Db) =>
  unionAll(
    newOnes(db, 'service', services),
    newOnes(db, 'product', products),
    changed(db, 'service', services),
    changed(db, 'product', products),
  )

/** Named apart from the column of the categories that are joined. */
const kindOf = (kind: ListingKind) => sql<ListingKind>`${kind}::text`.as('waiting_kind')

const newOnes = (db: Db, kind: ListingKind, t: typeof services | typeof products) =>
  db
    .select({
      ...{ kind: kindOf(kind), listingId: t.id, title: t.title, categoryId: t.categoryId, shopId: t.shopId },
      ...{ isChange: sql<boolean>`false`.as('is_change'), at: t.updatedAt },
    })
    .from(t)
    .where(and(eq(t.status, 'pending_review'), isNull(t.deletedAt)))

const changed = (db: Db, kind: ListingKind, t: typeof services | typeof products) =>
  db
    .select({
      ...{ kind: kindOf(kind), listingId: t.id },
      title: sql<string>`${listingChanges.form} ->> 'title'`.as('title'),
      categoryId: sql<number>`(${listingChanges.form} ->> 'categoryId')::int`.as('category_id'),
      shopId: t.shopId,
      ...{ isChange: sql<boolean>`true`.as('is_change'), at: listingChanges.updatedAt },
    })
    .from(listingChanges)
    .innerJoin(t, eq(t.id, listingChanges.listingId))
    .where(and(eq(listingChanges.kind, kind), eq(listingChanges.status, 'pending_review'), isNull(t.deletedAt)))
