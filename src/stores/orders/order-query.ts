import { orderStatuses, type OrderStatus } from '../../domain/orders/order-states.ts'
import { addressOf, type Address } from '../address.ts'
import { readListQuery } from '../list-query.ts'

/** A tab of the list of orders: a state, or those of which a payment is due. */
type OrderTab = OrderStatus | 'to_pay'
export const orderTabs: readonly OrderTab[] = ['to_pay', ...orderStatuses]

/** Conditions of a list of orders as its address holds them. */
export interface OrderQuery {
  readonly keyword: string
  /** Undefined = all. */
  readonly status: OrderTab | undefined
  /** Days of Shanghai, both counted; empty = open. */
  readonly from: string
  readonly until: string
  /** Page, from 1. */
  readonly current: number
}

const day = (text: string | null): string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''

/** Conditions out of the query of an address; what makes no sense is left out. */
export function readOrderQuery(search: string): OrderQuery {
  const given = new URLSearchParams(search)
  return { ...readListQuery(search, orderTabs), from: day(given.get('from')), until: day(given.get('until')) }
}

/** Keeps the conditions of a list of orders in the address, beside what else it says, such as the open part. */
export function orderAddress(): Address<OrderQuery> {
  const address = addressOf<OrderQuery>(
    (given) => readOrderQuery(given.toString()),
    ({ current, ...query }) => ({
      ...Object.fromEntries(new URLSearchParams(location.search)),
      ...query,
      current: current > 1 ? current : undefined,
    }),
  )
  return { ...address, set: (change) => address.set({ current: 1, ...change }) }
}
