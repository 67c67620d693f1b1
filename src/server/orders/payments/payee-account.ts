import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { bankAccounts } from '../../../db/tables/accounts.ts'

/** Whether a company has a payee account. */
export const hasPayeeAccount = async (db: Db, companyId: number): Promise<boolean> =>
  (await db.$count(bankAccounts, eq(bankAccounts.companyId, companyId))) > 0
