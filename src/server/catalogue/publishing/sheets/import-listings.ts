import { eq, inArray, sql } from 'drizzle-orm'
import { CallFailed } from '../../../../contract/failures.ts'
import type { Db } from '../../../../db/open.ts'
import { companies } from '../../../../db/tables/accounts.ts'
import {
  directlyEditableStatuses,
  type ListingStatus,
  isListingPublished,
} from '../../../../domain/catalogue/listing-states.ts'
import type { Context } from '../../../handler.ts'
import { applyMoveEffects, type Move } from '../move-effects.ts'
import type { AnyForm, ListingType, Listing, ListingToWrite } from '../listing-type.ts'
import { changeStep, submitListing, type Step } from '../listing-steps.ts'
import { deleteChanges, saveChanges } from '../pending-changes.ts'
import { holdSellerRules, type SellerRules } from '../seller-rules.ts'
import { resolveStock, changedStock } from '../resolve-stock.ts'
import { writeStock } from '../specs.ts'
import { flagListings } from '../flag-listings.ts'
import { draftErrors, inCurrentCategory, readyForm } from '../form-errors.ts'
import { allocateListings, withForm, writeListings } from '../write-listings.ts'
import type { PresentListing, ListingImport } from './sheet-listings.ts'
import { actorOf, recordSteps } from '../../../platform/history/record-steps.ts'

/** All writes of one imported sheet. */
interface Batch<F extends AnyForm> {
  readonly written: ListingToWrite<F>[]
  readonly steps: Step[]
  readonly moves: Move[]
  /** Pending changes of listings, submitted or not. */
  readonly pendingChanges: { readonly id: number; readonly form: F }[]
  /** Listings whose change takes effect with this import. */
  readonly appliedChanges: number[]
  readonly stock: Map<number, number>
}

const directlyEditable = new Set<ListingStatus>(directlyEditableStatuses)

/**
 * Imports a sheet, all or nothing, a few statements for every few hundred listings. Throws conflict when one
 * of its listings was changed since the sheet was checked, tooManyListings over the limit.
 */
export const importListings = <F extends AnyForm>(
  kind: ListingType<F>,
  known: SellerRules,
  planned: readonly ListingImport<F>[],
  submit: boolean,
  context: Context<'seller'>,
): Promise<void> =>
  context.db.transaction(async (tx) => {
    const rules = await holdSellerRules(tx, known)
    const wanted = planned.map((each) => ({ ...each, form: inCurrentCategory(rules, each.form) }))
    // Checked before the transaction: a category may have been switched off or deleted since.
    if (wanted.some(({ form }) => draftErrors(rules, form).length > 0)) throw new CallFailed('conflict')
    const batch: Batch<F> = {
      written: [],
      steps: [],
      moves: [],
      pendingChanges: [],
      appliedChanges: [],
      stock: new Map(),
    }
    await addNew(tx, kind, rules, wanted, submit, context, batch)
    await addChanged(tx, kind, rules, wanted, submit, context, batch)
    const { caller } = context
    if (submit) {
      const written = batch.written.map(({ id, companyId, form }) => ({ id, companyId, form }))
      const changed = batch.pendingChanges.map((change) => ({ ...change, companyId: context.caller.companyId }))
      await flagListings(tx, kind.kind, rules.words, [...written, ...changed])
    }
    await writeListings(tx, kind, batch.written, [])
    await writeStock(tx, batch.stock)
    await saveChanges(tx, kind, caller, batch.pendingChanges, submit ? 'pending_review' : 'draft')
    await incrementVersions(tx, kind, batch.pendingChanges)
    await deleteChanges(tx, kind, batch.appliedChanges)
    await recordSteps(tx, batch.steps)
    await applyMoveEffects(tx, context, kind.kind, caller.shopId, batch.moves)
  })

