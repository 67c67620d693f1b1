import { eq } from 'drizzle-orm'
import type { companyDocumentsCalls } from '../../../contract/accounts/company-documents.ts'
import { legalPersons } from '../../../db/tables/accounts.ts'
import { maskIdNo, maskPhone, maskName } from '../../../domain/masks.ts'
import type { Handler } from '../../handler.ts'
import { getVersionsInForce } from '../certification/certification-versions.ts'
import { fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { isIdCard } from '../../../domain/accounts/id-card.ts'
import { lockCompany } from './company-for-change.ts'

/** Without saved data the name defaults to that of the certification in force. */
export const legalPerson: Handler<typeof companyDocumentsCalls.legalPerson> = async (_input, { caller, db }) => {
  const [row] = await db.select().from(legalPersons).where(eq(legalPersons.companyId, caller.companyId))
  if (row === undefined) {
    const [certified] = (await getVersionsInForce(db, [caller.companyId])).values()
    return { name: certified?.legalPerson ?? '', idType: 'id_card', idNo: '', mobile: '', email: '' }
  }
  const { name, idType, idNo, mobile, email } = row
  return { name, idType, idNo: maskIdNo(idNo), mobile: mobile === '' ? '' : maskPhone(mobile), email }
}

export const legalPersonSave: Handler<typeof companyDocumentsCalls.legalPersonSave> = async (
  input,
  { caller, db, note },
) => {
  await db.transaction(async (tx) => {
    await lockCompany(tx, caller.companyId)
    const saved = await getSavedLegalPerson(tx, caller.companyId)
    const idNo = unmasked('idNo', input.idNo.toUpperCase(), saved.idNo, maskIdNo)
    const mobile = unmasked('mobile', input.mobile, saved.mobile, maskPhone)
    if (input.idType === 'id_card' && idNo !== '' && !isIdCard(idNo)) {
      throw fieldFailed({ field: 'idNo', message: '身份证号码校验不通过，请核对 18 位号码' })
    }
    const row = { name: input.name, idType: input.idType, email: input.email, idNo, mobile, updatedAt: new Date() }
    await tx
      .insert(legalPersons)
      .values({ companyId: caller.companyId, ...row })
      .onConflictDoUpdate({ target: legalPersons.companyId, set: row })
  })
  note(maskName(input.name))
  return {}
}

async function getSavedLegalPerson(tx: Db, companyId: number): Promise<{ idNo: string; mobile: string }> {
  const [row] = await tx.select().from(legalPersons).where(eq(legalPersons.companyId, companyId))
  return row ?? { idNo: '', mobile: '' }
}

/** The typed value; a masked value is accepted only if it equals the mask of the saved value, which is then kept. */
function unmasked(field: string, typed: string, saved: string, mask: (value: string) => string): string {
  if (!typed.includes('*')) return typed
  if (saved !== '' && mask(saved) === typed) return saved
  throw fieldFailed({ field, message: '请完整填写，或保持原样不改' })
}
