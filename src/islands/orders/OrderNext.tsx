import type { OrderDetail } from '../../contract/orders/orders.ts'
import { links } from '../../domain/links.ts'
import { yuan } from '../../domain/money.ts'
import { acceptanceDueAt } from '../../domain/orders/deadlines.ts'
import { isPaymentAsked, type OrderAction } from '../../domain/orders/order-actions.ts'
import {
  orderLabel,
  isAwaitingConfirmation,
  isAwaitingAcceptance,
  isOrderDisputed,
  isOrderCompleted,
  isOrderClosed,
} from '../../domain/orders/order-states.ts'
import { openAmount } from '../../domain/orders/payment-states.ts'
import { nextStepHint } from '../../domain/orders/order-labels.ts'
import * as deliver from '../../stores/orders/deliver.ts'
import * as store from '../../stores/orders/order.ts'
import { Button, LinkButton } from '../../ui/button/Button.tsx'
import { Countdown } from '../../ui/feedback/Countdown.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useNow } from '../use-now.ts'
import { OrderReminder } from './RemindButton.tsx'
import { Reorder } from './Reorder.tsx'
import { OwnPayeeMissing, SupplierPayeeMissing } from './offers/PayeeMissing.tsx'
import type { Side } from '../../domain/sides.ts'

type Props = { order: OrderDetail; side: Side }

type NextAction = { action: OrderAction; word: string; kind: 'main' | 'plain' | 'danger' }

/** Actions of a side allowed by the transition table, primary one first. */
const nextActions = (order: OrderDetail, side: Side): NextAction[] => {
  const goods = order.source === 'cart'
  const alone = isAwaitingConfirmation(order.status)
  const all: NextAction[] = [
    { action: 'confirm', word: '确认接单', kind: 'main' },
    { action: 'accept', word: goods ? '确认收货' : '验收通过', kind: 'main' },
    { action: 'deliver', word: goods ? '发货' : '提交交付', kind: 'main' },
    { action: 'start', word: '开工', kind: 'main' },
    { action: 'requestChanges', word: '要求修改', kind: 'plain' },
    { action: 'decline', word: '拒绝接单', kind: 'danger' },
    { action: 'cancel', word: alone && side === 'buyer' ? '取消订单' : '申请取消', kind: 'plain' },
    { action: 'dispute', word: '发起争议', kind: 'plain' },
  ]
  return all.filter(({ action }) => order.steps.includes(action))
}

const runAction = (action: OrderAction, orderId: number) =>
  action === 'deliver' ? deliver.openDelivery(orderId) : store.openOrderStep(action)

/** The oldest delivery that waits; silence accepts it, and completes an order without stages. */
const acceptanceWord = ({ milestones }: OrderDetail, side: Side) =>
  side === 'buyer' ? '验收剩余' : milestones.length === 0 ? '自动完成剩余' : '自动验收剩余'

const hasMilestoneSteps = ({ milestones }: OrderDetail) => milestones.some(({ steps }) => steps.length > 0)

/** Countdown to the deadline of the next step. */
const Deadline = ({ order, side }: Props) => {
  const now = useNow()
  const accept = order.deliveredAt && acceptanceDueAt(new Date(order.deliveredAt))
  const [word, until] =
    order.unpaidUntil !== null && order.canPay
      ? ['付款剩余', order.unpaidUntil]
      : isAwaitingAcceptance(order.status) && accept
        ? [acceptanceWord(order, side), accept.toISOString()]
        : ['', '']
  if (until === '') return null
  return (
    <p className="mt-2 flex flex-wrap items-center gap-2 print:hidden">
      <span className="text-ink-3">{word}</span>
      <Countdown until={until} now={now} onOver={() => void store.loadOrder()} />
    </p>
  )
}

/** Pending cancellation request. */
const CancellationRequest = ({ order, side }: Props) => {
  const { cancel } = order
  if (cancel === null) return null
  const own = cancel.by === side
  const who = own ? '您' : cancel.by === 'buyer' ? '买家' : '供应商'
  return (
    <div className="mt-4">
      <Notice tone={own ? 'go' : 'act'} title={`${who}申请取消订单，${own ? '等待对方答复' : '请答复'}`}>
        <p className="break-words">原因：{cancel.reason}</p>
        <p>
          {order.paid === 0
            ? '订单尚未付款，取消后无需退款。'
            : `取消后退款 ¥${yuan(cancel.refund)}（已付 ¥${yuan(order.paid)}）。`}
          不同意则订单继续执行。
        </p>
        <div className="mt-3 flex flex-wrap gap-2 print:hidden">
          {order.steps.includes('agreeCancel') && (
            <Button kind="main" onClick={() => store.openOrderStep('agreeCancel')}>
              同意取消
            </Button>
          )}
          {order.steps.includes('refuseCancel') && (
            <Button className="max-md:h-11" onClick={() => store.openOrderStep('refuseCancel')}>
              不同意
            </Button>
          )}
          {order.steps.includes('dropCancel') && (
            <Button className="max-md:h-11" onClick={() => store.openOrderStep('dropCancel')}>
              撤回申请
            </Button>
          )}
        </div>
      </Notice>
    </div>
  )
}

