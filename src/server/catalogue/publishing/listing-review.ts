import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { listingReviewsCalls } from '../../../contract/catalogue/listing-reviews.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { isListingInReview, isListingPublished, type ListingStatus } from '../../../domain/catalogue/listing-states.ts'
import type { Context, Handler } from '../../handler.ts'
import { applyMoveEffects } from './move-effects.ts'
import type { AnyForm, ListingType, Listing } from './listing-type.ts'
import { changeStep, transitionListing } from './listing-steps.ts'
import { findPendingChanges, deleteChanges, updateChanges } from './pending-changes.ts'
import { productKind } from './product-kind.ts'
import { sellerRules } from './seller-rules.ts'
import { serviceKind } from './service-kind.ts'
import { withForm, writeListings } from './write-listings.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'
import { lockOpenShops } from '../../shops/lock-open-shops.ts'
import { links } from '../../../domain/links.ts'
import { sentence } from '../../../domain/sentence.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'
import { isChangeInReview } from '../../../domain/change-states.ts'

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
    title: `${kind.word}「${title}」${verdict.title}`,
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
  if (found.companyId === caller.companyId) throw new CallFailed('forbidden')
  const rules = await sellerRules(context, kind.kind, found.shopId)
  return db.transaction(async (tx) => {
    const [listing] = await kind.read(tx, where, 'lock')
    if (listing === undefined) throw new CallFailed('notFound')
    note(`${listing.no}，${verdictTexts[verdict.event]}`)
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
