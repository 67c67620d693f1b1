import { eq } from 'drizzle-orm'
import type { companyPapersCalls } from '../../../contract/accounts/company-papers.ts'
import { legalPersons } from '../../../db/tables/accounts.ts'
import { maskIdNo, maskPhone } from '../../../domain/masks.ts'
import type { Handler } from '../../handler.ts'
import { inForceOf } from '../certification/certification-versions.ts'

/** Before anything was saved the name of the certification in force is what the form begins with. */
export const legalPerson: Handler<typeof companyPapersCalls.legalPerson> = async (_input, { caller, db }) => {
  const [row] = await db.select().from(legalPersons).where(eq(legalPersons.companyId, caller.companyId))
  if (row === undefined) {
    const [certified] = (await inForceOf(db, [caller.companyId])).values()
    return { name: certified?.legalPerson ?? '', idType: 'id_card', idNo: '', mobile: '', email: '' }
  }
  const { name, idType, idNo, mobile, email } = row
  return { name, idType, idNo: maskIdNo(idNo), mobile: mobile === '' ? '' : maskPhone(mobile), email }
}
