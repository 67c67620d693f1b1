import { z } from 'zod'
import { supplierAgreementVersion, userAgreementVersion } from '../domain/accounts/certification.ts'

const words = z.string().min(1)
const shared = { title: words, summary: words.max(160), effective: z.iso.date() }

/**
 * Front matter of an agreement. Consent is recorded for its version, so the text cannot change without a new version.
 */
export const agreementSchema = z.discriminatedUnion('doc', [
  z.strictObject({ ...shared, doc: z.enum(['user', 'privacy']), version: z.literal(userAgreementVersion) }),
  z.strictObject({ ...shared, doc: z.literal('supplier'), version: z.literal(supplierAgreementVersion) }),
])
