import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { listingReviewsCalls } from '../../../contract/catalogue/listing-reviews.ts'
import type { Db } from '../../../db/open.ts'
import { listingChanges, products, services } from '../../../db/tables/catalogue.ts'
import { categories } from '../../../db/tables/reference.ts'
import { shops } from '../../../db/tables/shops.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import type { Handler, Context } from '../../handler.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { productForm, serviceForm } from '../../../contract/catalogue/listing-form.ts'
import { categoryNodes } from '../../reference/categories.ts'
import type { AnyForm, ListingType } from './listing-type.ts'
import { findPendingChanges } from './pending-changes.ts'
import { productKind } from './product-kind.ts'
import { serviceKind } from './service-kind.ts'
import { isListingInReview } from '../../../domain/catalogue/listing-states.ts'
import { isChangeInReview } from '../../../domain/change-states.ts'

/** New listings and changes of published ones that await review, oldest first, each read from its own index. */
export const listingReviews: Handler<typeof listingReviewsCalls.listingReviews> = async (
  { kind, current, pageSize },
  { db },
) => {
  const waiting = reviewQueue(db).as('waiting')
  const where = kind === undefined ? undefined : eq(waiting.kind, kind)
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(waiting)
    .where(where)
  const rows = await db
    .select({
      kind: waiting.kind,
      listingId: waiting.listingId,
      title: waiting.title,
      categoryName: categories.name,
      shopId: shops.id,
      shopName: shops.name,
      orgId: shops.companyId,
      isChange: waiting.isChange,
      submittedAt: waiting.at,
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

const reviewQueue = (db: Db) =>
  unionAll(
    newListings(db, 'service', services),
    newListings(db, 'product', products),
    changedListings(db, 'service', services),
    changedListings(db, 'product', products),
  )

/** Aliased to differ from the `kind` column of the joined categories. */
const kindColumn = (kind: ListingKind) => sql<ListingKind>`${kind}::text`.as('waiting_kind')

const newListings = (db: Db, kind: ListingKind, t: typeof services | typeof products) =>
  db
    .select({
      kind: kindColumn(kind),
      listingId: t.id,
      title: t.title,
      categoryId: t.categoryId,
      shopId: t.shopId,
      isChange: sql<boolean>`false`.as('is_change'),
      at: t.updatedAt,
    })
    .from(t)
    .where(and(eq(t.status, 'pending_review'), isNull(t.deletedAt)))

const changedListings = (db: Db, kind: ListingKind, t: typeof services | typeof products) =>
  db
    .select({
      kind: kindColumn(kind),
      listingId: t.id,
      title: sql<string>`${listingChanges.form} ->> 'title'`.as('title'),
      categoryId: sql<number>`(${listingChanges.form} ->> 'categoryId')::int`.as('category_id'),
      shopId: t.shopId,
      isChange: sql<boolean>`true`.as('is_change'),
      at: listingChanges.updatedAt,
    })
    .from(listingChanges)
    .innerJoin(t, eq(t.id, listingChanges.listingId))
    .where(and(eq(listingChanges.kind, kind), eq(listingChanges.status, 'pending_review'), isNull(t.deletedAt)))

const findByNumber = (db: Db, t: typeof services | typeof products, number: string) =>
  db
    .select({
      listingId: t.id,
      title: t.title,
      status: t.status,
      reason: t.reason,
      updatedAt: t.updatedAt,
      shopId: shops.id,
      shopName: shops.name,
      orgId: shops.companyId,
    })
    .from(t)
    .innerJoin(shops, eq(shops.id, t.shopId))
    .where(and(eq('productNo' in t ? t.productNo : t.serviceNo, number), isNull(t.deletedAt)))

/** A listing of any company and state by its public number. */
export const listingByNumber: Handler<typeof listingReviewsCalls.listingByNumber> = async (input, { db }) => {
  const number = input.number.toUpperCase()
  for (const [kind, t] of [
    ['service', services],
    ['product', products],
  ] as const) {
    const [row] = await findByNumber(db, t, number)
    if (row !== undefined) return { ...row, kind, number, updatedAt: row.updatedAt.toISOString() }
  }
  throw new CallFailed('notFound')
}

/** The submitted listing and its published version. Throws notFound when nothing awaits review. */
export const listingForReview: Handler<typeof listingReviewsCalls.listingForReview> = async (
  { kind, listingId },
  context,
) => {
  if (kind === 'service') {
    const { row, form, now } = await findForReview(serviceKind, listingId, context)
    return { ...row, kind, form: serviceForm.parse(form), now: now === null ? null : serviceForm.parse(now) }
  }
  const { row, form, now } = await findForReview(productKind, listingId, context)
  return { ...row, kind, form: productForm.parse(form), now: now === null ? null : productForm.parse(now) }
}

async function findForReview<F extends AnyForm>(kind: ListingType<F>, id: number, context: Context<'operator'>) {
  const { db } = context
  const [listing] = await kind.read(db, and(eq(kind.table.id, id), isNull(kind.table.deletedAt)))
  if (listing === undefined) throw new CallFailed('notFound')
  const change = (await findPendingChanges(db, kind, [listing])).get(id)
  const isChange = !isListingInReview(listing.status)
  if (isChange && !isChangeInReview(change?.status)) throw new CallFailed('notFound')
  const shown = isChange && change !== undefined ? change : listing
  const [shop] = await db.select({ name: shops.name }).from(shops).where(eq(shops.id, listing.shopId))
  const { categoryId, title } = shown.form
  const node = categoryId === null ? undefined : (await categoryNodes(context)).get(categoryId)
  return {
    row: {
      kind: kind.kind,
      listingId: id,
      title,
      categoryName: node?.name ?? '',
      shopId: listing.shopId,
      shopName: shop?.name ?? '',
      orgId: listing.companyId,
      isChange,
      submittedAt: shown.updatedAt.toISOString(),
    },
    form: shown.form,
    now: isChange ? listing.form : null,
  }
}
