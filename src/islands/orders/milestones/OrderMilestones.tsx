import { useStore } from '@nanostores/react'
import { CalendarDays } from 'lucide-react'
import type { Delivery } from '../../../contract/orders/documents.ts'
import type { OrderDetail, OrderMilestone } from '../../../contract/orders/orders.ts'
import { yuan } from '../../../domain/money.ts'
import { finalPaymentDays } from '../../../domain/orders/deadlines.ts'
import {
  isMilestoneDelivered,
  isMilestoneSkipped,
  milestoneLabel,
  milestoneName,
  type MilestoneAction,
} from '../../../domain/orders/milestone-states.ts'
import { milestoneDelay } from '../../../domain/orders/milestone-timeline.ts'
import { paymentLineLabel } from '../../../domain/orders/order-labels.ts'
import { isEnded } from '../../../domain/orders/order-states.ts'
import type { Side } from '../../../domain/sides.ts'
import { date } from '../../../domain/time.ts'
import { exportingSheet } from '../../../stores/operations/sheet-export.ts'
import * as deliver from '../../../stores/orders/deliver.ts'
import { downloadCalendar, openOrderStep } from '../../../stores/orders/order.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { useNow } from '../../use-now.ts'
import { DeliveryEntry } from '../OrderDeliveries.tsx'
import { MilestoneTimeline } from './MilestoneTimeline.tsx'

const words: Readonly<Record<MilestoneAction, string>> = {
  start: '开工',
  deliver: '提交交付',
  accept: '验收通过',
  requestChanges: '要求修改',
}

type ItemProps = { order: OrderDetail; milestone: OrderMilestone; side: Side }
type ShownProps = ItemProps & { now: string }

const run = (action: MilestoneAction, { order, milestone }: ItemProps) =>
  action === 'deliver' ? deliver.openDelivery(order.orderId, milestone) : openOrderStep(action, milestone)

/** Buttons of the steps that the side may take now. */
const Actions = (props: ItemProps) => {
  const { milestone } = props
  if (milestone.steps.length === 0) return null
  return (
    <div className="mt-3 flex flex-wrap gap-2 print:hidden">
      {milestone.steps.map((action) => (
        <Button
          key={action}
          kind={action === 'requestChanges' ? 'plain' : action === 'start' ? 'outline' : 'main'}
          className="max-md:h-11"
          aria-label={`${words[action]}：${milestoneName(milestone)}`}
          onClick={() => run(action, props)}
        >
          {words[action]}
        </Button>
      ))}
    </div>
  )
}

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div className="flex gap-2">
    <dt className="shrink-0 text-ink-3">{name}</dt>
    <dd className="tabular-nums">{children}</dd>
  </div>
)

/** Planned and actual days. `now` is the end of an order that was declined or cancelled. */
const Days = ({ milestone, now }: { milestone: OrderMilestone; now: string }) => {
  const { plannedAt, startedAt, deliveredAt, acceptedAt } = milestone
  const late = milestoneDelay(milestone, now)
  return (
    <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
      <Fact name="计划交付">{date(plannedAt)}</Fact>
      {startedAt !== null && <Fact name="开工">{date(startedAt)}</Fact>}
      {deliveredAt !== null && <Fact name="最近交付">{date(deliveredAt)}</Fact>}
      {acceptedAt !== null && <Fact name="验收">{date(acceptedAt)}</Fact>}
      {late > 0 && (
        <div className="flex gap-2 font-medium text-warn">
          <dt className="shrink-0">超期</dt>
          <dd className="tabular-nums">{late} 天</dd>
        </div>
      )}
    </dl>
  )
}

