import type { companiesCalls } from '../../../contract/accounts/companies.ts'
import type { Handler } from '../../handler.ts'
import { saveCompany } from './save-company.ts'

export const buyerCompanySave: Handler<typeof companiesCalls.buyerCompanySave> = (input, context) =>
  saveCompany(input, context)
