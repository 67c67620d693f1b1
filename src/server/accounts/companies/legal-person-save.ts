import { eq } from 'drizzle-orm'
import type { companyPapersCalls } from '../../../contract/accounts/company-papers.ts'
import { fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { legalPersons } from '../../../db/tables/accounts.ts'
import { isIdCard } from '../../../domain/accounts/id-card.ts'
import { maskIdNo, maskName, maskPhone } from '../../../domain/masks.ts'
import type { Handler } from '../../handler.ts'
import { lockCompany } from './company-for-change.ts'

export const legalPersonSave: Handler<typeof companyPapersCalls.legalPersonSave> = async (
  input,
  { caller, db, note },
) => {
  await db.transaction(async (tx) => {
    await lockCompany(tx, caller.companyId)
    const kept = await keptOf(tx, caller.companyId)
    const idNo = unmasked('idNo', input.idNo.toUpperCase(), kept.idNo, maskIdNo)
    const mobile = unmasked('mobile', input.mobile, kept.mobile, maskPhone)
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

async function keptOf(tx: Db, companyId: number): Promise<{ idNo: string; mobile: string }> {
  const [row] = await tx.select().from(legalPersons).where(eq(legalPersons.companyId, companyId))
  return row ?? { idNo: '', mobile: '' }
}

/** What was typed; stars stand for what is kept, and only when they are the very mask that was shown of it. */
function unmasked(field: string, typed: string, kept: string, mask: (value: string) => string): string {
  if (!typed.includes('*')) return typed
  if (kept !== '' && mask(kept) === typed) return kept
  throw fieldFailed({ field, message: '请完整填写，或保持原样不改' })
}
