import { eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { invoiceDetails } from '../../../db/tables/accounts.ts'
import type { OrderInvoice } from '../../../domain/orders/order-documents.ts'

type InvoiceDetails = typeof invoiceDetails.$inferSelect

/** Saved invoice details of a company; undefined if none. */
export async function loadInvoiceDetails(db: Db, companyId: number): Promise<InvoiceDetails | undefined> {
  const [saved] = await db.select().from(invoiceDetails).where(eq(invoiceDetails.companyId, companyId))
  return saved
}

/** A 专票 needs bank, account, address and phone besides title and tax number. */
export const canIssueSpecialInvoice = ({ bankName, bankAccount, address, phone }: InvoiceDetails): boolean =>
  [bankName, bankAccount, address, phone].every((part) => part !== '')

/** Invoice details as stored with an order; null = 暂不开票. Throws invoiceMissing if they are incomplete. */
export function toOrderInvoice(
  preference: 'none' | 'normal' | 'special',
  saved: InvoiceDetails | undefined,
): OrderInvoice | null {
  if (preference === 'none') return null
  if (saved === undefined || (preference === 'special' && !canIssueSpecialInvoice(saved)))
    throw new CallFailed('invoiceMissing')
  const { title, taxNo, bankName, bankAccount, address, phone, receiverEmail } = saved
  return { kind: preference, title, taxNo, bankName, bankAccount, address, phone, receiverEmail }
}
