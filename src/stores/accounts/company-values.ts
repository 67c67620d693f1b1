import { z } from 'zod'
import type { OwnCompany, companiesCalls } from '../../contract/accounts/companies.ts'
import { wasCertified } from '../../domain/accounts/certification.ts'

/** What stands in the form of a company's details. */
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

/** 人员规模 to choose from. */
export const scales = companyValues.shape.scale.options

/** A company as the form shows it for changing. */
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

/** Whether the name may still be changed here: until the first certification. */
export const nameOpen = (company: OwnCompany): boolean => !wasCertified(company.certification)

/** Input of the supplier's call; the buyer's leaves the service classes out. */
export const companyInputOf = (
  { companyName, ...values }: CompanyValues,
  company: OwnCompany | null,
): z.input<typeof companiesCalls.sellerCompanySave.input> =>
  company === null || nameOpen(company) ? { ...values, companyName } : values
