import { api } from '../../../client/browser.ts'
import type { Answer } from '../../../contract/envelope.ts'
import type { OrderRow } from '../../../contract/orders/orders.ts'
import type { FilteredListName } from '../../../domain/accounts/saved-filters.ts'
import { orderSortKeys, type OrderSortKey } from '../../../domain/orders/order-list.ts'
import { orderStatuses, type OrderStatus } from '../../../domain/orders/order-states.ts'
import { dailyList, type DailyList, type ListFilter } from '../../daily-list.ts'
import { filteredList } from '../../filtered-list.ts'

export interface OrdersPage {
  readonly total: number
  readonly data: readonly OrderRow[]
  readonly counts: Readonly<Partial<Record<OrderStatus, number>>>
  readonly toPay: number
  /** The supplier has not entered its payee account. */
  readonly payeeMissing: boolean
}

/** Tab of the order list: a status, or orders with a due payment. */
type OrderTab = OrderStatus | 'to_pay'
const orderTabs: readonly OrderTab[] = ['to_pay', ...orderStatuses]

type OrderFilter = ListFilter<OrderStatus> & { readonly toPay?: true | undefined }
type ListCall = (
  input: OrderFilter & { sortBy?: OrderSortKey | undefined; sortDown: boolean; current: number; pageSize: number },
) => Promise<Answer<OrdersPage>>
type SheetCall = (
  input: OrderFilter & { orderIds?: number[] | undefined },
) => Promise<Answer<{ readonly url: string; readonly rows: number }>>

/** Columns that a person who has chosen none sees, beside the number and the actions. */
const defaultColumns = ['title', 'total', 'paid', 'state']

/** Order list of one side. */
export type OrderList = DailyList<OrderTab, OrderSortKey, OrdersPage>

/** Filter of a call: the tab of due payments is none of the states. */
function withTab<F extends ListFilter<OrderTab>>({ status, ...filter }: F) {
  const due: { status?: OrderStatus | undefined; toPay?: true } = status === 'to_pay' ? { toPay: true } : { status }
  return { ...filter, ...due }
}

function createOrderList(
  {
    list,
    exportSheet,
    path,
    name,
  }: {
    readonly list: ListCall
    readonly exportSheet: SheetCall
    readonly path: string
    readonly name: FilteredListName
  },
  pageSize = 10,
): OrderList {
  return dailyList<OrderTab, OrderSortKey, OrdersPage>({
    name,
    statuses: orderTabs,
    sortKeys: orderSortKeys,
    defaultColumns,
    fetchPage: (conditions) => list(withTab(conditions)),
    askSheet: (filter, orderIds) => exportSheet({ ...withTab(filter), orderIds }),
    rowKey: ({ orderId }) => orderId,
    path,
    pageSize,
  })
}

/** Orders of the own company as buyer. */
export const buyerOrders = createOrderList({
  list: (input) => api.orders.buyerOrders(input),
  exportSheet: (input) => api.orders.buyerOrdersSheet(input),
  path: '/platform/buyerAccount/order',
  name: 'buyerOrders',
})

/** Orders of the own company as seller. */
export const sellerOrders = createOrderList({
  list: (input) => api.orders.sellerOrders(input),
  exportSheet: (input) => api.orders.sellerOrdersSheet(input),
  path: '/platform/sellerCenter/order',
  name: 'sellerOrders',
})

/** Goods bought by the company, one page. */
export const boughtGoods = filteredList([], api.orders.boughtGoods)
