import type { OfferFile, OfferContent } from './offer-terms.ts'

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
 */
export const offerHashText = (offer: HashedOffer): string =>
  JSON.stringify([
    'offer-1',
    offer.offerNo,
    offer.version,
    offer.items.map(({ name, unit, quantity, unitPrice }) => [name, unit, quantity, unitPrice]),
    offer.milestones.map(({ name, percent, dueDays }) => [name, percent, dueDays]),
    offer.durationDays,
    new Date(offer.validUntil).toISOString(),
    offer.note,
    offer.answers.map(({ key, value }) => [key, value]),
    offer.files.map(({ name, sha256 }) => [name, sha256]),
    offer.salt,
  ])

type HashedTerms = Omit<HashedOffer, 'offerNo' | 'version' | 'salt'>
const hashedText = (terms: HashedTerms) => offerHashText({ ...terms, offerNo: '', version: 0, salt: '' })

/** Whether two versions have the same terms, ignoring number and salt. */
export const hasSameTerms = (one: HashedTerms, other: HashedTerms): boolean => hashedText(one) === hashedText(other)