/** Why the order is blocked or ended. */
const reasonOf = (order: OrderDetail): string | undefined => {
  const event = new Map<string, string>([
    ['disputed', 'dispute'],
    ['declined', 'decline'],
    ['cancelled', 'cancel'],
  ]).get(order.status)
  const step = event === undefined ? undefined : order.history.findLast((each) => each.event === event)
  return step && step.reason !== '' ? `${step.by}：${step.reason}` : undefined
}

/** The most important action of this side now; null for none. */
export const DecisiveAction = ({ order, side }: Props) => {
  const [first] = nextActions(order, side)
  if (order.steps.includes('agreeCancel')) {
    return (
      <LinkButton kind="main" href="#next">
        答复取消申请
      </LinkButton>
    )
  }
  if (side === 'buyer' && isPaymentAsked(order)) {
    return (
      <LinkButton kind="main" href={links.payOneOrder(order.orderId)}>
        去付款
      </LinkButton>
    )
  }
  if (first?.kind !== 'main') return null
  return (
    <Button kind="main" onClick={() => runAction(first.action, order.orderId)}>
      {first.word}
    </Button>
  )
}

type NextProps = Props & {
  /** Link to the reviews: an anchor on this page, or the order's page. */
  reviewsAt: string
}

/** Next step, its deadline and actions. */
export const OrderNext = ({ order, side, reviewsAt }: NextProps) => {
  const pay = side === 'buyer' && order.canPay
  const ended = isOrderClosed(order.status)
  // No payment reminder while in dispute.
  const disputed = isOrderDisputed(order.status)
  const again = side === 'buyer' && order.source !== 'demand' && ended
  // Payments may be made before they are due.
  const early = side === 'buyer' && !pay && isOrderCompleted(order.status) && openAmount(order.payments) > 0
  const reviews = isOrderCompleted(order.status)
  const reason = reasonOf(order)
  const buttons = nextActions(order, side)
  const now = useNow()
  const reminds = order.remindable !== null
  return (
    <>
      <CancellationRequest order={order} side={side} />
      {order.payeeMissing &&
        (side === 'seller' ? (
          <OwnPayeeMissing className="mt-4" />
        ) : (
          <SupplierPayeeMissing supplier={{ orgId: order.otherOrgId, name: order.otherName }} className="mt-4" />
        ))}
      <section
        id="next"
        className="mt-4 scroll-mt-16 rounded-lg border border-line bg-surface p-4 desk:px-6 desk:py-5"
        aria-label="下一步"
      >
        <h2 className="flex items-center gap-2 text-lg font-semibold">
          <span
            aria-hidden
            className={`h-4 w-1 rounded-full ${orderLabel(order.status, side).tone === 'bad' ? 'bg-bad' : 'bg-accent'}`}
          />
          下一步
        </h2>
        <p className="mt-2">{nextStepHint(order, side)}</p>
        {reason !== undefined && <p className="mt-1 break-words text-ink-3">{reason}</p>}
        <Deadline order={order} side={side} />
        {(pay || again || reviews || buttons.length > 0 || hasMilestoneSteps(order) || reminds) && (
          <div className="mt-4 flex flex-wrap gap-2 print:hidden">
            {pay && (
              <LinkButton kind={disputed ? 'outline' : 'main'} href={links.payOneOrder(order.orderId)}>
                去付款
              </LinkButton>
            )}
            {hasMilestoneSteps(order) && (
              <LinkButton kind={pay ? 'outline' : 'main'} className="max-md:h-11" href="#milestones">
                查看里程碑
              </LinkButton>
            )}
            {buttons.map(({ action, word, kind }, index) => (
              <Button
                key={action}
                kind={kind === 'main' && (pay || index > 0) ? 'outline' : kind}
                className="max-md:h-11"
                onClick={() => runAction(action, order.orderId)}
              >
                {word}
              </Button>
            ))}
            {reviews && <LinkButton href={reviewsAt}>评价</LinkButton>}
            {early && <LinkButton href={links.payOneOrder(order.orderId)}>支付余款</LinkButton>}
            {again && <Reorder orderId={order.orderId} />}
            {reminds && <OrderReminder order={order} side={side} now={now} onDone={() => void store.loadOrder()} />}
          </div>
        )}
      </section>
    </>
  )
}
