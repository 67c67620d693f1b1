import type { OrderRow } from '../../contract/orders/orders.ts'
import { links } from '../../domain/links.ts'
import { yuan } from '../../domain/money.ts'
import { orderLabel } from '../../domain/orders/order-states.ts'
import { paymentStateLabel } from '../../domain/orders/order-words.ts'
import { monthMinute } from '../../domain/time.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'

type Props = { rows: readonly OrderRow[]; side: 'buyer' | 'seller' }

/** How much of an order is paid: state, bar, percent. */
const Paid = ({ row, side }: { row: OrderRow; side: 'buyer' | 'seller' }) => {
  const percent = row.total === 0 ? 0 : Math.floor((row.paid / row.total) * 100)
  return (
    <>
      <StateBadge {...paymentStateLabel(row.paymentState, row.status, side)} />
      <span className="mt-1.5 flex items-center gap-2 text-xs text-ink-3">
        <span className="h-1 w-16 overflow-hidden rounded-full bg-surface-3" aria-hidden>
          <span className="block h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
        </span>
        {percent}%
      </span>
    </>
  )
}

/** Orders of one side: what, with whom, how much, how far. */
export const OrderTable = ({ rows, side }: Props) => {
  const to = side === 'buyer' ? links.buyerOrder : links.sellerOrder
  const columns: Column<OrderRow>[] = [
    {
      key: 'no',
      head: '订单号',
      className: 'w-40',
      cell: (row) => (
        <>
          <a href={to(row.orderId)} className="whitespace-nowrap text-accent hover:underline">
            {row.orderNo}
          </a>
          <span className="block text-sm text-ink-3">{monthMinute(row.createdAt)}</span>
        </>
      ),
    },
    {
      key: 'title',
      head: side === 'buyer' ? '项目与供应商' : '项目与买家',
      className: 'min-w-56',
      cell: (row) => (
        <>
          <span className="line-clamp-2 font-medium">{row.title}</span>
          <span className="block text-sm text-ink-3">{row.otherName}</span>
        </>
      ),
    },
    {
      key: 'total',
      head: '金额',
      align: 'right',
      cell: (row) => <span className="font-medium whitespace-nowrap">¥{yuan(row.total)}</span>,
    },
    {
      key: 'paid',
      head: side === 'buyer' ? '付款' : '收款',
      className: 'w-36',
      cell: (row) => <Paid row={row} side={side} />,
    },
    { key: 'state', head: '状态', className: 'w-24', cell: (row) => <StateBadge {...orderLabel(row.status, side)} /> },
    {
      key: 'do',
      head: '操作',
      align: 'right',
      cell: (row) => {
        const word = side === 'seller' && row.status === 'pending_confirm' ? '去确认' : '查看'
        return (
          <LinkButton
            size="sm"
            kind={word === '查看' ? 'plain' : 'outline'}
            className="w-20 px-0!"
            href={to(row.orderId)}
            aria-label={`${word}订单 ${row.orderNo}`}
          >
            {word}
          </LinkButton>
        )
      },
    },
  ]
  return <DataTable caption="订单列表" columns={columns} rows={rows} rowKey={(row) => row.orderId} />
}
