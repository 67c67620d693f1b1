import { inArray, eq, and, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { PricePreviewRow, priceChangesCalls } from '../../../contract/catalogue/price-changes.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import {
  isDirectlyEditable,
  isListingInReview,
  listingChangeLabels,
  listingLabels,
} from '../../../domain/catalogue/listing-states.ts'
import {
  priceSteps,
  priceStepsError,
  withChangedPrices,
  type PriceChange,
} from '../../../domain/catalogue/price-change.ts'
import type { Context, Handlers } from '../../handler.ts'
import { actorOf, recordSteps } from '../../platform/history/record-steps.ts'
import { assertCertified } from '../../session/authorise.ts'
import { flagListings } from './flag-listings.ts'
import { formErrors, readyForm } from './form-errors.ts'
import { changeStep } from './listing-steps.ts'
import type { AnyForm, Listing, ListingType } from './listing-type.ts'
import { applyMoveEffects } from './move-effects.ts'
import { lockOwnListings } from './move-listings.ts'
import { findPendingChanges, saveChanges, type PendingChange } from './pending-changes.ts'
import { productKind } from './product-kind.ts'
import { holdSellerRules, sellerRules, type SellerRules } from './seller-rules.ts'
import { serviceKind } from './service-kind.ts'
import { withForm, writeListings } from './write-listings.ts'

/** Why the price of a listing cannot be changed now; '' = it can. Rules of an edit in its form. */
function refusalOf<F extends AnyForm>(
  kind: ListingType<F>,
  rules: SellerRules,
  listing: Listing<F>,
  pending: PendingChange<F> | undefined,
  change: PriceChange,
): string {
  if (isListingInReview(listing.status)) return `${listingLabels[listing.status].label}，不能修改`
  if (pending !== undefined) return `${listingChangeLabels[pending.status].label}，请先处理`
  const fault = priceStepsError(listing.form, priceSteps(listing.form, change), change)
  if (fault !== null) return fault
  if (isDirectlyEditable(listing.status)) return ''
  const [first] = formErrors(kind, rules, withChangedPrices(listing.form, change), true)
  return first === undefined ? '' : `内容待完善：${first.message}`
}

type PreviewInput = z.output<typeof priceChangesCalls.servicePricePreview.input>
type ChangeInput = z.output<typeof priceChangesCalls.servicePriceChange.input>

async function previewPrices<F extends AnyForm>(
  kind: ListingType<F>,
  { listingIds, change }: PreviewInput,
  context: Context<'seller'>,
): Promise<{ rows: PricePreviewRow[] }> {
  const { caller, db } = context
  const rules = await sellerRules(context, kind.kind, caller.shopId)
  const { table } = kind
  const own = and(inArray(table.id, listingIds), eq(table.companyId, caller.companyId), isNull(table.deletedAt))
  const listings = await kind.read(db, own)
  const changes = await findPendingChanges(db, kind, listings)
  const rows = listings.map((listing) => ({
    listingId: listing.id,
    listingNo: listing.no,
    title: listing.form.title,
    version: listing.version,
    refused: refusalOf(kind, rules, listing, changes.get(listing.id), change),
    prices: priceSteps(listing.form, change),
  }))
  const place = new Map(listingIds.map((id, at) => [id, at]))
  return { rows: rows.toSorted((a, b) => (place.get(a.listingId) ?? 0) - (place.get(b.listingId) ?? 0)) }
}

