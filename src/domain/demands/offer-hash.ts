import { isStage, type OfferFile, type OfferContent } from './offer-terms.ts'

/** Input of the offer hash. */
export interface HashedOffer extends OfferContent {
  readonly offerNo: string
  readonly version: number
  readonly files: readonly Pick<OfferFile, 'name' | 'sha256'>[]
  /** 128 random bits, hex; prevents finding the terms by brute force. */
  readonly salt: string
}

/**
 * Canonical text of an offer version: JSON arrays in a fixed order. Its SHA-256 (UTF-8, hex) is stored at submission.
 * The first entry is the format version: a new format gets a new name, so earlier submissions stay verifiable.
 *
 * `offer-2` has the deliverables of each payment. Offers that name none are written as `offer-1`, which had none, so one
 * content has one text and the hashes of before remain right. `offer-3` has the rate of tax as well, and deliverables
 * always; offers that state no rate are written as before.
 */
export function offerHashText(offer: HashedOffer): string {
  const taxRate = offer.taxRate ?? null
  const hasStages = taxRate !== null || offer.milestones.some(isStage)
  return JSON.stringify([
    taxRate !== null ? 'offer-3' : hasStages ? 'offer-2' : 'offer-1',
    offer.offerNo,
    offer.version,
    offer.items.map(({ name, unit, quantity, unitPrice }) => [name, unit, quantity, unitPrice]),
    offer.milestones.map(({ name, percent, dueDays, deliverables }) =>
      hasStages ? [name, percent, dueDays, deliverables] : [name, percent, dueDays],
    ),
    offer.durationDays,
    new Date(offer.validUntil).toISOString(),
    offer.note,
    ...(taxRate === null ? [] : [taxRate]),
    offer.answers.map(({ key, value }) => [key, value]),
    offer.files.map(({ name, sha256 }) => [name, sha256]),
    offer.salt,
  ])
}

type HashedTerms = Omit<HashedOffer, 'offerNo' | 'version' | 'salt'>
const hashedText = (terms: HashedTerms) => offerHashText({ ...terms, offerNo: '', version: 0, salt: '' })

/** Whether two versions have the same terms, ignoring number and salt. */
export const hasSameTerms = (one: HashedTerms, other: HashedTerms): boolean => hashedText(one) === hashedText(other)
