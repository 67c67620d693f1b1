import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Outcomes } from '../../../contract/daily-list.ts'
import { CallFailed, failures } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import {
  directlyEditableStatuses,
  listingLabels,
  type ListingStatus,
  type SellerListingEvent,
  isListingPublished,
} from '../../../domain/catalogue/listing-states.ts'
import type { Context } from '../../handler.ts'
import { assertCertified } from '../../session/authorise.ts'
import { applyMoveEffects, type Move } from './move-effects.ts'
import type { AnyForm, ListingType, Listing, ListingToWrite } from './listing-type.ts'
import { changeStep, transitionListing, submitListing, type Step } from './listing-steps.ts'
import { findPendingChanges, deleteChanges, updateChanges, type PendingChange } from './pending-changes.ts'
import { holdSellerRules, sellerRules, type SellerRules } from './seller-rules.ts'
import { flagListings } from './flag-listings.ts'
import { formErrors, readyForm } from './form-errors.ts'
import { withForm, writeListings } from './write-listings.ts'
import { actorOf } from '../../platform/history/record-steps.ts'
import { isChangeInReview } from '../../../domain/change-states.ts'

type Failed = Outcomes['failed'][number]

/** Planned update of one of several listings. */
interface Plan<F extends AnyForm> {
  readonly steps: readonly Step[]
  /** Next state, where only the state changes. */
  readonly to?: ListingStatus
  /** The listing with its new content. */
  readonly written?: ListingToWrite<F>
  /** New status of its pending change. */
  readonly change?: 'pending_review' | 'draft' | 'dropped'
}

const directlyEditable = new Set<ListingStatus>(directlyEditableStatuses)

/**
 * Moves several listings of the caller's shop by one event; failures are returned with the reason and
 * left unchanged.
 */
export async function moveListings<F extends AnyForm>(
  kind: ListingType<F>,
  ids: readonly number[],
  event: SellerListingEvent,
  context: Context<'seller'>,
): Promise<Outcomes> {
  const { caller, config, db, note } = context
  if (event === 'submit' || event === 'relist') assertCertified(caller)
  const known = await sellerRules(context, kind.kind, caller.shopId)
  return db.transaction(async (tx) => {
    const rules = await holdSellerRules(tx, known)
    const decider = { kind, rules, event, review: config.review, by: actorOf(caller) }
    const listings = await lockOwnListings(tx, kind, ids, caller.companyId)
    const changes = await findPendingChanges(tx, kind, listings)
    const { done, failed } = partitionListings(ids, listings, (listing) =>
      planMove(decider, listing, changes.get(listing.id)),
    )
    if (event === 'submit') {
      const submitted = done.map(({ listing: { id, companyId, form } }) => {
        return { id, companyId, form: changes.get(id)?.form ?? form }
      })
      await flagListings(tx, kind.kind, rules.words, submitted)
    }
    await executePlans(tx, kind, done, context)
    note(`${done.length} 条${failed.length === 0 ? '' : `，${failed.length} 条未成功`}`)
    return { done: done.length, failed }
  })
}

/** Listings of a company among many ids, locked in the order of their ids. */
export const lockOwnListings = <F extends AnyForm>(
  tx: Db,
  kind: ListingType<F>,
  ids: readonly number[],
  companyId: number,
) =>
  kind.read(
    tx,
    and(inArray(kind.table.id, [...ids]), eq(kind.table.companyId, companyId), isNull(kind.table.deletedAt)),
    'lock',
  )

/** Splits the requested listings into those that can be processed and failures with their reason. */
export function partitionListings<F extends AnyForm, T>(
  ids: readonly number[],
  listings: readonly Listing<F>[],
  plan: (listing: Listing<F>) => T,
): { done: { listing: Listing<F>; plan: T }[]; failed: Failed[] } {
  const own = new Map(listings.map((listing) => [listing.id, listing]))
  const [done, failed]: [{ listing: Listing<F>; plan: T }[], Failed[]] = [[], []]
  for (const id of new Set(ids)) {
    const listing = own.get(id)
    try {
      if (listing === undefined) throw new CallFailed('notFound')
      done.push({ listing, plan: plan(listing) })
    } catch (thrown) {
      if (!(thrown instanceof CallFailed)) throw thrown
      failed.push({ id, title: listing?.form.title ?? '', message: failureText(thrown, listing) })
    }
  }
  return { done, failed }
}

