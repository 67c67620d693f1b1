import type { z } from 'zod'
import type { certificationCalls } from '../../../contract/accounts/certification.ts'
import { normalizeCreditCode } from '../../../domain/accounts/credit-code.ts'
import type { CertificationValues } from './certification-values.ts'
import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import type { Failure } from '../../../contract/envelope.ts'

/** OCR result of a licence. */
export type Reading = z.output<typeof certificationCalls.businessLicenseOcr.output>

/** Fields that OCR can fill. */
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
  /** Fields filled by OCR, to be checked by the user. */
  readonly filled: readonly ReadableField[]
  /** OCR values that differ from typed ones; only suggested. */
  readonly suggested: Readonly<Partial<Record<ReadableField, string>>>
}

const normalize = (field: ReadableField, value: string) =>
  field === 'creditCode' ? normalizeCreditCode(value) : value.replace(/\s/g, '').replace(/（/g, '(').replace(/）/g, ')')

/**
 * Merges an OCR result into the form: fills empty fields and those in `autofilled`, which an earlier result filled.
 * Typed values stay; differing OCR values are suggested.
 */
export function mergeReading(
  values: CertificationValues,
  read: Reading,
  autofilled: ReadonlySet<ReadableField>,
): Merged {
  const filled: ReadableField[] = []
  const suggested: Partial<Record<ReadableField, string>> = {}
  const found: Partial<Record<ReadableField, string>> = {}
  for (const field of readable) {
    const word = read[field] ?? ''
    if (word === '' || (field === 'validUntil' && values.longTerm)) continue
    if (values[field].trim() === '' || autofilled.has(field)) {
      found[field] = word
      filled.push(field)
    } else if (normalize(field, values[field]) !== normalize(field, word)) suggested[field] = word
  }
  return { values: { ...values, ...found }, filled, suggested }
}

/** State of the licence OCR. `percent` is estimated from the usual duration. */
export type LicenceOcrState =
  | { readonly at: 'none' }
  | { readonly at: 'reading'; readonly percent: number }
  | { readonly at: 'read' }
  /** The picture contains no text. */
  | { readonly at: 'nothing' }
  /** OCR did not run: a PDF, a long queue, a network error. */
  | { readonly at: 'failed'; readonly failure: Failure }
export const licenceOcr = atom<LicenceOcrState>({ at: 'none' })

/** Usual duration of OCR in seconds. */
const usualSeconds = 15
let latestReading = 0
let progressTimer: ReturnType<typeof setInterval> | undefined

/** Resets the state and ignores a pending answer. */
export function resetLicenceOcr(): void {
  latestReading += 1
  clearInterval(progressTimer)
  licenceOcr.set({ at: 'none' })
}

/** Runs OCR on an uploaded licence; undefined if nothing was found or a newer run started. */
export async function readLicence(fileId: string): Promise<Reading | undefined> {
  resetLicenceOcr()
  const mine = latestReading
  const began = Date.now()
  licenceOcr.set({ at: 'reading', percent: 2 })
  progressTimer = setInterval(() => {
    const passed = (Date.now() - began) / 1000
    // Approaches 99 % asymptotically until the answer arrives.
    licenceOcr.set({ at: 'reading', percent: Math.round(97 * (1 - Math.exp((-1.6 * passed) / usualSeconds))) })
  }, 500)
  const answer = await api.accounts.businessLicenseOcr({ fileId })
  if (mine !== latestReading) return undefined
  clearInterval(progressTimer)
  if (!answer.ok) {
    licenceOcr.set({ at: 'failed', failure: answer.failure })
    return undefined
  }
  licenceOcr.set({ at: answer.content.read ? 'read' : 'nothing' })
  return answer.content.read ? answer.content : undefined
}
