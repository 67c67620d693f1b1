import type { OrderDetail } from '../../contract/orders/orders.ts'
import { yuan } from '../../domain/money.ts'
import { orderLabel } from '../../domain/orders/order-states.ts'
import { orderStepWords } from '../../domain/orders/order-words.ts'
import { paymentLabels } from '../../domain/orders/payment-states.ts'
import { orDashes } from '../../domain/masks.ts'
import { date, dateTime, monthMinute } from '../../domain/time.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Timeline } from '../../ui/Timeline.tsx'

/** What was agreed, line by line. */
export const OrderLines = ({ order }: { order: OrderDetail }) => (
  <section className="mt-6">
    <h2 className="mb-3 text-lg font-semibold">订单内容</h2>
    <DataTable
      caption="订单内容"
      rows={order.lines.map((line, index) => ({ ...line, index }))}
      rowKey={({ index }) => index}
      columns={[
        { key: 'name', head: '项目', cell: ({ name }) => name },
        {
          key: 'quantity',
          head: '数量',
          align: 'right',
          className: 'whitespace-nowrap',
          cell: ({ quantity, unit }) => `${quantity.toLocaleString('en-US')} ${unit}`,
        },
        {
          key: 'price',
          head: '单价',
          align: 'right',
          className: 'whitespace-nowrap',
          cell: ({ unitPrice }) => `¥${yuan(unitPrice)}`,
        },
        {
          key: 'amount',
          head: '金额',
          align: 'right',
          className: 'whitespace-nowrap',
          cell: ({ amount }) => <span className="font-medium">¥{yuan(amount)}</span>,
        },
      ]}
    />
    <p className="mt-3 text-right">
      <span className="text-ink-3">合计 </span>
      <span className="text-xl font-semibold">¥{yuan(order.total)}</span>
    </p>
  </section>
)

/** The payments as they were agreed and how each stands. */
export const OrderPayments = ({ order, side }: { order: OrderDetail; side: 'buyer' | 'seller' }) => (
  <section className="mt-6">
    <h2 className="mb-3 text-lg font-semibold">{side === 'buyer' ? '付款计划' : '回款计划'}</h2>
    <DataTable
      caption={side === 'buyer' ? '付款计划' : '回款计划'}
      rows={order.payments}
      rowKey={({ seq }) => seq}
      columns={[
        { key: 'name', head: '节点', cell: ({ name }) => name },
        { key: 'percent', head: '比例', align: 'right', cell: ({ percent }) => `${percent}%` },
        {
          key: 'amount',
          head: '金额',
          align: 'right',
          className: 'whitespace-nowrap',
          cell: ({ amount }) => <span className="font-medium">¥{yuan(amount)}</span>,
        },
        {
          key: 'due',
          head: '应付日',
          className: 'whitespace-nowrap',
          cell: ({ dueAt }) => orDashes(dueAt && date(dueAt)),
        },
        { key: 'state', head: '状态', cell: ({ status }) => <StateBadge {...paymentLabels[status]} /> },
      ]}
    />
  </section>
)

/** What happened to the order, the newest first. */
export const OrderHistory = ({ order, side }: { order: OrderDetail; side: 'buyer' | 'seller' }) => {
  const made = { title: '生成订单', note: undefined, iso: order.createdAt, time: monthMinute(order.createdAt) }
  const steps = order.history.map((step) => ({
    title: orderStepWords(step),
    note: [step.by, step.reason].filter(Boolean).join('：') || undefined,
    iso: step.at,
    time: monthMinute(step.at),
  }))
  const first = order.history[0]
  const all = first && first.fromStatus === '' ? steps : [made, ...steps]
  const entries = all.toReversed().map((entry, index) => ({
    ...entry,
    tone: index === 0 ? orderLabel(order.status, side).tone : ('mute' as const),
  }))
  return (
    <section className="mt-6 rounded-lg border border-line bg-surface p-5" aria-label="订单动态">
      <h2 className="mb-3 text-lg font-semibold">动态</h2>
      <Timeline entries={entries} />
      <p className="mt-3 text-sm text-ink-3">下单时间 {dateTime(order.createdAt)}</p>
    </section>
  )
}
