import { and, eq, isNull } from 'drizzle-orm'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import {
  changedAtOnce,
  type ListingChangeStatus,
  type ListingStatus,
} from '../../../domain/catalogue/listing-states.ts'
import type { Context } from '../../handler.ts'
import { actorOf, recordSteps } from '../../operations/public.ts'
import { mustBeCertified } from '../../session/authorise.ts'
import { follow } from './after-writes.ts'
import type { AnyForm, Kind, Listing } from './kind.ts'
import { changeStep, submitted } from './listing-steps.ts'
import { withOwnFiles } from './own-files.ts'
import { dropChanges, keepChanges } from './pending-changes.ts'
import { sellerRules, type SellerRules } from './seller-rules.ts'
import { settledStock, typedStock } from './settled-stock.ts'
import { writeStock } from './specs.ts'
import { faultsOf, readyForm } from './submit-faults.ts'
import { withForm, writeListings } from './write-listings.ts'

interface Saved {
  readonly no: string
  readonly status: ListingStatus
  readonly change: ListingChangeStatus | null
  readonly version: number
}
export interface Update<F> {
  readonly id: number
  readonly form: F
  readonly version: number
  readonly submit: boolean
}

const atOnce = new Set<ListingStatus>(changedAtOnce)

/** Changes a listing of the caller's shop: at once while nobody sees it, else as a change that waits beside it. */
export async function updateListing<F extends AnyForm>(
  kind: Kind<F>,
  { id, form: typed, version, submit }: Update<F>,
  context: Context<'seller'>,
): Promise<Saved> {
  const { caller, db, note } = context
  if (submit) mustBeCertified(caller)
  const rules = await sellerRules(context, kind.kind, caller.shopId)
  return db.transaction(async (tx) => {
    const listing = await ownListing(tx, kind, id, caller.companyId)
    note(`${listing.no}，${typed.title}${submit ? '，提交' : ''}`)
    if (listing.status === 'pending_review') throw new CallFailed('stepNotAllowed')
    if (listing.version !== version) throw new CallFailed('conflict', { version: listing.version })
    const faults = [...faultsOf(kind, rules, typed, submit), ...settledStock(typed, listing.form).faults]
    if (faults.length > 0) throw fieldFailed(...faults)
    const { form: withStock } = settledStock(typed, listing.form)
    const [form = withStock] = await withOwnFiles(tx, caller, [submit ? readyForm(rules, withStock) : withStock])
    const change = { listing: { ...listing, version: version + 1 }, form, submit }
    const write = atOnce.has(listing.status) ? rewrite : keepBeside
    return write(tx, kind, rules, change, context)
  })
}

/** A listing of a company, locked until the transaction ends. */
export async function ownListing<F extends AnyForm>(
  tx: Db,
  kind: Kind<F>,
  id: number,
  companyId: number,
): Promise<Listing<F>> {
  const { table } = kind
  const [listing] = await kind.read(
    tx,
    and(eq(table.id, id), eq(table.companyId, companyId), isNull(table.deletedAt)),
    'lock',
  )
  if (listing === undefined) throw new CallFailed('notFound')
  return listing
}

interface Change<F extends AnyForm> {
  /** With the version that it will have. */
  readonly listing: Listing<F>
  readonly form: F
  readonly submit: boolean
}

async function rewrite<F extends AnyForm>(
  tx: Db,
  kind: Kind<F>,
  rules: SellerRules,
  { listing, form, submit }: Change<F>,
  context: Context<'seller'>,
): Promise<Saved> {
  const { id, no, version } = listing
  const by = actorOf(context.caller)
  const { status, steps } = submit
    ? submitted({ ...listing, kind: kind.kind }, context.config.review, by)
    : { status: listing.status, steps: [] }
  const publishedAt = status === 'published' ? new Date() : listing.publishedAt
  const reason = submit ? '' : listing.reason
  await writeListings(tx, kind, [{ ...withForm(rules, listing, form), status, publishedAt, reason }], steps)
  await follow(tx, context, kind.kind, listing.shopId, [{ id, no, from: listing.status, to: status }])
  return { no, status, change: null, version }
}

/** The stock is in force at once; the rest when it is reviewed, which it is at once while REVIEW=auto. */
async function keepBeside<F extends AnyForm>(
  tx: Db,
  kind: Kind<F>,
  rules: SellerRules,
  { listing, form, submit }: Change<F>,
  context: Context<'seller'>,
): Promise<Saved> {
  const { id, no, version, status } = listing
  const by = actorOf(context.caller)
  const mover = { ...listing, kind: kind.kind }
  const inForce = submit && context.config.review === 'auto'
  const steps = submit ? [changeStep(mover, 'change_submit', by)] : []
  if (inForce) {
    await writeListings(tx, kind, [withForm(rules, listing, form)], [...steps, changeStep(mover, 'change_pass')])
    await dropChanges(tx, kind, [id])
  } else {
    await writeStock(tx, typedStock(form, listing.form))
    await keepChanges(tx, kind, context.caller, [{ id, form }], submit ? 'pending_review' : 'draft')
    await tx.update(kind.table).set({ version, updatedAt: new Date() }).where(eq(kind.table.id, id))
    await recordSteps(tx, steps)
  }
  await follow(tx, context, kind.kind, listing.shopId, [{ id, no, from: status, to: status }])
  return { no, status, change: inForce ? null : submit ? 'pending_review' : 'draft', version }
}
