import { eq } from 'drizzle-orm'
import type { companyDocumentsCalls } from '../../../contract/accounts/company-documents.ts'
import { fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies, invoiceDetails, legalPersons } from '../../../db/tables/accounts.ts'
import { isIdCard } from '../../../domain/accounts/id-card.ts'
import { maskIdNo, maskName, maskPhone } from '../../../domain/masks.ts'
import type { Handler } from '../../handler.ts'
import { getVersionsInForce } from '../certification/certification-versions.ts'
import { lockCompany } from './company-for-change.ts'

export const invoice: Handler<typeof companyDocumentsCalls.invoice> = async (_input, { caller, db }) => {
  const [row] = await db
    .select({ name: companies.name, creditCode: companies.creditCode, saved: invoiceDetails })
    .from(companies)
    .leftJoin(invoiceDetails, eq(invoiceDetails.companyId, companies.id))
    .where(eq(companies.id, caller.companyId))
  if (row?.saved == null) {
    const empty = { bankName: '', bankAccount: '', address: '', phone: '', receiverEmail: '' }
    return { saved: false, kind: 'normal', title: row?.name ?? '', taxNo: row?.creditCode ?? '', ...empty }
  }
  return { ...row.saved, saved: true }
}

/** Fields required for a special VAT invoice (专票). */
const requiredForSpecial = {
  bankName: '开户行',
  bankAccount: '银行账号',
  address: '注册地址',
  phone: '注册电话',
} as const

export const invoiceSave: Handler<typeof companyDocumentsCalls.invoiceSave> = async (input, { caller, db, note }) => {
  const { bankName, address, phone } = input
  const bankAccount = input.bankAccount.replace(/[\s-]/g, '')
  const given = { bankName, bankAccount, address, phone }
  const missing = Object.entries(requiredForSpecial)
    .filter(([field]) => Object.entries(given).some(([name, value]) => name === field && value === ''))
    .map(([field, name]) => ({ field, message: `专票须填写${name}` }))
  if (input.kind === 'special' && missing.length > 0) throw fieldFailed(...missing)
  const row = { ...input, bankAccount, updatedAt: new Date() }
  await db
    .insert(invoiceDetails)
    .values({ companyId: caller.companyId, ...row })
    .onConflictDoUpdate({ target: invoiceDetails.companyId, set: row })
  note(input.title)
  return {}
}

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
