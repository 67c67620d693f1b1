import type { OfferFile } from './offer-files.ts'
import type { Offered } from './offer-terms.ts'

/** What the fingerprint of a submitted version is taken of. */
export interface HashedOffer extends Offered {
  readonly offerNo: string
  readonly version: number
  readonly files: readonly Pick<OfferFile, 'name' | 'sha256'>[]
  /** 128 random bits, hex: without it nobody finds the terms by trying. */
  readonly salt: string
}

/**
 * The one text of a version of an offer: JSON of lists in a fixed order, so that nothing can be read in two ways. Its
 * SHA-256 (UTF-8, hex) is fixed at submission. The first entry names the way of writing: another way gets another name,
 * and what was submitted before stays verifiable.
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

type Said = Omit<HashedOffer, 'offerNo' | 'version' | 'salt'>
const said = (terms: Said) => offerHashText({ ...terms, offerNo: '', version: 0, salt: '' })

/** Whether two versions say the same, whatever their numbers. */
export const saysTheSame = (one: Said, other: Said): boolean => said(one) === said(other)
