import { eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { invoiceDetails } from '../../../db/tables/accounts.ts'
import type { OrderInvoice } from '../../../domain/orders/order-papers.ts'

type Saved = typeof invoiceDetails.$inferSelect

/** What a company's invoices are made out to; undefined where it never said. */
export async function invoiceDetailsOf(db: Db, companyId: number): Promise<Saved | undefined> {
  const [saved] = await db.select().from(invoiceDetails).where(eq(invoiceDetails.companyId, companyId))
  return saved
}

/** A 专票 needs bank, account, address and phone besides title and tax number. */
export const isSpecialReady = ({ bankName, bankAccount, address, phone }: Saved): boolean =>
  [bankName, bankAccount, address, phone].every((part) => part !== '')

/** The details as an order keeps them; null = 暂不开票. Throws invoiceMissing where they are not complete. */
export function invoiceOf(wish: 'none' | 'normal' | 'special', saved: Saved | undefined): OrderInvoice | null {
  if (wish === 'none') return null
  if (saved === undefined || (wish === 'special' && !isSpecialReady(saved))) throw new CallFailed('invoiceMissing')
  const { title, taxNo, bankName, bankAccount, address, phone, receiverEmail } = saved
  return { kind: wish, title, taxNo, bankName, bankAccount, address, phone, receiverEmail }
}
