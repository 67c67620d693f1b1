import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { productForm, serviceForm } from '../../../contract/catalogue/listing-form.ts'
import type { listingReviewsCalls } from '../../../contract/catalogue/listing-reviews.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { listingChanges, products, services } from '../../../db/tables/catalogue.ts'
import { categories } from '../../../db/tables/reference.ts'
import { shops } from '../../../db/tables/shops.ts'
import { isListingInReview, isListingPublished, type ListingStatus } from '../../../domain/catalogue/listing-states.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import { isChangeInReview } from '../../../domain/change-states.ts'
import { links } from '../../../domain/links.ts'
import { sentence } from '../../../domain/sentence.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import type { Context, Handler } from '../../handler.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'
import { categoryNodes } from '../../reference/categories.ts'
import { lockOpenShops } from '../../shops/lock-open-shops.ts'
import { changeStep, transitionListing } from './listing-steps.ts'
import type { AnyForm, Listing, ListingType } from './listing-type.ts'
import { applyMoveEffects } from './move-effects.ts'
import { deleteChanges, findPendingChanges, updateChanges } from './pending-changes.ts'
import { productKind } from './product-kind.ts'
import { holdSellerRules, sellerRules } from './seller-rules.ts'
import { serviceKind } from './service-kind.ts'
import { withForm, writeListings } from './write-listings.ts'

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

interface Reviewed {
  readonly kind: Pick<ListingType<AnyForm>, 'kind' | 'word' | 'permission'>
  readonly companyId: number
  readonly title: string
  readonly event: 'pass' | 'reject' | 'suspend' | 'release'
  readonly reason: string
}

/** Notifies the publishers of a company of a review verdict. */
async function notifyReviewed(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  { kind, companyId, title, event, reason }: Reviewed,
): Promise<void> {
  const people = (await recipientsWithPermission(tx, [companyId], kind.permission)).get(companyId) ?? []
  const path = kind.kind === 'service' ? links.sellerServices() : links.sellerGoods()
  const verdict = {
    pass: { title: '已通过审核', text: '内容已生效。' },
    reject: { title: '未通过审核', text: `原因：${sentence(reason)}请修改后重新提交。` },
    suspend: { title: '已被平台停售', text: `原因：${sentence(reason)}请修改后联系平台客服。` },
    release: { title: '已解除停售', text: '现为已下架状态，可重新上架。' },
  }[event]
  await notify(tx, context, 'listing.reviewed', people, {
    title: `${kind.word}“${title}”${verdict.title}`,
    path,
    text: verdict.text,
  })
}

type Verdict = z.output<typeof listingReviewsCalls.listingReview.input>

/** Reviews a listing. Throws forbidden for the operator's own company. */
export const listingReview: Handler<typeof listingReviewsCalls.listingReview> = (verdict, context) =>
  verdict.kind === 'service'
    ? reviewListing(serviceKind, verdict, context)
    : reviewListing(productKind, verdict, context)

async function reviewListing<F extends AnyForm>(kind: ListingType<F>, verdict: Verdict, context: Context<'operator'>) {
  const { caller, db, note } = context
  const where = and(eq(kind.table.id, verdict.listingId), isNull(kind.table.deletedAt))
  const [found] = await kind.read(db, where)
  if (found === undefined) throw new CallFailed('notFound')
  const known = await sellerRules(context, kind.kind, found.shopId)
  return db.transaction(async (tx) => {
    const rules = await holdSellerRules(tx, known)
    const [listing] = await kind.read(tx, where, 'lock')
    if (listing === undefined) throw new CallFailed('notFound')
    const companyIds = [listing.companyId]
    note(`${listing.no}，${verdictTexts[verdict.event]}`, { kind: kind.kind, id: listing.id, companyIds })
    // Listings of a closed shop stay pending until it reopens.
    if (verdict.event === 'pass' && !(await lockOpenShops(tx, [listing.companyId]))) throw new CallFailed('shopClosed')
    const change = (await findPendingChanges(tx, kind, [listing])).get(listing.id)
    const isVerdict = verdict.event === 'pass' || verdict.event === 'reject'
    if (isVerdict && !isListingInReview(listing.status)) {
      if (!isChangeInReview(change?.status)) throw new CallFailed('stepNotAllowed')
      checkSubmittedAt(verdict, change.updatedAt)
      const row = verdict.event === 'pass' ? withForm(rules, listing, change.form) : undefined
      const event = verdict.event === 'pass' ? 'change_pass' : 'change_reject'
      const step = changeStep({ ...listing, kind: kind.kind }, event, { userId: caller.userId }, verdict.reason)
      if (row === undefined) await updateChanges(tx, kind, [listing.id], 'rejected', verdict.reason)
      else await deleteChanges(tx, kind, [listing.id])
      await writeListings(tx, kind, row === undefined ? [] : [{ ...row, version: listing.version + 1 }], [step])
      return finish(tx, kind, listing, listing.status, verdict, context)
    }
    if (isVerdict) checkSubmittedAt(verdict, listing.updatedAt)
    const mover = { ...listing, kind: kind.kind }
    const { status, step } = transitionListing(
      mover,
      verdict.event,
      'operator',
      { userId: caller.userId },
      verdict.reason,
    )
    const now = new Date()
    const publishedAt = isListingPublished(status) ? now : listing.publishedAt
    await tx
      .update(kind.table)
      .set({ status, publishedAt, reason: verdict.reason, updatedAt: now })
      .where(and(eq(kind.table.id, listing.id), eq(kind.table.status, listing.status)))
    await recordSteps(tx, [step])
    return finish(tx, kind, listing, status, verdict, context)
  })
}

const verdictTexts = { pass: '通过', reject: '驳回', suspend: '停售', release: '解除停售' } as const

/** The verdict applies only to the version that the operator read. */
function checkSubmittedAt({ submittedAt }: Verdict, at: Date): void {
  if (submittedAt !== undefined && new Date(submittedAt).getTime() !== at.getTime()) throw new CallFailed('conflict')
}

async function finish(
  tx: Db,
  kind: Pick<ListingType<AnyForm>, 'kind' | 'word' | 'permission'>,
  { id, no, shopId, companyId, form, status: from }: Listing<AnyForm>,
  to: ListingStatus,
  { event, reason }: Verdict,
  context: Context<'operator'>,
): Promise<{ status: ListingStatus }> {
  await notifyReviewed(tx, context, { kind, companyId, title: form.title, event, reason })
  await applyMoveEffects(tx, context, kind.kind, shopId, [{ id, no, from, to }])
  return { status: to }
}
