import { orderStatuses, type OrderStatus } from '../../../domain/orders/order-states.ts'
import { createUrlQuery, type UrlQuery } from '../../url-query.ts'
import { parseListQuery } from '../../list-query.ts'

/** Tab of the order list: a status, or orders with a due payment. */
type OrderTab = OrderStatus | 'to_pay'
export const orderTabs: readonly OrderTab[] = ['to_pay', ...orderStatuses]

/** Filters of the order list as stored in the address. */
export interface OrderQuery {
  readonly keyword: string
  /** Undefined for all. */
  readonly status: OrderTab | undefined
  /** Days in Shanghai time, both inclusive; empty for no limit. */
  readonly from: string
  readonly until: string
  /** Page, from 1. */
  readonly current: number
}

const day = (text: string | null): string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''

/** Parses filters from an address; invalid values are dropped. */
export function parseOrderQuery(search: string): OrderQuery {
  const given = new URLSearchParams(search)
  return { ...parseListQuery(search, orderTabs), from: day(given.get('from')), until: day(given.get('until')) }
}

/** Stores the order list's filters in the address, beside other parameters such as the open tab. */
export function createOrderAddress(): UrlQuery<OrderQuery> {
  const address = createUrlQuery<OrderQuery>(
    (given) => parseOrderQuery(given.toString()),
    ({ current, ...query }) => ({
      ...Object.fromEntries(new URLSearchParams(location.search)),
      ...query,
      current: current > 1 ? current : undefined,
    }),
  )
  return { ...address, set: (change) => address.set({ current: 1, ...change }) }
}
