import { api } from '../../client/browser.ts'
import type { BoughtRow } from '../../contract/orders/orders.ts'
import { listAddress } from '../demands/list-query.ts'
import { loadable } from '../demands/loaded.ts'

export const pageSize = 20
const address = listAddress<never>([])
const page = loadable<{ readonly total: number; readonly data: readonly BoughtRow[] }>()

export const query = address.query
/** What the company bought, a page of it. */
export const goods = page.state

export async function load(): Promise<void> {
  const now = query.get()
  if (now === null) return
  const { keyword, current } = now
  await page.load(() => api.orders.boughtGoods({ keyword, current, pageSize }))
}
export const start = (): (() => void) => address.start(() => void load())
export const choose = address.set
