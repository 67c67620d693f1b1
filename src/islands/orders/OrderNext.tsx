import type { OrderDetail } from '../../contract/orders/orders.ts'
import { links } from '../../domain/links.ts'
import { yuan } from '../../domain/money.ts'
import { acceptWithinDays } from '../../domain/orders/desk.ts'
import type { OrderAction } from '../../domain/orders/order-actions.ts'
import { orderLabel } from '../../domain/orders/order-states.ts'
import { whatNext } from '../../domain/orders/order-words.ts'
import * as deliver from '../../stores/orders/deliver.ts'
import * as store from '../../stores/orders/order.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useNow } from '../use-now.ts'
import { Reorder } from './Reorder.tsx'
import { OwnPayeeMissing, SupplierPayeeMissing } from './PayeeMissing.tsx'

type Side = 'buyer' | 'seller'
type Props = { order: OrderDetail; side: Side }

type Doing = { action: OrderAction; word: string; kind: 'main' | 'plain' | 'danger' }

/** What a side can do, the loud one first; a button where the table lets it. */
const doings = (order: OrderDetail, side: Side): Doing[] => {
  const goods = order.source === 'cart'
  const alone = order.status === 'pending_confirm'
  const all: Doing[] = [
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

const press = (action: OrderAction, orderId: number) =>
  action === 'deliver' ? deliver.open(orderId) : store.askStep(action)

/** Until when something has to be done, counting down. */
const Until = ({ order, side }: Props) => {
  const now = useNow()
  const accept = order.deliveredAt && Date.parse(order.deliveredAt) + acceptWithinDays * 86_400_000
  const [word, until] =
    order.unpaidUntil !== null && order.canPay
      ? ['付款剩余', order.unpaidUntil]
      : order.status === 'delivered' && accept
        ? [side === 'buyer' ? '验收剩余' : '自动完成剩余', new Date(accept).toISOString()]
        : ['', '']
  if (until === '') return null
  return (
    <p className="mt-2 flex flex-wrap items-center gap-2 print:hidden">
      <span className="text-ink-3">{word}</span>
      <Countdown until={until} now={now} onOver={() => void store.load()} />
    </p>
  )
}

/** The wish to cancel that waits for an answer. */
const CancelWish = ({ order, side }: Props) => {
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
            <Button kind="main" onClick={() => store.askStep('agreeCancel')}>
              同意取消
            </Button>
          )}
          {order.steps.includes('refuseCancel') && (
            <Button className="max-md:h-11" onClick={() => store.askStep('refuseCancel')}>
              不同意
            </Button>
          )}
          {order.steps.includes('dropCancel') && (
            <Button className="max-md:h-11" onClick={() => store.askStep('dropCancel')}>
              撤回申请
            </Button>
          )}
        </div>
      </Notice>
    </div>
  )
}

/** Why the order stands still, or ended. */
const reasonOf = (order: OrderDetail): string | undefined => {
  const event = new Map<string, string>([
    ['disputed', 'dispute'],
    ['declined', 'decline'],
    ['cancelled', 'cancel'],
  ]).get(order.status)
  const step = event === undefined ? undefined : order.history.findLast((each) => each.event === event)
  return step && step.reason !== '' ? `${step.by}：${step.reason}` : undefined
}

type NextProps = Props & {
  /** Where the reviews of the order are: further down, or on the order's own page. */
  reviewsAt: string
}

/** What comes next, until when, and the buttons that do it. */
export const OrderNext = ({ order, side, reviewsAt }: NextProps) => {
  const pay = side === 'buyer' && order.canPay
  const ended = ['completed', 'cancelled', 'declined'].includes(order.status)
  // Nobody is urged to pay for what is disputed.
  const disputed = order.status === 'disputed'
  const again = side === 'buyer' && order.source !== 'demand' && ended
  // What is not due yet may be paid all the same.
  const early = side === 'buyer' && !pay && order.status === 'completed' && order.paid < order.total
  const reviews = order.status === 'completed'
  const reason = reasonOf(order)
  const buttons = doings(order, side)
  return (
    <>
      <CancelWish order={order} side={side} />
      {order.payeeMissing &&
        (side === 'seller' ? (
          <OwnPayeeMissing className="mt-4" />
        ) : (
          <SupplierPayeeMissing supplier={{ orgId: order.otherOrgId, name: order.otherName }} className="mt-4" />
        ))}
      <section className="mt-4 rounded-lg border border-line bg-surface p-4 desk:px-6 desk:py-5" aria-label="下一步">
        <h2 className="flex items-center gap-2 text-lg font-semibold">
          <span
            aria-hidden
            className={`h-4 w-1 rounded-full ${orderLabel(order.status, side).tone === 'bad' ? 'bg-bad' : 'bg-accent'}`}
          />
          下一步
        </h2>
        <p className="mt-2">{whatNext(order, side)}</p>
        {reason !== undefined && <p className="mt-1 break-words text-ink-3">{reason}</p>}
        <Until order={order} side={side} />
        {(pay || again || reviews || buttons.length > 0) && (
          <div className="mt-4 flex flex-wrap gap-2 print:hidden">
            {pay && (
              <LinkButton kind={disputed ? 'outline' : 'main'} href={links.payOneOrder(order.orderId)}>
                去付款
              </LinkButton>
            )}
            {buttons.map(({ action, word, kind }, index) => (
              <Button
                key={action}
                kind={kind === 'main' && (pay || index > 0) ? 'outline' : kind}
                className="max-md:h-11"
                onClick={() => press(action, order.orderId)}
              >
                {word}
              </Button>
            ))}
            {reviews && <LinkButton href={reviewsAt}>评价</LinkButton>}
            {early && <LinkButton href={links.payOneOrder(order.orderId)}>支付余款</LinkButton>}
            {again && <Reorder orderId={order.orderId} />}
          </div>
        )}
      </section>
    </>
  )
}
