import type { OrderDetail } from '../../contract/orders/orders.ts'
import { links } from '../../domain/links.ts'
import { yuan } from '../../domain/money.ts'
import { finalPaymentDays } from '../../domain/orders/deadlines.ts'
import { isMilestoneSkipped } from '../../domain/orders/milestone-states.ts'
import { orderLabel } from '../../domain/orders/order-states.ts'
import { moneyMoveLabels, orderStepLabel, paymentLineLabel } from '../../domain/orders/order-labels.ts'
import { heldLabels, sellerPayoutLabels } from '../../domain/orders/payouts.ts'
import { paymentMethodLabels } from '../../domain/orders/payment-methods.ts'
import { orDashes } from '../../domain/masks.ts'
import { date, dateTime, monthMinute } from '../../domain/time.ts'
import { LinkButton } from '../../ui/button/Button.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { Timeline } from '../../ui/navigation/Timeline.tsx'
import type { Side } from '../../domain/sides.ts'
import type { StateLabel } from '../../domain/transition.ts'

type PaymentLine = OrderDetail['payments'][number]

/** Due date; the payment of a milestone has none before the acceptance. */
const dueText = ({ lineId, dueAt }: PaymentLine, { milestones }: OrderDetail) =>
  dueAt === null && milestones.some((milestone) => milestone.lineId === lineId && !isMilestoneSkipped(milestone.status))
    ? `验收后 ${finalPaymentDays} 天内`
    : orDashes(dueAt && date(dueAt))

/** One payment on a phone. */
const PhoneRow = ({ line, order, side }: { line: PaymentLine; order: OrderDetail; side: Side }) => (
  <div className="flex items-start justify-between gap-3">
    <div>
      <p className="font-medium">
        {line.name} <span className="font-normal text-ink-3">{line.percent}%</span>
      </p>
      <p className="mt-1 text-sm text-ink-3">应付日 {dueText(line, order)}</p>
      {line.paid > 0 && line.paid < line.amount && (
        <p className="text-sm text-ink-3">
          {side === 'buyer' ? '已付' : '已收'} ¥{yuan(line.paid)}
        </p>
      )}
      {line.refunded > 0 && <p className="text-sm text-ink-3">已退 ¥{yuan(line.refunded)}</p>}
      <OnlineMoney online={line.online} />
    </div>
    <div className="shrink-0 text-right">
      <p className="font-medium tabular-nums">¥{yuan(line.amount)}</p>
      <div className="mt-1">
        <StateBadge {...paymentLineLabel(line.status, order.status)} />
      </div>
    </div>
  </div>
)

type Online = PaymentLine['online'][number]

/** States of online money, as the supplier reads them. */
const onlineLabels: Readonly<Record<Online['state'], StateLabel>> = { ...heldLabels, ...sellerPayoutLabels }

/** Where the money of a line is that was paid online. */
const OnlineMoney = ({ online }: { online: readonly Online[] }) => (
  <>
    {online.map(({ state, payoutNo, amount, dueAt }) => (
      <p key={`${state} ${payoutNo ?? ''} ${amount}`} className="text-sm text-ink-3">
        <StateBadge {...onlineLabels[state]} /> ¥{yuan(amount)}
        {dueAt !== null && `，${date(dueAt)} 到期`}
      </p>
    ))}
  </>
)

/** Shown where something was paid online; links to the supplier's money. */
const onlineColumn: Column<PaymentLine> = {
  key: 'online',
  head: '在线收款',
  cell: ({ online }) => (online.length === 0 ? '--' : <OnlineMoney online={online} />),
}

/** Shown once something was refunded. */
const refundedColumn: Column<PaymentLine> = {
  key: 'refunded',
  head: '已退',
  align: 'right',
  className: 'whitespace-nowrap',
  cell: ({ refunded }) => (refunded === 0 ? '--' : `¥${yuan(refunded)}`),
}

