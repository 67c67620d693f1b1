import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { listingReviewsCalls } from '../../../contract/catalogue/listing-reviews.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import type { ListingStatus } from '../../../domain/catalogue/listing-states.ts'
import type { Context, Handler } from '../../handler.ts'
import { recordSteps } from '../../operations/public.ts'
import { holdOpen } from '../../shops/public.ts'
import { follow } from './after-writes.ts'
import type { AnyForm, Kind, Listing } from './kind.ts'
import { changeStep, moved } from './listing-steps.ts'
import { changesFor, dropChanges, moveChanges } from './pending-changes.ts'
import { productKind } from './product-kind.ts'
import { sellerRules } from './seller-rules.ts'
import { serviceKind } from './service-kind.ts'
import { tellReviewed } from './tell-reviewed.ts'
import { withForm, writeListings } from './write-listings.ts'

type Verdict = z.output<typeof listingReviewsCalls.listingReview.input>

/** Nobody decides about what their own company offers. */
export const listingReview: Handler<typeof listingReviewsCalls.listingReview> = (verdict, context) =>
  verdict.kind === 'service' ? review(serviceKind, verdict, context) : review(productKind, verdict, context)

async function review<F extends AnyForm>(kind: Kind<F>, verdict: Verdict, context: Context<'operator'>) {
  const { caller, db, note } = context
  const where = and(eq(kind.table.id, verdict.listingId), isNull(kind.table.deletedAt))
  const [found] = await kind.read(db, where)
  if (found === undefined) throw new CallFailed('notFound')
  if (found.companyId === caller.companyId) throw new CallFailed('forbidden')
  const rules = await sellerRules(context, kind.kind, found.shopId)
  return db.transaction(async (tx) => {
    const [listing] = await kind.read(tx, where, 'lock')
    if (listing === undefined) throw new CallFailed('notFound')
    note(`${listing.no}，${words[verdict.event]}`)
    // What waits in a shop that is closed waits until it is opened again.
    if (verdict.event === 'pass' && !(await holdOpen(tx, [listing.companyId]))) throw new CallFailed('shopClosed')
    const change = (await changesFor(tx, kind, [listing])).get(listing.id)
    const isVerdict = verdict.event === 'pass' || verdict.event === 'reject'
    if (isVerdict && listing.status !== 'pending_review') {
      if (change?.status !== 'pending_review') throw new CallFailed('stepNotAllowed')
      mustBeRead(verdict, change.updatedAt)
      const row = verdict.event === 'pass' ? withForm(rules, listing, change.form) : undefined
      const event = verdict.event === 'pass' ? 'change_pass' : 'change_reject'
      const step = changeStep({ ...listing, kind: kind.kind }, event, { userId: caller.userId }, verdict.reason)
      if (row === undefined) await moveChanges(tx, kind, [listing.id], 'rejected', verdict.reason)
      else await dropChanges(tx, kind, [listing.id])
      await writeListings(tx, kind, row === undefined ? [] : [{ ...row, version: listing.version + 1 }], [step])
      return finish(tx, kind, listing, listing.status, verdict, context)
    }
    if (isVerdict) mustBeRead(verdict, listing.updatedAt)
    const mover = { ...listing, kind: kind.kind }
    const { status, step } = moved(mover, verdict.event, 'operator', { userId: caller.userId }, verdict.reason)
    const now = new Date()
    const publishedAt = status === 'published' ? now : listing.publishedAt
    await tx
      .update(kind.table)
      .set({ status, publishedAt, reason: verdict.reason, updatedAt: now })
      .where(and(eq(kind.table.id, listing.id), eq(kind.table.status, listing.status)))
    await recordSteps(tx, [step])
    return finish(tx, kind, listing, status, verdict, context)
  })
}

const words = { pass: '通过', reject: '驳回', suspend: '停售', release: '解除停售' } as const

/** A verdict is about what the operator read, not about what came in its place since. */
function mustBeRead({ submittedAt }: Verdict, at: Date): void {
  if (submittedAt !== undefined && new Date(submittedAt).getTime() !== at.getTime()) throw new CallFailed('conflict')
}

async function finish(
  tx: Db,
  kind: Pick<Kind<AnyForm>, 'kind' | 'word' | 'permission'>,
  { id, no, shopId, companyId, form, status: from }: Listing<AnyForm>,
  to: ListingStatus,
  { event, reason }: Verdict,
  context: Context<'operator'>,
): Promise<{ status: ListingStatus }> {
  await tellReviewed(tx, context, { kind, companyId, title: form.title, event, reason })
  await follow(tx, context, kind.kind, shopId, [{ id, no, from, to }])
  return { status: to }
}
