import type { ReadableAtom } from 'nanostores'
import type { Answer } from '../../contract/envelope.ts'
import type { OrderRow } from '../../contract/orders/orders.ts'
import { orderStatuses, type OrderStatus } from '../../domain/orders/order-states.ts'
import { listAddress, type ListQuery } from '../demands/list-query.ts'
import { loadable, type Loaded } from '../demands/loaded.ts'

export interface OrdersPage {
  readonly total: number
  readonly data: readonly OrderRow[]
  readonly counts: Readonly<Partial<Record<OrderStatus, number>>>
}

type Ask = (input: {
  keyword: string
  status?: OrderStatus
  current: number
  pageSize: number
}) => Promise<Answer<OrdersPage>>

/** The orders of one side: conditions in the address, the page they give. */
export interface OrderList {
  readonly query: ReadableAtom<ListQuery<OrderStatus> | null>
  readonly orders: ReadableAtom<Loaded<OrdersPage>>
  readonly pageSize: number
  readonly start: () => () => void
  readonly load: () => Promise<void>
  readonly choose: (change: Partial<ListQuery<OrderStatus>>) => void
}

export function orderList(ask: Ask, pageSize = 10): OrderList {
  const address = listAddress(orderStatuses)
  const page = loadable<OrdersPage>()
  const load = async () => {
    const now = address.query.get()
    if (now === null) return
    const { keyword, status, current } = now
    await page.load(() => ask({ keyword, current, pageSize, ...(status === undefined ? {} : { status }) }))
  }
  return {
    query: address.query,
    orders: page.state,
    pageSize,
    start: () => address.start(() => void load()),
    load,
    choose: address.set,
  }
}