/** Payment schedule: amount paid and status of each line. */
export const OrderPayments = ({ order, side }: { order: OrderDetail; side: Side }) => (
  <section id="payments" className="mt-6 scroll-mt-16">
    <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
      <h2 className="text-lg font-semibold">{side === 'buyer' ? '付款计划' : '回款计划'}</h2>
      {order.payments.some(({ online }) => online.length > 0) && (
        <LinkButton size="sm" className="max-md:h-11 print:hidden" href={links.sellerMoney()}>
          我的货款
        </LinkButton>
      )}
      {side === 'buyer' && order.canPay && (
        <LinkButton
          size="sm"
          kind="outline"
          className="max-md:h-11 print:hidden"
          href={links.payOneOrder(order.orderId)}
        >
          去付款
        </LinkButton>
      )}
    </div>
    <DataTable
      caption={side === 'buyer' ? '付款计划' : '回款计划'}
      rows={order.payments}
      rowKey={({ lineId }) => lineId}
      phone={(line) => <PhoneRow line={line} order={order} side={side} />}
      columns={[
        { key: 'name', head: '节点', className: 'whitespace-nowrap', cell: ({ name }) => name },
        { key: 'percent', head: '比例', align: 'right', cell: ({ percent }) => `${percent}%` },
        {
          key: 'amount',
          head: '金额',
          align: 'right',
          className: 'whitespace-nowrap',
          cell: ({ amount }) => <span className="font-medium">¥{yuan(amount)}</span>,
        },
        {
          key: 'paid',
          head: side === 'buyer' ? '已付' : '已收',
          align: 'right',
          className: 'whitespace-nowrap',
          cell: ({ paid }) => (paid === 0 ? '--' : `¥${yuan(paid)}`),
        },
        ...(order.payments.some(({ refunded }) => refunded > 0) ? [refundedColumn] : []),
        ...(order.payments.some(({ online }) => online.length > 0) ? [onlineColumn] : []),
        {
          key: 'due',
          head: '应付日',
          className: 'whitespace-nowrap',
          cell: (line) => dueText(line, order),
        },
        {
          key: 'state',
          head: '状态',
          cell: ({ status }) => <StateBadge {...paymentLineLabel(status, order.status)} />,
        },
      ]}
    />
  </section>
)

/** History of the order, newest first. */
export const OrderHistory = ({ order, side }: { order: OrderDetail; side: Side }) => {
  const made = { title: '生成订单', note: undefined, iso: order.createdAt, time: monthMinute(order.createdAt) }
  const steps = order.history.map((step) => ({
    title: orderStepLabel(step),
    note: [step.by, step.reason].filter(Boolean).join('：') || undefined,
    iso: step.at,
    time: monthMinute(step.at),
  }))
  const first = order.history[0]
  const moves = order.moneyMoves.map(({ kind, method, amount, name, at }) => ({
    title: `${moneyMoveLabels[kind]} ¥${yuan(amount)}`,
    note: `${paymentMethodLabels[method]}，${name}`,
    iso: at,
    time: monthMinute(at),
  }))
  const all = [...(first && first.fromStatus === '' ? steps : [made, ...steps]), ...moves]
  // A step and its payment have the same time: the payment is listed above.
  const byTime = all.toSorted((a, b) => a.iso.localeCompare(b.iso))
  const entries = byTime.toReversed().map((entry, index) => ({
    ...entry,
    tone: index === 0 ? orderLabel(order.status, side).tone : ('mute' as const),
  }))
  return (
    <section
      id="history"
      className="mt-6 scroll-mt-16 rounded-lg border border-line bg-surface p-5"
      aria-label="订单动态"
    >
      <h2 className="mb-3 text-lg font-semibold">动态</h2>
      <Timeline entries={entries} />
      <p className="mt-3 text-sm text-ink-3">下单时间 {dateTime(order.createdAt)}</p>
    </section>
  )
}
