import type { ReactNode } from 'react'
import type { OrderRow } from '../../contract/orders/orders.ts'
import { links } from '../../domain/links.ts'
import { yuan } from '../../domain/money.ts'
import { orderLabel, isOrderDisputed, isInWork, isOrderClosed } from '../../domain/orders/order-states.ts'
import { paymentStateLabel } from '../../domain/orders/order-labels.ts'
import { monthMinute } from '../../domain/time.ts'
import { LinkButton } from '../../ui/button/Button.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { CardPicture } from '../CardPicture.tsx'
import { PictureName } from './PictureName.tsx'
import { Reorder } from './Reorder.tsx'
import type { Side } from '../../domain/sides.ts'

type Props = { rows: readonly OrderRow[]; side: Side }

/** Payment progress of an order: status, bar, percent. */
const Paid = ({ row, side }: { row: OrderRow; side: Side }) => {
  const percent = row.total === 0 ? 0 : Math.min(100, Math.floor((row.paid / row.total) * 100))
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
  return row.canPay && !isOrderDisputed(row.status) ? { word: '去付款', href: links.payOneOrder(row.orderId) } : null
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
    <>
      <StateBadge {...orderLabel(row.status, side)} />
      {note !== '' && <span className="block text-xs whitespace-nowrap text-ink-3">{note}</span>}
    </>
  )
}

const mayReorder = ({ status, source }: OrderRow) => source !== 'demand' && isOrderClosed(status)

const RowActions = ({ row, side, wide = false }: { row: OrderRow; side: Side; wide?: boolean }): ReactNode => {
  const doing = pendingAction(row, side)
  const size = wide ? ('md' as const) : ('sm' as const)
  const look = wide ? 'h-11 flex-1' : 'w-20 px-0!'
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
      {doing === null && side === 'buyer' && mayReorder(row) && (
        <Reorder orderId={row.orderId} size={size} className={look} name={`再次购买，订单 ${row.orderNo}`} />
      )}
      <LinkButton size={size} className={look} href={linkOf(side)(row.orderId)} aria-label={`查看订单 ${row.orderNo}`}>
        查看
      </LinkButton>
    </>
  )
}

const columnsOf = (side: Side): Column<OrderRow>[] => [
  {
    key: 'no',
    head: '订单号',
    className: 'w-40',
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
    head: side === 'buyer' ? '项目与供应商' : '项目与买家',
    className: 'min-w-56',
    cell: (row) => <PictureName picture={row.pictureUrl} name={row.title} otherName={row.otherName} />,
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
  { key: 'state', head: '状态', className: 'w-28', cell: (row) => <State row={row} side={side} /> },
  {
    key: 'do',
    head: '操作',
    isActions: true,
    align: 'right',
    cell: (row) => (
      <span className="inline-flex flex-col gap-1.5 py-1">
        <RowActions row={row} side={side} />
      </span>
    ),
  },
]

const OrderCard = ({ row, side }: { row: OrderRow; side: Side }) => (
  <li className="rounded-lg border border-line bg-surface p-4">
    <div className="flex items-start justify-between gap-3">
      <span className="text-sm text-ink-3">{row.orderNo}</span>
      <span className="text-right">
        <State row={row} side={side} />
      </span>
    </div>
    <div className="mt-2 flex items-start gap-3">
      <CardPicture picture={row.pictureUrl} className="size-14 border border-line" />
      <div className="min-w-0">
        <a href={linkOf(side)(row.orderId)} className="block font-medium break-words">
          {row.title}
        </a>
        <p className="text-sm text-ink-3">{row.otherName}</p>
      </div>
    </div>
    <div className="mt-3 flex items-end justify-between gap-3">
      <div>
        <Paid row={row} side={side} />
      </div>
      <span className="text-lg font-semibold">¥{yuan(row.total)}</span>
    </div>
    <div className="mt-3 flex gap-2">
      <RowActions row={row} side={side} wide />
    </div>
  </li>
)

/** Table of one side's orders; cards on phones. */
export const OrderTable = ({ rows, side }: Props) => (
  <>
    <div className="max-md:hidden">
      <DataTable caption="订单一览" columns={columnsOf(side)} rows={rows} rowKey={(row) => row.orderId} />
    </div>
    <ul className="space-y-3 md:hidden" aria-label="订单一览">
      {rows.map((row) => (
        <OrderCard key={row.orderId} row={row} side={side} />
      ))}
    </ul>
  </>
)
