import { eq } from 'drizzle-orm'
import type { companyPapersCalls } from '../../../contract/accounts/company-papers.ts'
import { companies, invoiceDetails } from '../../../db/tables/accounts.ts'
import type { Handler } from '../../handler.ts'

export const invoice: Handler<typeof companyPapersCalls.invoice> = async (_input, { caller, db }) => {
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
