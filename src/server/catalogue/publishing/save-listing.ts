import { eq } from 'drizzle-orm'
import { fieldFailed } from '../../../contract/failures.ts'
import { companies } from '../../../db/tables/accounts.ts'
import type { ListingStatus } from '../../../domain/catalogue/listing.ts'
import type { Context } from '../../handler.ts'
import { assertCertified } from '../../session/authorise.ts'
import { applyMoveEffects } from './move-effects.ts'
import type { AnyForm, ListingType } from './listing-type.ts'
import { submitListing } from './listing-steps.ts'
import { withOwnFiles } from './own-files.ts'
import { holdSellerRules, sellerRules } from './seller-rules.ts'
import { assertNoForbiddenWords } from '../../operations/moderation/word-list.ts'
import { flagListings, publishedTexts } from './flag-listings.ts'
import { inCurrentCategory, readyForm, typedFormErrors } from './form-errors.ts'
import { allocateListings, withForm, writeListings } from './write-listings.ts'
import { actorOf } from '../../platform/history/record-steps.ts'
import { isListingPublished } from '../../../domain/catalogue/listing-states.ts'

/** Creates a listing of the caller's shop: as a draft, or submitted. */
export async function saveListing<F extends AnyForm>(
  kind: ListingType<F>,
  typed: F,
  submit: boolean,
  context: Context<'seller'>,
): Promise<{ id: number; no: string; status: ListingStatus }> {
  const { caller, config, db, note } = context
  if (submit) assertCertified(caller)
  const known = await sellerRules(context, kind.kind, caller.shopId)
  if (submit) assertNoForbiddenWords(known.words, publishedTexts(typed))
  return db.transaction(async (tx) => {
    const rules = await holdSellerRules(tx, known)
    const faults = typedFormErrors(kind, rules, typed, submit)
    if (faults.length > 0) throw fieldFailed(...faults)
    const placed = inCurrentCategory(rules, typed)
    const [form = placed] = await withOwnFiles(tx, caller, [submit ? readyForm(rules, placed) : placed])
    const [company] = await tx
      .select({ districtCode: companies.districtCode })
      .from(companies)
      .where(eq(companies.id, caller.companyId))
    const [taken] = await allocateListings(tx, kind, caller.shopId, 1)
    if (taken === undefined || company === undefined) throw new Error('No identity for a listing')
    const { id, no } = taken
    note(`${no}，${form.title === '' ? '未命名' : form.title}${submit ? '，提交' : '，草稿'}`)
    const { status, steps } = submit
      ? submitListing({ kind: kind.kind, id, status: 'draft' }, config.review, actorOf(caller))
      : { status: 'draft' as const, steps: [] }
    const own = { shopId: caller.shopId, companyId: caller.companyId, districtCode: company.districtCode }
    const publishedAt = isListingPublished(status) ? new Date() : null
    const listing = { id, no, ...own, status, publishedAt, figure: '', version: 1, reason: '', form }
    await writeListings(tx, kind, [withForm(rules, listing, form)], steps)
    if (submit) await flagListings(tx, kind.kind, rules.words, [{ id, companyId: caller.companyId, form }])
    await applyMoveEffects(tx, context, kind.kind, caller.shopId, [{ id, no, from: null, to: status }])
    return { id, no, status }
  })
}
