import { eq } from 'drizzle-orm'
import type { companiesCalls } from '../../../contract/accounts/companies.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { defaultVisibility, companyPartLabels, companyParts } from '../../../domain/accounts/visibility.ts'
import type { Handler } from '../../handler.ts'
import { lockCompany } from './company-for-change.ts'
import { getCompanyTags } from './company-tags.ts'

export const orgInfoPermission: Handler<typeof companiesCalls.orgInfoPermission> = async (_input, { caller, db }) => {
  const [row] = await db
    .select({ visibility: companies.visibility })
    .from(companies)
    .where(eq(companies.id, caller.companyId))
  return { ...defaultVisibility, ...row?.visibility }
}

export const orgInfoPermissionSet: Handler<typeof companiesCalls.orgInfoPermissionSet> = (
  input,
  { caller, db, pages, after, note },
) =>
  db.transaction(async (tx) => {
    const { visibility } = await lockCompany(tx, caller.companyId)
    const chosen = { ...visibility, ...input }
    await tx.update(companies).set({ visibility: chosen }).where(eq(companies.id, caller.companyId))
    const tags = await getCompanyTags(tx, caller.companyId)
    if (tags.length > 0) after(() => pages.invalidate(tags))
    note(
      companyParts
        .filter((part) => input[part] !== undefined)
        .map((part) => companyPartLabels[part])
        .join('、'),
    )
    return { ...defaultVisibility, ...chosen }
  })
