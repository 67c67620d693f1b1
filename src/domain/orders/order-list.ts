/** What lists of orders are sorted by: time of order, total, promised day of delivery. */
export const orderSortKeys = ['createdAt', 'total', 'promisedAt'] as const
export type OrderSortKey = (typeof orderSortKeys)[number]

/** Maximum of orders that are exported or paid together by selection. */
export const maxSelectedOrders = 50
