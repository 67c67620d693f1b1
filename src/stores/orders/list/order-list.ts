import type { ReadableAtom } from 'nanostores'
import type { Answer, Failure } from '../../../contract/envelope.ts'
import type { OrderRow } from '../../../contract/orders/orders.ts'
import type { OrderStatus } from '../../../domain/orders/order-states.ts'
import { loadable, type Loaded } from '../../loadable.ts'
import { exportSheet } from '../../operations/sheet-export.ts'
import { onPush } from '../../operations/push-notices.ts'
import { createOrderAddress, type OrderQuery } from './order-query.ts'
import { api } from '../../../client/browser.ts'
import { filteredList } from '../../filtered-list.ts'

export interface OrdersPage {
  readonly total: number
  readonly data: readonly OrderRow[]
  readonly counts: Readonly<Partial<Record<OrderStatus, number>>>
  readonly toPay: number
  /** The supplier has not entered its payee account. */
  readonly payeeMissing: boolean
}

interface Filter {
  keyword: string
  status?: OrderStatus
  toPay?: true
  from?: string
  until?: string
}
type ListCall = (input: Filter & { current: number; pageSize: number }) => Promise<Answer<OrdersPage>>
type SheetCall = (input: Filter) => Promise<Answer<{ readonly url: string; readonly rows: number }>>

/** Order list of one side: filters in the address and the page they select. */
export interface OrderList {
  readonly query: ReadableAtom<OrderQuery | null>
  readonly orders: ReadableAtom<Loaded<OrdersPage>>
  readonly pageSize: number
  /** Loads, and reloads on push notices about orders. Returns the unsubscribe function. */
  readonly start: () => () => void
  readonly load: () => Promise<void>
  readonly updateQuery: (change: Partial<OrderQuery>) => void
  /** Downloads a sheet of the filtered orders. Returns the failure, if any. */
  readonly downloadSheet: () => Promise<Failure | null>
}

const filterOf = ({ keyword, status, from, until }: OrderQuery): Filter => ({
  keyword,
  ...(status === 'to_pay' ? { toPay: true } : status !== undefined && { status }),
  ...(from !== '' && { from }),
  ...(until !== '' && { until }),
})

export function createOrderList(
  {
    list,
    exportSheet: askSheet,
    path,
  }: { readonly list: ListCall; readonly exportSheet: SheetCall; readonly path: string },
  pageSize = 10,
): OrderList {
  const address = createOrderAddress()
  const page = loadable<OrdersPage>()
  const load = async () => {
    const now = address.query.get()
    if (now === null) return
    await page.load(() => list({ ...filterOf(now), current: now.current, pageSize }))
  }
  return {
    query: address.query,
    orders: page.state,
    pageSize,
    start: () => {
      const stop = address.start(() => void load())
      const unsubscribe = onPush((notice) => {
        if (notice.kind === 'awake' || (notice.kind === 'notice' && notice.path.startsWith(path))) void load()
      })
      return () => {
        stop()
        unsubscribe()
      }
    },
    load,
    updateQuery: address.set,
    downloadSheet: async () => {
      const now = address.query.get()
      return now === null ? null : exportSheet('orders', () => askSheet(filterOf(now)))
    },
  }
}

/** Orders of the own company as buyer. */
export const buyerOrders = createOrderList({
  list: (input) => api.orders.buyerOrders(input),
  exportSheet: (input) => api.orders.buyerOrdersSheet(input),
  path: '/platform/buyerAccount/order',
})

/** Orders of the own company as seller. */
export const sellerOrders = createOrderList({
  list: (input) => api.orders.sellerOrders(input),
  exportSheet: (input) => api.orders.sellerOrdersSheet(input),
  path: '/platform/sellerCenter/order',
})

/** Goods bought by the company, one page. */
export const boughtGoods = filteredList([], api.orders.boughtGoods)
