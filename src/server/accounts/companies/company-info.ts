import type { companiesCalls } from '../../../contract/accounts/companies.ts'
import type { Handler } from '../../handler.ts'
import { ownCompanyOf } from './own-company.ts'

export const companyInfo: Handler<typeof companiesCalls.companyInfo> = (_input, { caller, db }) =>
  ownCompanyOf(db, caller.companyId)
