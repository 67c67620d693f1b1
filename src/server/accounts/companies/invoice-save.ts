import type { companyPapersCalls } from '../../../contract/accounts/company-papers.ts'
import { fieldFailed } from '../../../contract/failures.ts'
import { invoiceDetails } from '../../../db/tables/accounts.ts'
import type { Handler } from '../../handler.ts'

/** What a 专票 cannot be without. */
const neededForSpecial = {
  bankName: '开户行',
  bankAccount: '银行账号',
  address: '注册地址',
  phone: '注册电话',
} as const

export const invoiceSave: Handler<typeof companyPapersCalls.invoiceSave> = async (input, { caller, db, note }) => {
  const { bankName, address, phone } = input
  const bankAccount = input.bankAccount.replace(/[\s-]/g, '')
  const given = { bankName, bankAccount, address, phone }
  const missing = Object.entries(neededForSpecial)
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
