import type { Column } from '../../ui/table/DataTable.tsx'

/** Columns of operators' lists about orders of two companies. */

interface OfOrder {
  readonly title: string
  readonly orderNo: string
}
export const orderColumn: Column<OfOrder> = {
  key: 'order',
  head: '订单',
  className: 'min-w-44',
  cell: ({ title, orderNo }) => (
    <>
      <span className="line-clamp-2 font-medium">{title}</span>
      <span className="text-sm text-ink-3">{orderNo}</span>
    </>
  ),
}

interface OfCompanies {
  readonly buyerName: string
  readonly sellerName: string
}
export const sidesColumn: Column<OfCompanies> = {
  key: 'sides',
  head: '买家与供应商',
  className: 'min-w-40',
  cell: ({ buyerName, sellerName }) => (
    <>
      <span className="block">{buyerName}</span>
      <span className="block text-ink-3">{sellerName}</span>
    </>
  ),
}
