import { eq } from 'drizzle-orm'
import type { companiesCalls } from '../../../contract/accounts/companies.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { defaultVisibility } from '../../../domain/accounts/visibility.ts'
import type { Handler } from '../../handler.ts'

export const orgInfoPermission: Handler<typeof companiesCalls.orgInfoPermission> = async (_input, { caller, db }) => {
  const [row] = await db
    .select({ visibility: companies.visibility })
    .from(companies)
    .where(eq(companies.id, caller.companyId))
  return { ...defaultVisibility, ...row?.visibility }
}
