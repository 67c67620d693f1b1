import { api } from '../../client/browser.ts'
import { invoiceStatuses } from '../../domain/orders/invoice-states.ts'
import { listAddress } from '../demands/list-query.ts'
import { loadable } from '../demands/loaded.ts'

type Page = Extract<Awaited<ReturnType<typeof api.orders.sellerInvoices>>, { ok: true }>['content']

/** The list stands beside that of orders, under the same address. */
const address = listAddress(invoiceStatuses, { view: 'invoices' })
const part = loadable<Page>()
export const pageSize = 10
export const query = address.query
/** Invoices that buyers asked the own company for, what waits first. */
export const invoices = part.state

export async function load(): Promise<void> {
  const now = query.get()
  if (now === null) return
  const { keyword, status, current } = now
  await part.load(() =>
    api.orders.sellerInvoices({ keyword, current, pageSize, ...(status === undefined ? {} : { status }) }),
  )
}
export const start = (): (() => void) => address.start(() => void load())
export const choose = address.set