/** Changes the prices of all rows, or of none if one was changed since its preview or may not be changed now. */
async function changePrices<F extends AnyForm>(
  kind: ListingType<F>,
  { rows, change }: ChangeInput,
  context: Context<'seller'>,
): Promise<{ done: number; inReview: number }> {
  const { caller, config, db, note } = context
  const known = await sellerRules(context, kind.kind, caller.shopId)
  const versions = new Map(rows.map(({ listingId, version }) => [listingId, version]))
  return db.transaction(async (tx) => {
    const rules = await holdSellerRules(tx, known)
    const listings = await lockOwnListings(tx, kind, [...versions.keys()], caller.companyId)
    assertPreviewed(versions, listings)
    const changes = await findPendingChanges(tx, kind, listings)
    const refused = listings.flatMap((listing) => {
      const message = refusalOf(kind, rules, listing, changes.get(listing.id), change)
      return message === '' ? [] : [{ id: listing.id, title: listing.form.title, message }]
    })
    if (refused.length > 0) throw new CallFailed('pricesRefused', { listings: refused })
    const changed = listings.map((listing) => ({ ...listing, form: withChangedPrices(listing.form, change) }))
    const submitted = changed.filter(({ status }) => !isDirectlyEditable(status))
    if (submitted.length > 0) assertCertified(caller)
    await flagListings(tx, kind.kind, rules.words, submitted)
    const waiting = config.review === 'auto' ? [] : submitted
    await writeAtOnce(
      tx,
      kind,
      rules,
      changed.filter((listing) => !waiting.includes(listing)),
      context,
    )
    await writeAsChanges(tx, kind, rules, waiting, context)
    await applyMoveEffects(
      tx,
      context,
      kind.kind,
      caller.shopId,
      changed.map(({ id, no, status }) => ({ id, no, from: status, to: status })),
    )
    note(`${changed.length} 条${waiting.length === 0 ? '' : `，其中 ${waiting.length} 条待审核`}`)
    return { done: changed.length, inReview: waiting.length }
  })
}

/** Throws pricesOutdated, naming the listings that were changed or deleted since the preview. */
function assertPreviewed(versions: ReadonlyMap<number, number>, listings: readonly Listing<AnyForm>[]): void {
  const found = new Map(listings.map((listing) => [listing.id, listing]))
  const outdated = [...versions].flatMap(([id, version]) => {
    const listing = found.get(id)
    if (listing === undefined) return [{ id, title: '', message: '已被删除' }]
    return listing.version === version ? [] : [{ id, title: listing.form.title, message: '预览之后被修改' }]
  })
  if (outdated.length > 0) throw new CallFailed('pricesOutdated', { listings: outdated })
}

/** Drafts, and with REVIEW=auto published listings too. */
async function writeAtOnce<F extends AnyForm>(
  tx: Db,
  kind: ListingType<F>,
  rules: SellerRules,
  listings: readonly Listing<F>[],
  { caller }: Context<'seller'>,
): Promise<void> {
  const by = actorOf(caller)
  await writeListings(
    tx,
    kind,
    listings.map((listing) => withForm(rules, { ...listing, version: listing.version + 1 }, priced(rules, listing))),
    listings.flatMap((listing) => {
      if (isDirectlyEditable(listing.status)) return []
      const mover = { ...listing, kind: kind.kind }
      return [changeStep(mover, 'change_submit', by), changeStep(mover, 'change_pass')]
    }),
  )
}

const priced = <F extends AnyForm>(rules: SellerRules, { status, form }: Listing<F>): F =>
  isDirectlyEditable(status) ? form : readyForm(rules, form)

/** Published listings whose changes are reviewed first. */
async function writeAsChanges<F extends AnyForm>(
  tx: Db,
  kind: ListingType<F>,
  rules: SellerRules,
  listings: readonly Listing<F>[],
  { caller }: Context<'seller'>,
): Promise<void> {
  if (listings.length === 0) return
  const by = actorOf(caller)
  const { table } = kind
  const changes = listings.map((listing) => ({ id: listing.id, form: priced(rules, listing) }))
  await saveChanges(tx, kind, caller, changes, 'pending_review')
  for (const [version, some] of Map.groupBy(listings, (listing) => listing.version)) {
    const ids = some.map(({ id }) => id)
    await tx
      .update(table)
      .set({ version: version + 1, updatedAt: new Date() })
      .where(inArray(table.id, ids))
  }
  await recordSteps(
    tx,
    listings.map((listing) => changeStep({ ...listing, kind: kind.kind }, 'change_submit', by)),
  )
}

export const priceChangesHandlers: Handlers<typeof priceChangesCalls> = {
  servicePricePreview: (input, context) => previewPrices(serviceKind, input, context),
  servicePriceChange: (input, context) => changePrices(serviceKind, input, context),
  productPricePreview: (input, context) => previewPrices(productKind, input, context),
  productPriceChange: (input, context) => changePrices(productKind, input, context),
}
