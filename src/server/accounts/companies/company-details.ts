import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { OwnCompany, companiesCalls } from '../../../contract/accounts/companies.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { wasCertified } from '../../../domain/accounts/certification.ts'
import type { Context, Handler } from '../../handler.ts'
import { lockCompanyForChange, assertDistrict, assertServiceClasses } from './company-for-change.ts'
import { getCompanyTags } from './company-tags.ts'
import { reserveCompanyName } from './company-names.ts'
import { getOwnCompany } from './own-company.ts'

type CompanyDetails = z.output<typeof companiesCalls.buyerCompanySave.input> & { readonly serviceClasses?: string[] }

/** Saves the details of the caller's company, or creates it. The name can be changed until certification. */
export async function saveCompanyDetails(
  { companyName, ...details }: CompanyDetails,
  { caller, db, pages, after, note }: Context<'user'>,
): Promise<OwnCompany> {
  await assertDistrict(db, details.districtCode)
  return db.transaction(async (tx) => {
    const company = await lockCompanyForChange(tx, caller, 'corporate_show', () => ({ name: requireName(companyName) }))
    const name = companyName ?? company.name
    if (name !== company.name) {
      if (wasCertified(company.certification)) throw new CallFailed('nameCertified')
      await reserveCompanyName(tx, name, company.id)
    }
    await tx
      .update(companies)
      .set({ ...details, name })
      .where(eq(companies.id, company.id))
    const tags = await getCompanyTags(tx, company.id)
    if (tags.length > 0) after(() => pages.invalidate(tags))
    note(name)
    return getOwnCompany(tx, company.id)
  })
}

function requireName(name: string | undefined): string {
  if (name === undefined) throw fieldFailed({ field: 'companyName', message: '请填写' })
  return name
}

export const buyerCompanySave: Handler<typeof companiesCalls.buyerCompanySave> = (input, context) =>
  saveCompanyDetails(input, context)

export const sellerCompanySave: Handler<typeof companiesCalls.sellerCompanySave> = async (input, context) => {
  await assertServiceClasses(context.db, input.serviceClasses)
  return saveCompanyDetails(input, context)
}

export const companyInfo: Handler<typeof companiesCalls.companyInfo> = (_input, { caller, db }) =>
  getOwnCompany(db, caller.companyId)
