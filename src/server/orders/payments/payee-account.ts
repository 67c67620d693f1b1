import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { bankAccounts } from '../../../db/tables/accounts.ts'

/** Whether a company has told the account into which it is paid. */
export const hasPayeeAccount = async (db: Db, companyId: number): Promise<boolean> =>
  (await db.$count(bankAccounts, eq(bankAccounts.companyId, companyId))) > 0
