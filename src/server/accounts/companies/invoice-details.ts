import { eq } from 'drizzle-orm'
import type { companyDocumentsCalls } from '../../../contract/accounts/company-documents.ts'
import { companies, invoiceDetails } from '../../../db/tables/accounts.ts'
import type { Handler } from '../../handler.ts'
import { fieldFailed } from '../../../contract/failures.ts'

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
