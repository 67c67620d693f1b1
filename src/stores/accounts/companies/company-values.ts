import { z } from 'zod'
import type { companiesCalls, OwnCompany } from '../../../contract/accounts/companies.ts'
import { wasCertified } from '../../../domain/accounts/certification.ts'
import { companyCategoryKey } from '../../../domain/reference/dictionary-keys.ts'
import { loadable } from '../../loadable.ts'
import { loadPlatformEnum } from '../../reference/platform-enums.ts'

/** Values of the company form. */
export const companyValues = z.object({
  companyName: z.string(),
  shortName: z.string(),
  districtCode: z.string(),
  address: z.string(),
  intro: z.string(),
  contactName: z.string(),
  contactPhone: z.string(),
  contactEmail: z.string(),
  website: z.string(),
  scale: z.enum(['', '1~49 人', '50~149 人', '150~499 人', '500~999 人', '1000 人以上']),
  serviceClasses: z.array(z.string()),
})
export type CompanyValues = z.output<typeof companyValues>

/** Options of 人员规模. */
export const scales = companyValues.shape.scale.options

/** Form values of a company. */
export const companyValuesOf = (company: OwnCompany): CompanyValues => ({
  companyName: company.name,
  shortName: company.shortName,
  districtCode: company.districtCode,
  address: company.address,
  intro: company.intro,
  contactName: company.contactName,
  contactPhone: company.contactPhone,
  contactEmail: company.contactEmail,
  website: company.website,
  scale: scales.find((scale) => scale === company.scale) ?? '',
  serviceClasses: company.serviceClasses,
})

/** Whether the name can be changed: only before the first certification. */
export const isNameEditable = (company: OwnCompany): boolean => !wasCertified(company.authStatus)

/** Input of the supplier's call; the buyer's omits the service classes. */
export const companyInputOf = (
  { companyName, ...values }: CompanyValues,
  company: OwnCompany | null,
): z.input<typeof companiesCalls.sellerCompanySave.input> =>
  company === null || isNameEditable(company) ? { ...values, companyName } : values

export interface ServiceClass {
  readonly code: string
  readonly name: string
}
const part = loadable<readonly ServiceClass[]>()
/** Options of 业务分类. */
export const serviceClasses = part.state

export async function loadServiceClasses(): Promise<void> {
  if (serviceClasses.get().at === 'ready') return
  await part.load(async () => {
    const answer = await loadPlatformEnum(companyCategoryKey)
    if (!answer.ok) return answer
    return { ok: true, content: answer.content.map(({ dictCode, dictText }) => ({ code: dictCode, name: dictText })) }
  })
}
