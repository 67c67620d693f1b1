import type { OfferVersion } from '../../../contract/demands/offer-view.ts'
import { offerHashText } from '../../../domain/demands/offer-hash.ts'
import { verifyHash, type HashVerification } from '../../verify-hash.ts'

/** Recomputes the hash of a version in this browser from the displayed terms. */
export const verifyOfferHash = (offerNo: string, version: OfferVersion): Promise<HashVerification> =>
  verifyHash(offerHashText({ ...version, offerNo }), version.hash)
