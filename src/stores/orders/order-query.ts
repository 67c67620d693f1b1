import { atom, type ReadableAtom } from 'nanostores'
import { orderStatuses, type OrderStatus } from '../../domain/orders/order-states.ts'
import { readListQuery } from '../demands/list-query.ts'

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

/** The address keeps what else it says, such as the part of the page that is open. */
function write({ keyword, status, from, until, current }: OrderQuery): string {
  const given = new URLSearchParams(location.search)
  const all = { keyword, status: status ?? '', from, until, current: current > 1 ? String(current) : '' }
  for (const [name, value] of Object.entries(all)) {
    if (value === '') given.delete(name)
    else given.set(name, value)
  }
  const text = given.toString()
  return text === '' ? '' : `?${text}`
}

interface OrderAddress {
  /** Null before `start`, which is on the server and before hydration. */
  readonly query: ReadableAtom<OrderQuery | null>
  /** Reads the address, and again whenever the person goes back or on. Returns the way to stop. */
  readonly start: (changed: () => void) => () => void
  /** Changes conditions and the address with them; another condition starts at the first page. */
  readonly set: (change: Partial<OrderQuery>) => void
}

/** Keeps the conditions of a list of orders in the address, so that back works and a link shows the same list. */
export function orderAddress(): OrderAddress {
  const query = atom<OrderQuery | null>(null)
  let tell = () => {}
  return {
    query,
    start: (changed) => {
      tell = changed
      const read = () => {
        query.set(readOrderQuery(location.search))
        changed()
      }
      read()
      addEventListener('popstate', read)
      return () => removeEventListener('popstate', read)
    },
    set: (change) => {
      const before = query.get()
      if (before === null) return
      const next = { ...before, current: 1, ...change }
      query.set(next)
      history.pushState(null, '', location.pathname + write(next))
      tell()
    },
  }
}
