import { and, eq, isNull } from 'drizzle-orm'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import {
  directlyEditableStatuses,
  type ListingChangeStatus,
  type ListingStatus,
  isListingInReview,
  isListingPublished,
} from '../../../domain/catalogue/listing-states.ts'
import type { Context } from '../../handler.ts'
import { assertCertified } from '../../session/authorise.ts'
import { applyMoveEffects } from './move-effects.ts'
import type { AnyForm, ListingType, Listing } from './listing-type.ts'
import { changeStep, submitListing } from './listing-steps.ts'
import { withOwnFiles } from './own-files.ts'
import { deleteChanges, saveChanges } from './pending-changes.ts'
import { holdSellerRules, sellerRules, type SellerRules } from './seller-rules.ts'
import { resolveStock, changedStock } from './resolve-stock.ts'
import { writeStock } from './specs.ts'
import { assertNoForbiddenWords } from '../../operations/moderation/word-list.ts'
import { flagListings, publishedTexts } from './flag-listings.ts'
import { inCurrentCategory, readyForm, typedFormErrors } from './form-errors.ts'
import { withForm, writeListings } from './write-listings.ts'
import { actorOf, recordSteps } from '../../platform/history/record-steps.ts'

interface SavedListing {
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

const directlyEditable = new Set<ListingStatus>(directlyEditableStatuses)

/** Updates a listing of the caller's shop: directly while it is not public, else as a pending change. */
export async function updateListing<F extends AnyForm>(
  kind: ListingType<F>,
  { id, form: typed, version, submit }: Update<F>,
  context: Context<'seller'>,
): Promise<SavedListing> {
  const { caller, db, note } = context
  if (submit) assertCertified(caller)
  const known = await sellerRules(context, kind.kind, caller.shopId)
  return db.transaction(async (tx) => {
    const rules = await holdSellerRules(tx, known)
    const listing = await lockOwnListing(tx, kind, id, caller.companyId)
    note(`${listing.no}，${typed.title}${submit ? '，提交' : ''}`)
    if (isListingInReview(listing.status)) throw new CallFailed('stepNotAllowed')
    if (listing.version !== version) throw new CallFailed('conflict', { version: listing.version })
    if (submit) assertNoForbiddenWords(rules.words, publishedTexts(typed))
    const faults = [...typedFormErrors(kind, rules, typed, submit), ...resolveStock(typed, listing.form).faults]
    if (faults.length > 0) throw fieldFailed(...faults)
    const { form: withStock } = resolveStock(inCurrentCategory(rules, typed), listing.form)
    const [form = withStock] = await withOwnFiles(tx, caller, [submit ? readyForm(rules, withStock) : withStock])
    if (submit) await flagListings(tx, kind.kind, rules.words, [{ id, companyId: caller.companyId, form }])
    const change = { listing: { ...listing, version: version + 1 }, form, submit }
    const write = directlyEditable.has(listing.status) ? updateDirectly : saveAsChange
    return write(tx, kind, rules, change, context)
  })
}

/** A listing of a company, locked until the transaction ends. */
export async function lockOwnListing<F extends AnyForm>(
  tx: Db,
  kind: ListingType<F>,
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
  /** The listing with its incremented version. */
  readonly listing: Listing<F>
  readonly form: F
  readonly submit: boolean
}

async function updateDirectly<F extends AnyForm>(
  tx: Db,
  kind: ListingType<F>,
  rules: SellerRules,
  { listing, form, submit }: Change<F>,
  context: Context<'seller'>,
): Promise<SavedListing> {
  const { id, no, version } = listing
  const by = actorOf(context.caller)
  const { status, steps } = submit
    ? submitListing({ ...listing, kind: kind.kind }, context.config.review, by)
    : { status: listing.status, steps: [] }
  const publishedAt = isListingPublished(status) ? new Date() : listing.publishedAt
  const reason = submit ? '' : listing.reason
  await writeListings(tx, kind, [{ ...withForm(rules, listing, form), status, publishedAt, reason }], steps)
  await applyMoveEffects(tx, context, kind.kind, listing.shopId, [{ id, no, from: listing.status, to: status }])
  return { no, status, change: null, version }
}

/** Stock takes effect at once, the rest after review, which is immediate with REVIEW=auto. */
async function saveAsChange<F extends AnyForm>(
  tx: Db,
  kind: ListingType<F>,
  rules: SellerRules,
  { listing, form, submit }: Change<F>,
  context: Context<'seller'>,
): Promise<SavedListing> {
  const { id, no, version, status } = listing
  const by = actorOf(context.caller)
  const mover = { ...listing, kind: kind.kind }
  const inForce = submit && context.config.review === 'auto'
  const steps = submit ? [changeStep(mover, 'change_submit', by)] : []
  if (inForce) {
    await writeListings(tx, kind, [withForm(rules, listing, form)], [...steps, changeStep(mover, 'change_pass')])
    await deleteChanges(tx, kind, [id])
  } else {
    await writeStock(tx, changedStock(form, listing.form))
    await saveChanges(tx, kind, context.caller, [{ id, form }], submit ? 'pending_review' : 'draft')
    await tx.update(kind.table).set({ version, updatedAt: new Date() }).where(eq(kind.table.id, id))
    await recordSteps(tx, steps)
  }
  await applyMoveEffects(tx, context, kind.kind, listing.shopId, [{ id, no, from: status, to: status }])
  return { no, status, change: inForce ? null : submit ? 'pending_review' : 'draft', version }
}
