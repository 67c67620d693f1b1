import { eq } from 'drizzle-orm'
import type { companyPapersCalls } from '../../../contract/accounts/company-papers.ts'
import { bankAccounts, companies } from '../../../db/tables/accounts.ts'
import type { Handler } from '../../handler.ts'

export const account: Handler<typeof companyPapersCalls.account> = async (_input, { caller, db }) => {
  const [row] = await db
    .select({ accountName: companies.name, bankName: bankAccounts.bankName, accountNo: bankAccounts.accountNo })
    .from(companies)
    .leftJoin(bankAccounts, eq(bankAccounts.companyId, companies.id))
    .where(eq(companies.id, caller.companyId))
  const { accountName = '', bankName, accountNo } = row ?? {}
  return { saved: accountNo != null, accountName, bankName: bankName ?? '', accountNo: accountNo ?? '' }
}
