import { api } from '../../client/browser.ts'
import { invoiceStatuses } from '../../domain/orders/invoice-states.ts'
import { filteredList } from '../filtered-list.ts'

/** Invoices that buyers asked the own company for, what waits first; beside the list of orders, under its address. */
export const invoices = filteredList(invoiceStatuses, api.orders.sellerInvoices, {
  pageSize: 10,
  fixed: { view: 'invoices' },
})
