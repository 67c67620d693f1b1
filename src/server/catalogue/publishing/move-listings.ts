import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Outcomes } from '../../../contract/catalogue/publishing.ts'
import { CallFailed, failures } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import {
  changedAtOnce,
  listingLabels,
  type ListingStatus,
  type SellerListingEvent,
} from '../../../domain/catalogue/listing-states.ts'
import type { Context } from '../../handler.ts'
import { actorOf } from '../../operations/public.ts'
import { mustBeCertified } from '../../session/authorise.ts'
import { follow, type Move } from './after-writes.ts'
import type { AnyForm, Kind, Listing, Written } from './kind.ts'
import { changeStep, moved, submitted, type Step } from './listing-steps.ts'
import { changesFor, dropChanges, moveChanges, type PendingChange } from './pending-changes.ts'
import { sellerRules, type SellerRules } from './seller-rules.ts'
import { faultsOf, readyForm } from './submit-faults.ts'
import { withForm, writeListings } from './write-listings.ts'

type Failed = Outcomes['failed'][number]

/** What is to be done with one of several listings. */
interface Plan<F extends AnyForm> {
  readonly steps: readonly Step[]
  /** Its next state, where only that changes. */
  readonly to?: ListingStatus
  /** The listing as it is written anew. */
  readonly written?: Written<F>
  /** What becomes of its change. */
  readonly change?: 'pending_review' | 'draft' | 'dropped'
}

const atOnce = new Set<ListingStatus>(changedAtOnce)

/** Moves several listings of the caller's shop by one event; those that cannot are told with the reason, unchanged. */
export async function moveListings<F extends AnyForm>(
  kind: Kind<F>,
  ids: readonly number[],
  event: SellerListingEvent,
  context: Context<'seller'>,
): Promise<Outcomes> {
  const { caller, config, db, note } = context
  if (event === 'submit' || event === 'relist') mustBeCertified(caller)
  const rules = await sellerRules(context, kind.kind, caller.shopId)
  const decider = { kind, rules, event, review: config.review, by: actorOf(caller) }
  return db.transaction(async (tx) => {
    const listings = await ownListings(tx, kind, ids, caller.companyId)
    const changes = await changesFor(tx, kind, listings)
    const { done, failed } = sorted(ids, listings, (listing) => decide(decider, listing, changes.get(listing.id)))
    await carryOut(tx, kind, done, context)
    note(`${done.length} 条${failed.length === 0 ? '' : `，${failed.length} 条未成功`}`)
    return { done: done.length, failed }
  })
}

/** Listings of a company among many ids, locked in the order of their ids. */
export const ownListings = <F extends AnyForm>(tx: Db, kind: Kind<F>, ids: readonly number[], companyId: number) =>
  kind.read(
    tx,
    and(inArray(kind.table.id, [...ids]), eq(kind.table.companyId, companyId), isNull(kind.table.deletedAt)),
    'lock',
  )

/** Which of the asked listings can be done, and why the others cannot. */
export function sorted<F extends AnyForm, T>(
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
      failed.push({ id, title: listing?.form.title ?? '', message: wordsOf(thrown, listing) })
    }
  }
  return { done, failed }
}

const wordsOf = ({ failure, message }: CallFailed, listing: Listing<AnyForm> | undefined) =>
  failure === 'stepNotAllowed' && listing !== undefined
    ? `${listingLabels[listing.status].label}，不能进行此操作`
    : failure === 'invalidInput'
      ? message
      : failures[failure].message

interface Decider<F extends AnyForm> {
  readonly kind: Kind<F>
  readonly rules: SellerRules
  readonly event: SellerListingEvent
  readonly review: 'auto' | 'manual'
  readonly by: { readonly userId: number; readonly companyId: number }
}

/** By the listing itself, or where it is out (or was) by the change that waits beside it. */
function decide<F extends AnyForm>(
  { kind, rules, event, review, by }: Decider<F>,
  listing: Listing<F>,
  change: PendingChange<F> | undefined,
): Plan<F> {
  const mover = { ...listing, kind: kind.kind }
  if (event === 'submit' && atOnce.has(listing.status)) {
    mustBeReady(kind, rules, listing.form)
    const { status, steps } = submitted(mover, review, by)
    const publishedAt = status === 'published' ? new Date() : listing.publishedAt
    const form = readyForm(rules, listing.form)
    return { steps, written: { ...withForm(rules, listing, form), status, publishedAt, reason: '' } }
  }
  if (event === 'submit' && change !== undefined && change.status !== 'pending_review') {
    mustBeReady(kind, rules, change.form)
    const submit = changeStep(mover, 'change_submit', by)
    if (review === 'manual') return { steps: [submit], change: 'pending_review' }
    const written = withForm(rules, listing, readyForm(rules, change.form))
    return { steps: [submit, changeStep(mover, 'change_pass')], written, change: 'dropped' }
  }
  if (event === 'withdraw' && change?.status === 'pending_review') {
    return { steps: [changeStep(mover, 'change_withdraw', by)], change: 'draft' }
  }
  const { status, step } = moved(mover, event, 'seller', by)
  return { steps: [step], to: status }
}

function mustBeReady<F extends AnyForm>(kind: Kind<F>, rules: SellerRules, form: F): void {
  const [first, ...more] = faultsOf(kind, rules, form, true)
  if (first === undefined) return
  const failed = new CallFailed('invalidInput', [first, ...more])
  failed.message = `${first.message}${more.length === 0 ? '' : `，另有 ${more.length} 处待完善`}`
  throw failed
}

async function carryOut<F extends AnyForm>(
  tx: Db,
  kind: Kind<F>,
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
    await moveChanges(
      tx,
      kind,
      idsOf((plan) => plan.change === to),
      to,
    )
  }
  await dropChanges(
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
  await follow(tx, context, kind.kind, context.caller.shopId, moves)
}
