import type { ReactNode } from 'react'
import type { OrderRow } from '../../contract/orders/orders.ts'
import { links } from '../../domain/links.ts'
import { yuan } from '../../domain/money.ts'
import { isPaymentAsked } from '../../domain/orders/order-actions.ts'
import { orderLabel, isInWork, isOrderClosed } from '../../domain/orders/order-states.ts'
import { paymentStateLabel } from '../../domain/orders/order-labels.ts'
import { date, monthMinute } from '../../domain/time.ts'
import { LinkButton } from '../../ui/button/Button.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { PictureName } from './PictureName.tsx'
import { Reorder } from './Reorder.tsx'
import type { Side } from '../../domain/sides.ts'

/** Payment progress of an order: status, bar, percent. */
const Paid = ({ row, side }: { row: OrderRow; side: Side }) => {
  const percent = row.total === 0 ? 0 : Math.min(100, Math.floor((row.paid / row.total) * 100))
  return (
    <span className="inline-block text-left">
      <StateBadge {...paymentStateLabel(row.paymentState, row.status, side)} />
      <span className="mt-1 flex items-center gap-2 text-xs text-ink-3">
        <span className="h-1 w-16 overflow-hidden rounded-full bg-surface-3" aria-hidden>
          <span className="block h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
        </span>
        <span className="whitespace-nowrap">{percent}%</span>
      </span>
    </span>
  )
}

const linkOf = (side: Side) => (side === 'buyer' ? links.buyerOrder : links.sellerOrder)

/** Pending action of this side and its link; null for none. */
function pendingAction(row: OrderRow, side: Side): { word: string; href: string } | null {
  const page = linkOf(side)(row.orderId)
  const goods = row.source === 'cart'
  if (row.steps.includes('agreeCancel')) return { word: '去答复', href: page }
  if (side === 'seller') {
    if (row.steps.includes('confirm')) return { word: '去确认', href: links.sellerConfirmOrder(row.orderId) }
    if (row.steps.includes('deliver')) return { word: goods ? '去发货' : '去交付', href: page }
    return null
  }
  if (row.steps.includes('accept')) return { word: goods ? '去收货' : '去验收', href: page }
  return isPaymentAsked(row) ? { word: '去付款', href: links.payOneOrder(row.orderId) } : null
}

/** Note below the status: reason of waiting, or deadline. */
function noteOf(row: OrderRow, side: Side): string {
  if (row.cancelWantedBy !== null) return row.cancelWantedBy === side ? '已申请取消' : '对方申请取消'
  if (row.unpaidUntil !== null && row.canPay) return `${monthMinute(row.unpaidUntil)} 前付款`
  const working = isInWork(row.status)
  return row.promisedAt !== null && working ? `承诺 ${monthMinute(row.promisedAt).slice(0, 5)} 交付` : ''
}

const State = ({ row, side }: { row: OrderRow; side: Side }) => {
  const note = noteOf(row, side)
  return (
    <span className="block">
      <StateBadge {...orderLabel(row.status, side)} />
      {note !== '' && <span className="block text-xs whitespace-nowrap text-ink-3">{note}</span>}
    </span>
  )
}

/** When this side reminded the other last, and who did. */
const Reminded = ({ row: { reminded } }: { row: OrderRow }) =>
  reminded === null ? (
    '未提醒'
  ) : (
    <span className="whitespace-nowrap">
      {monthMinute(reminded.at)}
      <span className="block text-sm text-ink-3">{reminded.by}</span>
    </span>
  )

const mayReorder = ({ status, source }: OrderRow) => source !== 'demand' && isOrderClosed(status)

const RowActions = ({ row, side }: { row: OrderRow; side: Side }): ReactNode => {
  const doing = pendingAction(row, side)
  const size = 'sm'
  const look = 'px-2.5! max-md:h-11 max-md:flex-1'
  const buysAgain = doing === null && side === 'buyer' && mayReorder(row)
  return (
    <>
      {doing !== null && (
        <LinkButton
          size={size}
          kind="outline"
          className={look}
          href={doing.href}
          aria-label={`${doing.word}，订单 ${row.orderNo}`}
        >
          {doing.word}
        </LinkButton>
      )}
      {buysAgain && (
        <Reorder orderId={row.orderId} size={size} className={look} name={`再次购买，订单 ${row.orderNo}`} />
      )}
      <LinkButton
        size={size}
        // Beside another button only on phones: the number of the order leads there too.
        className={`${look} ${doing !== null || buysAgain ? 'md:hidden' : ''}`}
        href={linkOf(side)(row.orderId)}
        aria-label={`查看订单 ${row.orderNo}`}
      >
        查看
      </LinkButton>
    </>
  )
}

/** Columns of one side's orders; the first one names an order, the last one has its actions. */
export const orderColumns = (side: Side): Column<OrderRow>[] => [
  {
    key: 'createdAt',
    head: '订单号与时间',
    className: 'w-40',
    sortable: true,
    cell: (row) => (
      <>
        <a href={linkOf(side)(row.orderId)} className="whitespace-nowrap text-accent hover:underline">
          {row.orderNo}
        </a>
        <span className="block text-sm text-ink-3">{monthMinute(row.createdAt)}</span>
      </>
    ),
  },
  {
    key: 'title',
    isLead: true,
    head: side === 'buyer' ? '项目与供应商' : '项目与买家',
    className: 'min-w-56',
    cell: (row) => <PictureName picture={row.pictureUrl} name={row.title} otherName={row.otherName} />,
  },
  {
    key: 'total',
    head: '金额',
    align: 'right',
    sortable: true,
    cell: (row) => <span className="font-medium whitespace-nowrap">¥{yuan(row.total)}</span>,
  },
  {
    key: 'paid',
    head: side === 'buyer' ? '付款' : '收款',
    className: 'w-36',
    cell: (row) => <Paid row={row} side={side} />,
  },
  {
    key: 'open',
    head: side === 'buyer' ? '未付' : '未收',
    align: 'right',
    cell: (row) => <span className="whitespace-nowrap">¥{yuan(row.open)}</span>,
  },
  {
    key: 'promisedAt',
    head: '承诺交付',
    sortable: true,
    className: 'whitespace-nowrap',
    cell: (row) => (row.promisedAt === null ? '—' : date(row.promisedAt)),
  },
  { key: 'state', head: '状态', className: 'w-28', cell: (row) => <State row={row} side={side} /> },
  { key: 'reminded', head: '我方提醒', cell: (row) => <Reminded row={row} /> },
  {
    key: 'do',
    head: '操作',
    isActions: true,
    align: 'right',
    cell: (row) => (
      <span className="inline-flex gap-1.5 max-md:flex max-md:gap-2">
        <RowActions row={row} side={side} />
      </span>
    ),
  },
]