const failureText = ({ failure, message }: CallFailed, listing: Listing<AnyForm> | undefined) =>
  failure === 'stepNotAllowed' && listing !== undefined
    ? `${listingLabels[listing.status].label}，不能进行此操作`
    : failure === 'invalidInput'
      ? message
      : failures[failure].message

interface PlanContext<F extends AnyForm> {
  readonly kind: ListingType<F>
  readonly rules: SellerRules
  readonly event: SellerListingEvent
  readonly review: 'auto' | 'manual'
  readonly by: { readonly userId: number; readonly companyId: number }
}

/** Decides by the state of the listing or, for a published or unlisted one, by its pending change. */
function planMove<F extends AnyForm>(
  { kind, rules, event, review, by }: PlanContext<F>,
  listing: Listing<F>,
  change: PendingChange<F> | undefined,
): Plan<F> {
  const mover = { ...listing, kind: kind.kind }
  if (event === 'submit' && directlyEditable.has(listing.status)) {
    checkReady(kind, rules, listing.form)
    const { status, steps } = submitListing(mover, review, by)
    const publishedAt = isListingPublished(status) ? new Date() : listing.publishedAt
    const form = readyForm(rules, listing.form)
    return { steps, written: { ...withForm(rules, listing, form), status, publishedAt, reason: '' } }
  }
  if (event === 'submit' && change !== undefined && !isChangeInReview(change.status)) {
    checkReady(kind, rules, change.form)
    const submit = changeStep(mover, 'change_submit', by)
    if (review === 'manual') return { steps: [submit], change: 'pending_review' }
    const written = withForm(rules, listing, readyForm(rules, change.form))
    return { steps: [submit, changeStep(mover, 'change_pass')], written, change: 'dropped' }
  }
  if (event === 'withdraw' && isChangeInReview(change?.status)) {
    return { steps: [changeStep(mover, 'change_withdraw', by)], change: 'draft' }
  }
  const { status, step } = transitionListing(mover, event, 'seller', by)
  return { steps: [step], to: status }
}

function checkReady<F extends AnyForm>(kind: ListingType<F>, rules: SellerRules, form: F): void {
  const [first, ...more] = formErrors(kind, rules, form, true)
  if (first === undefined) return
  const failed = new CallFailed('invalidInput', [first, ...more])
  failed.message = `${first.message}${more.length === 0 ? '' : `，另有 ${more.length} 处待完善`}`
  throw failed
}

async function executePlans<F extends AnyForm>(
  tx: Db,
  kind: ListingType<F>,
  done: readonly { listing: Listing<F>; plan: Plan<F> }[],
  context: Context<'seller'>,
): Promise<void> {
  const { table } = kind
  const idsOf = (which: (plan: Plan<F>) => boolean) =>
    done.filter(({ plan }) => which(plan)).map(({ listing }) => listing.id)
  const written = done.flatMap(({ plan }) => plan.written ?? [])
  const steps = done.flatMap(({ plan }) => plan.steps)
  await writeListings(
    tx,
    kind,
    written.map((row) => ({ ...row, version: row.version + 1 })),
    steps,
  )
  for (const to of new Set(done.flatMap(({ plan }) => plan.to ?? []))) {
    const now = new Date()
    await tx
      .update(table)
      .set({ status: to, updatedAt: now })
      .where(
        inArray(
          table.id,
          idsOf((plan) => plan.to === to),
        ),
      )
  }
  for (const to of ['pending_review', 'draft'] as const) {
    await updateChanges(
      tx,
      kind,
      idsOf((plan) => plan.change === to),
      to,
    )
  }
  await deleteChanges(
    tx,
    kind,
    idsOf((plan) => plan.change === 'dropped'),
  )
  const moves = done.map(({ listing: { id, no, status }, plan }): Move => ({
    id,
    no,
    from: status,
    to: plan.written?.status ?? plan.to ?? status,
  }))
  await applyMoveEffects(tx, context, kind.kind, context.caller.shopId, moves)
}
