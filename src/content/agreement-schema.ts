import { z } from 'zod'
import { supplierAgreementVersion, userAgreementVersion } from '../domain/accounts/certification.ts'

const words = z.string().min(1)
const shared = { title: words, summary: words.max(160), effective: z.iso.date() }

/** Head of an agreement. Its version is the one that consent is recorded for: a text cannot change without it. */
export const agreementSchema = z.discriminatedUnion('doc', [
  z.strictObject({ ...shared, doc: z.enum(['user', 'privacy']), version: z.literal(userAgreementVersion) }),
  z.strictObject({ ...shared, doc: z.literal('supplier'), version: z.literal(supplierAgreementVersion) }),
])