/** Amount of the milestone's payment, its state, and when it is due. */
const Money = ({ order, milestone }: Omit<ItemProps, 'side'>) => {
  const line = order.payments.find(({ lineId }) => lineId === milestone.lineId)
  if (line === undefined) return null
  return (
    <div className="md:text-right">
      <p className="flex flex-wrap items-center gap-x-3 md:justify-end">
        <span className="font-medium tabular-nums">¥{yuan(line.amount)}</span>
        <StateBadge {...paymentLineLabel(line.status, order.status)} />
      </p>
      <p className="mt-1 text-sm text-ink-3">
        {line.dueAt !== null
          ? `应付日 ${date(line.dueAt)}`
          : !isEnded(order.status) && !isMilestoneSkipped(milestone.status) && `验收后 ${finalPaymentDays} 天内应付`}
      </p>
    </div>
  )
}

/** The newest delivery, and the older ones behind a summary. Deliveries are given newest first. */
const Deliveries = ({ own, waits, side }: { own: readonly Delivery[]; waits: boolean; side: Side }) => {
  const [newest, ...older] = own
  if (newest === undefined) return null
  return (
    <div className="mt-3 rounded-md border border-line p-3">
      <DeliveryEntry delivery={newest} number={own.length} waits={waits} side={side} />
      {older.length > 0 && (
        <details className="mt-3 border-t border-line pt-2">
          <summary className="text-accent hover:underline max-md:py-2">之前的 {older.length} 次交付</summary>
          <ol className="mt-2 space-y-4">
            {older.map((delivery, index) => (
              <li key={delivery.deliveryId}>
                <DeliveryEntry delivery={delivery} number={older.length - index} waits={false} side={side} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  )
}

const MilestoneItem = ({ order, milestone, side, now }: ShownProps) => {
  const own = order.deliveries.filter(({ milestoneId }) => milestoneId === milestone.milestoneId)
  return (
    <li className="p-4 desk:px-6" aria-label={milestoneName(milestone)}>
      <div className="gap-x-6 md:flex md:justify-between">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
            <span>
              {milestone.seq}. {milestone.name}
            </span>
            <StateBadge {...milestoneLabel(milestone.status, side)} />
          </h3>
          <p className="mt-1 break-words whitespace-pre-line text-ink-2">
            <span className="text-ink-3">交付内容：</span>
            {milestone.deliverables}
          </p>
          <Days milestone={milestone} now={now} />
        </div>
        <div className="shrink-0 max-md:mt-2">
          <Money order={order} milestone={milestone} />
        </div>
      </div>
      <Deliveries own={own} waits={isMilestoneDelivered(milestone.status)} side={side} />
      <Actions order={order} milestone={milestone} side={side} />
    </li>
  )
}

const takeCalendar = () =>
  void downloadCalendar().then((failure) => {
    if (failure !== null) toast.error(`日历导出失败：${failure.message}`)
  })

/** Milestones of an order with stages: state, deliverables, days, money, deliveries, steps; and the time axis. */
export const OrderMilestones = ({ order, side }: { order: OrderDetail; side: Side }) => {
  const made = useStore(exportingSheet)
  const present = useNow()
  // Nothing becomes later once the order was declined or cancelled.
  const now = isEnded(order.status) ? (order.history.at(-1)?.at ?? present) : present
  if (order.milestones.length === 0) return null
  return (
    <section id="milestones" className="mt-6 scroll-mt-16" aria-label="里程碑与验收">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">里程碑与验收</h2>
        <Button
          className="max-md:h-11 print:hidden"
          busy={made === 'calendar'}
          disabled={made !== null && made !== 'calendar'}
          onClick={takeCalendar}
        >
          <CalendarDays className="size-4" />
          导出日历
        </Button>
      </div>
      <div className="rounded-lg border border-line bg-surface">
        <ol className="divide-y divide-line">
          {order.milestones.map((milestone) => (
            <MilestoneItem key={milestone.milestoneId} order={order} milestone={milestone} side={side} now={now} />
          ))}
        </ol>
        <MilestoneTimeline order={order} side={side} now={now} />
      </div>
    </section>
  )
}
