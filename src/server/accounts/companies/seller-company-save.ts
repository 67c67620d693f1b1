import type { companiesCalls } from '../../../contract/accounts/companies.ts'
import type { Handler } from '../../handler.ts'
import { mustBeServiceClasses } from './company-for-change.ts'
import { saveCompany } from './save-company.ts'

export const sellerCompanySave: Handler<typeof companiesCalls.sellerCompanySave> = async (input, context) => {
  await mustBeServiceClasses(context.db, input.serviceClasses)
  return saveCompany(input, context)
}
