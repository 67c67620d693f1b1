import { z } from 'zod'
import type { CertificationVersion, certificationCalls } from '../../../contract/accounts/certification.ts'
import type { FieldError } from '../../../contract/failures.ts'
import { normalizeCreditCode } from '../../../domain/accounts/credit-code.ts'

/** Values of the certification form. */
export const certificationValues = z.object({
  companyName: z.string(),
  creditCode: z.string(),
  legalPerson: z.string(),
  districtCode: z.string(),
  address: z.string(),
  foundedAt: z.string(),
  /** 长期: no end date. */
  longTerm: z.boolean(),
  validUntil: z.string(),
  businessScope: z.string(),
  /** The uploaded licence; null = none yet. */
  licence: z.object({ fileId: z.string(), url: z.string(), name: z.string() }).nullable(),
})
export type CertificationValues = z.output<typeof certificationValues>

/** Empty form values; the company's name is prefilled if known. */
export const emptyCertification = (companyName: string): CertificationValues => ({
  companyName,
  creditCode: '',
  legalPerson: '',
  districtCode: '',
  address: '',
  foundedAt: '',
  longTerm: false,
  validUntil: '',
  businessScope: '',
  licence: null,
})

/**
 * Form values for the version that follows this one. A returned version keeps its licence; a renewal needs a new
 * licence and end date.
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
  creditCode: normalizeCreditCode(values.creditCode),
  foundedAt: values.foundedAt === '' ? null : values.foundedAt,
  validUntil: longTerm || values.validUntil === '' ? null : values.validUntil,
  licenceFileId: licence?.fileId ?? '',
})

/** Validation beyond the schema: a missing end date would pass as 长期, a missing code would show as a wrong one. */
export const missingCertificationFields = ({
  longTerm,
  validUntil,
  creditCode,
}: CertificationValues): readonly FieldError[] => [
  ...(creditCode.trim() === '' ? [{ field: 'creditCode', message: '请填写' }] : []),
  ...(longTerm || validUntil !== '' ? [] : [{ field: 'validUntil', message: '请填写营业期限，没有期限的请选择长期' }]),
]

/** Whether all required fields are filled, valid or not; determines the form's step. */
export const isCertificationComplete = (values: CertificationValues): boolean =>
  missingCertificationFields(values).length === 0 &&
  [values.companyName, values.legalPerson, values.districtCode, values.address].every((value) => value.trim() !== '')
