import type { z } from 'zod'
import type { certificationCalls } from '../../contract/accounts/certification.ts'
import { tidyCreditCode } from '../../domain/accounts/credit-code.ts'
import type { CertificationValues } from './certification-values.ts'

/** What text recognition found on a licence. */
export type Reading = z.output<typeof certificationCalls.businessLicenseOcr.output>

/** Fields that a licence can fill. */
export const readable = [
  'companyName',
  'creditCode',
  'legalPerson',
  'address',
  'foundedAt',
  'validUntil',
  'businessScope',
] as const
export type ReadableField = (typeof readable)[number]

export interface Merged {
  readonly values: CertificationValues
  /** Filled from the licence: to be checked by the person. */
  readonly filled: readonly ReadableField[]
  /** Where the licence says something else than what stands there: an offer, never more. */
  readonly suggested: Readonly<Partial<Record<ReadableField, string>>>
}

const plain = (field: ReadableField, value: string) =>
  field === 'creditCode' ? tidyCreditCode(value) : value.replace(/\s/g, '').replace(/（/g, '(').replace(/）/g, ')')

/**
 * Puts a reading into the form: empty fields are filled, and those that an earlier reading filled and nobody touched
 * since (`mine`). What was typed stays; where the licence differs, its word is suggested.
 */
export function mergeReading(values: CertificationValues, read: Reading, mine: ReadonlySet<ReadableField>): Merged {
  const filled: ReadableField[] = []
  const suggested: Partial<Record<ReadableField, string>> = {}
  const found: Partial<Record<ReadableField, string>> = {}
  for (const field of readable) {
    const word = read[field] ?? ''
    if (word === '' || (field === 'validUntil' && values.longTerm)) continue
    if (values[field].trim() === '' || mine.has(field)) {
      found[field] = word
      filled.push(field)
    } else if (plain(field, values[field]) !== plain(field, word)) suggested[field] = word
  }
  return { values: { ...values, ...found }, filled, suggested }
}
