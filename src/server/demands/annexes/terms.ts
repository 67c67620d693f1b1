import { createHash } from 'node:crypto'
import { termsOf } from '../../../domain/demands/confidentiality.ts'

/** The terms of a demand with the fingerprint that its acceptance names. */
export function termsWithHash(ownTerms: string): { terms: string; termsHash: string } {
  const terms = termsOf(ownTerms)
  return { terms, termsHash: createHash('sha256').update(terms).digest('hex') }
}
