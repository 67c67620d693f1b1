import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { OwnCompany, companiesCalls } from '../../../contract/accounts/companies.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { wasCertified } from '../../../domain/accounts/certification.ts'
import type { Context } from '../../handler.ts'
import { companyForChange, mustBeDistrict } from './company-for-change.ts'
import { companyTags } from './company-tags.ts'
import { takeCompanyName } from './name-free.ts'
import { ownCompanyOf } from './own-company.ts'

type Details = z.output<typeof companiesCalls.buyerCompanySave.input> & { readonly serviceClasses?: string[] }

/** Writes the details of the caller's company, or makes it. Its name is only the person's to change until certified. */
export async function saveCompany(
  { companyName, ...details }: Details,
  { caller, db, pages, after, note }: Context<'user'>,
): Promise<OwnCompany> {
  await mustBeDistrict(db, details.districtCode)
  return db.transaction(async (tx) => {
    const company = await companyForChange(tx, caller, 'corporate_show', () => ({ name: nameGiven(companyName) }))
    const name = companyName ?? company.name
    if (name !== company.name) {
      if (wasCertified(company.certification)) throw new CallFailed('nameCertified')
      await takeCompanyName(tx, name, company.id)
    }
    await tx
      .update(companies)
      .set({ ...details, name })
      .where(eq(companies.id, company.id))
    const tags = await companyTags(tx, company.id)
    if (tags.length > 0) after(() => pages.invalidate(tags))
    note(name)
    return ownCompanyOf(tx, company.id)
  })
}

function nameGiven(name: string | undefined): string {
  if (name === undefined) throw fieldFailed({ field: 'companyName', message: '请填写' })
  return name
}
