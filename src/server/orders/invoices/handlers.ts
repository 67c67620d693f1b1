import type { invoicesCalls } from '../../../contract/orders/invoices.ts'
import type { Handlers } from '../../handler.ts'
import {
  invoiceRequest,
  invoiceStep,
  invoiceWithdraw,
  buyerInvoices,
  sellerOrderInvoices,
  sellerInvoices,
} from './invoices.ts'

export const invoicesHandlers: Handlers<typeof invoicesCalls> = {
  buyerInvoices,
  invoiceRequest,
  invoiceWithdraw,
  sellerInvoices,
  sellerOrderInvoices,
  invoiceStep,
}
