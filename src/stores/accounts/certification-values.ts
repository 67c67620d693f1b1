import { z } from 'zod'
import type { CertificationVersion, certificationCalls } from '../../contract/accounts/certification.ts'
import type { FieldFault } from '../../contract/failures.ts'
import { tidyCreditCode } from '../../domain/accounts/credit-code.ts'

/** What stands in the form of a certification, as typed or read from the licence. */
export const certificationValues = z.object({
  companyName: z.string(),
  creditCode: z.string(),
  legalPerson: z.string(),
  districtCode: z.string(),
  address: z.string(),
  foundedAt: z.string(),
  /** 长期: there is no last day of business. */
  longTerm: z.boolean(),
  validUntil: z.string(),
  businessScope: z.string(),
  /** The uploaded licence; null = none yet. */
  licence: z.object({ fileId: z.string(), url: z.string(), name: z.string() }).nullable(),
})
export type CertificationValues = z.output<typeof certificationValues>

/** An empty form; the company's name is known where there is a company. */
export const emptyCertification = (companyName: string): CertificationValues => ({
  ...{ companyName, creditCode: '', legalPerson: '', districtCode: '', address: '', foundedAt: '' },
  ...{ longTerm: false, validUntil: '', businessScope: '', licence: null },
})

/**
 * A version as the form shows it for the next one. What was sent back keeps its licence; a renewal wants the new
 * licence and its term, which is why it is made.
 */
export const valuesOfVersion = (version: CertificationVersion, renewal: boolean): CertificationValues => ({
  companyName: version.companyName,
  creditCode: version.creditCode,
  legalPerson: version.legalPerson,
  districtCode: version.districtCode,
  address: version.address,
  foundedAt: version.foundedAt ?? '',
  longTerm: !renewal && version.validUntil === null,
  validUntil: renewal ? '' : (version.validUntil ?? ''),
  businessScope: version.businessScope,
  licence: renewal ? null : { fileId: version.licenceFileId, url: version.licenceUrl, name: '上次上传的营业执照' },
})

/** Input of the call. */
export const certificationInputOf = ({
  longTerm,
  licence,
  ...values
}: CertificationValues): z.input<typeof certificationCalls.organizationAuthSave.input> => ({
  ...values,
  creditCode: tidyCreditCode(values.creditCode),
  foundedAt: values.foundedAt === '' ? null : values.foundedAt,
  validUntil: longTerm || values.validUntil === '' ? null : values.validUntil,
  licenceFileId: licence?.fileId ?? '',
})

/** What the call's schema cannot see or say: a term that was forgotten looks like 长期, no code like a wrong one. */
export const missingIn = ({ longTerm, validUntil, creditCode }: CertificationValues): readonly FieldFault[] => [
  ...(creditCode.trim() === '' ? [{ field: 'creditCode', message: '请填写' }] : []),
  ...(longTerm || validUntil !== '' ? [] : [{ field: 'validUntil', message: '请填写营业期限，没有期限的请选择长期' }]),
]

/** Whether everything needed stands there, right or wrong: the step of the form. */
export const isFilled = (values: CertificationValues): boolean =>
  missingIn(values).length === 0 &&
  [values.companyName, values.legalPerson, values.districtCode, values.address].every((value) => value.trim() !== '')