async function addNew<F extends AnyForm>(
  tx: Db,
  kind: ListingType<F>,
  rules: SellerRules,
  wanted: readonly ListingImport<F>[],
  submit: boolean,
  { caller, config }: Context<'seller'>,
  batch: Batch<F>,
): Promise<void> {
  const forms = wanted.flatMap(({ of, form }) => (of === undefined ? [form] : []))
  const taken = await allocateListings(tx, kind, caller.shopId, forms.length)
  const [company] = await tx
    .select({ districtCode: companies.districtCode })
    .from(companies)
    .where(eq(companies.id, caller.companyId))
  const own = { shopId: caller.shopId, companyId: caller.companyId, districtCode: company?.districtCode ?? '' }
  for (const [at, { id, no }] of taken.entries()) {
    const typed = forms[at]
    if (typed === undefined) continue
    const form = submit ? readyForm(rules, typed) : typed
    const { status, steps } = submit
      ? submitListing({ kind: kind.kind, id, status: 'draft' }, config.review, actorOf(caller))
      : { status: 'draft' as const, steps: [] }
    const publishedAt = isListingPublished(status) ? new Date() : null
    const listing = { id, no, ...own, status, publishedAt, figure: '', version: 1, reason: '', form }
    batch.written.push(withForm(rules, listing, form))
    batch.steps.push(...steps)
    batch.moves.push({ id, no, from: null, to: status })
  }
}

async function addChanged<F extends AnyForm>(
  tx: Db,
  kind: ListingType<F>,
  rules: SellerRules,
  wanted: readonly ListingImport<F>[],
  submit: boolean,
  { caller, config }: Context<'seller'>,
  batch: Batch<F>,
): Promise<void> {
  const forms = new Map(wanted.flatMap(({ of, form }) => (of === undefined ? [] : [[of.id, { of, form }]])))
  if (forms.size === 0) return
  const now = await kind.read(tx, inArray(kind.table.id, [...forms.keys()]), 'lock')
  if (now.length !== forms.size) throw new CallFailed('conflict')
  for (const listing of now) {
    const found = forms.get(listing.id)
    if (found === undefined || isChangedSince(found.of, listing)) throw new CallFailed('conflict')
    const { form: withStock, faults } = resolveStock(found.form, listing.form)
    if (faults.length > 0) throw new CallFailed('conflict')
    addChangedListing(
      kind,
      rules,
      listing,
      submit ? readyForm(rules, withStock) : withStock,
      submit,
      { caller, config },
      batch,
    )
  }
}

const isChangedSince = (read: PresentListing, now: Listing<AnyForm>) =>
  read.version !== now.version || read.status !== now.status

function addChangedListing<F extends AnyForm>(
  kind: ListingType<F>,
  rules: SellerRules,
  listing: Listing<F>,
  form: F,
  submit: boolean,
  { caller, config }: Pick<Context<'seller'>, 'caller' | 'config'>,
  batch: Batch<F>,
): void {
  const by = actorOf(caller)
  const mover = { ...listing, kind: kind.kind }
  const { id, no, status: from } = listing
  const next = { ...withForm(rules, listing, form), version: listing.version + 1 }
  if (directlyEditable.has(from)) {
    const { status, steps } = submit ? submitListing(mover, config.review, by) : { status: from, steps: [] }
    const publishedAt = isListingPublished(status) ? new Date() : listing.publishedAt
    batch.written.push({ ...next, status, publishedAt, reason: submit ? '' : listing.reason })
    batch.steps.push(...steps)
    batch.moves.push({ id, no, from, to: status })
    return
  }
  batch.moves.push({ id, no, from, to: from })
  if (submit) batch.steps.push(changeStep(mover, 'change_submit', by))
  if (submit && config.review === 'auto') {
    batch.written.push(next)
    batch.steps.push(changeStep(mover, 'change_pass'))
    batch.appliedChanges.push(id)
    return
  }
  batch.pendingChanges.push({ id, form })
  for (const [spec, pieces] of changedStock(form, listing.form)) batch.stock.set(spec, pieces)
}

/** Increments the versions, so that forms opened before get a conflict. */
async function incrementVersions<F extends AnyForm>(
  tx: Db,
  { table }: ListingType<F>,
  listings: readonly { readonly id: number }[],
): Promise<void> {
  if (listings.length === 0) return
  await tx
    .update(table)
    .set({ version: sql`${table.version} + 1`, updatedAt: new Date() })
    .where(
      inArray(
        table.id,
        listings.map(({ id }) => id),
      ),
    )
}
