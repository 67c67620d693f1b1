import type { invoicesCalls } from '../../../contract/orders/invoices.ts'
import type { Handlers } from '../../handler.ts'
import { invoiceRequest } from './invoice-request.ts'
import { invoiceStep } from './invoice-step.ts'
import { invoiceWithdraw } from './invoice-withdraw.ts'
import { buyerInvoices, sellerOrderInvoices } from './order-invoices.ts'
import { sellerInvoices } from './seller-invoices.ts'

export const invoicesHandlers: Handlers<typeof invoicesCalls> = {
  buyerInvoices,
  invoiceRequest,
  invoiceWithdraw,
  sellerInvoices,
  sellerOrderInvoices,
  invoiceStep,
}
