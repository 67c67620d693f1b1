import type { ReadableAtom } from 'nanostores'
import type { Answer, Failure } from '../../contract/envelope.ts'
import type { OrderRow } from '../../contract/orders/orders.ts'
import type { OrderStatus } from '../../domain/orders/order-states.ts'
import { loadable, type Loaded } from '../loaded.ts'
import { takeSheet } from '../operations/made-sheet.ts'
import { onTold } from '../operations/told.ts'
import { orderAddress, type OrderQuery } from './order-query.ts'

export interface OrdersPage {
  readonly total: number
  readonly data: readonly OrderRow[]
  readonly counts: Readonly<Partial<Record<OrderStatus, number>>>
  readonly toPay: number
  /** The supplier's own company has not told the account into which it is paid. */
  readonly payeeMissing: boolean
}

interface Filter {
  keyword: string
  status?: OrderStatus
  toPay?: true
  from?: string
  until?: string
}
type Ask = (input: Filter & { current: number; pageSize: number }) => Promise<Answer<OrdersPage>>
type AskSheet = (input: Filter) => Promise<Answer<{ readonly url: string; readonly rows: number }>>

/** The orders of one side: conditions in the address, the page they give. */
export interface OrderList {
  readonly query: ReadableAtom<OrderQuery | null>
  readonly orders: ReadableAtom<Loaded<OrdersPage>>
  readonly pageSize: number
  /** Reads, and again whenever its people are told of an order. Returns the way to stop. */
  readonly start: () => () => void
  readonly load: () => Promise<void>
  readonly choose: (change: Partial<OrderQuery>) => void
  /** Leads to a sheet of what the conditions find. The failure where there is one. */
  readonly takeSheet: () => Promise<Failure | null>
}

const filterOf = ({ keyword, status, from, until }: OrderQuery): Filter => ({
  keyword,
  ...(status === 'to_pay' ? { toPay: true } : status !== undefined && { status }),
  ...(from !== '' && { from }),
  ...(until !== '' && { until }),
})

export function orderList(
  { ask, askSheet, path }: { readonly ask: Ask; readonly askSheet: AskSheet; readonly path: string },
  pageSize = 10,
): OrderList {
  const address = orderAddress()
  const page = loadable<OrdersPage>()
  const load = async () => {
    const now = address.query.get()
    if (now === null) return
    await page.load(() => ask({ ...filterOf(now), current: now.current, pageSize }))
  }
  return {
    query: address.query,
    orders: page.state,
    pageSize,
    start: () => {
      const stop = address.start(() => void load())
      const deaf = onTold((heard) => {
        if (heard.kind === 'awake' || (heard.kind === 'notice' && heard.path.startsWith(path))) void load()
      })
      return () => {
        stop()
        deaf()
      }
    },
    load,
    choose: address.set,
    takeSheet: async () => {
      const now = address.query.get()
      return now === null ? null : takeSheet('orders', () => askSheet(filterOf(now)))
    },
  }
}
