import type { StateLabel } from '../transition.ts'
import type { MoneyMoveKind } from './ledger.ts'
import { milestoneName, type MilestoneStatus } from './milestone-states.ts'
import { openAmount, paymentLabels, type OrderPaymentState, type PaymentStatus } from './payment-states.ts'
import { owedStatuses, type OrderAction } from './order-actions.ts'
import { isEnded, orderLabel, orderStatuses, type OrderSource, type OrderStatus } from './order-states.ts'
import type { Side } from '../sides.ts'

const eventLabels: Readonly<Record<string, string>> = {
  create: '生成订单',
  submit: '提交订单',
  award: '选定报价，生成订单',
  confirm: '供应商确认接单',
  decline: '供应商拒绝接单',
  start: '开始执行',
  deliver: '提交交付',
  requestChanges: '买家要求修改',
  accept: '买家验收通过',
  complete: '订单完成',
  cancel: '订单取消',
  askCancel: '申请取消订单',
  refuseCancel: '不同意取消',
  dropCancel: '撤回取消申请',
  remindOther: '提醒对方',
  dispute: '发起争议',
  resume: '平台裁定继续执行',
  startMilestone: '里程碑开工',
  deliverMilestone: '提交里程碑交付',
  requestMilestoneChanges: '买家要求修改里程碑',
  acceptMilestone: '里程碑验收通过',
  resumeMilestones: '恢复到争议前的里程碑进度',
  proposeChange: '提出变更单',
  signChange: '签署变更单',
  applyChange: '变更单生效',
  declineChange: '拒绝变更单',
  withdrawChange: '撤回变更单',
  expireChange: '变更单过期',
  voidChange: '变更单失效',
}

/** Short names of order actions, for the operation log. */
const actionLabels: Readonly<Record<OrderAction, string>> = {
  confirm: '确认接单',
  decline: '拒绝接单',
  start: '开工',
  deliver: '交付',
  accept: '验收通过',
  requestChanges: '要求修改',
  cancel: '取消',
  agreeCancel: '同意取消',
  refuseCancel: '不同意取消',
  dropCancel: '撤回取消申请',
  dispute: '发起争议',
}
export const orderStepName = (action: OrderAction): string => actionLabels[action]

const isStatus = (value: string): value is OrderStatus => orderStatuses.some((status) => status === value)

/** Labels of money movements. */
export const moneyMoveLabels: Readonly<Record<MoneyMoveKind, string>> = {
  received: '款项到账',
  reversed: '撤销到账确认',
  refunded: '退款完成',
}

/** Label of a history step of an order. */
export const orderStepLabel = (step: { readonly event: string; readonly toStatus: string }): string =>
  eventLabels[step.event] ??
  (isStatus(step.toStatus) ? `状态变为${orderLabel(step.toStatus, 'buyer').label}` : step.event)

interface OrderView {
  readonly status: OrderStatus
  readonly payments: Parameters<typeof openAmount>[0]
  readonly source: OrderSource
  /** A payment is due. */
  readonly canPay: boolean
  /** Deadline of the first payment. */
  readonly unpaidUntil: string | null
  readonly milestones: readonly { readonly seq: number; readonly name: string; readonly status: MilestoneStatus }[]
}

/** Hint of a running order with stages; undefined where the hint of other orders fits. */
function milestoneHint({ status, milestones, canPay }: OrderView, side: Side): string | undefined {
  const buyer = side === 'buyer'
  const pay = buyer && canPay ? '有到期款项待您付款。' : ''
  const named = (of: MilestoneStatus) =>
    milestones
      .filter((each) => each.status === of)
      .map(milestoneName)
      .join('、')
  switch (status) {
    case 'confirmed':
      return buyer ? undefined : '已接单，准备好后请按里程碑开工，逐个提交交付。'
    case 'in_progress':
      return buyer
        ? `供应商正在按里程碑执行，每个里程碑交付后由您验收。${pay}`
        : '请按计划完成里程碑并逐个提交交付；可以同时进行几个里程碑。'
    case 'delivered':
      return buyer
        ? `${named('delivered')}已交付，请核对后验收；14 天内未答复视为验收通过。${pay}`
        : `等待买家验收${named('delivered')}，14 天内未答复视为验收通过；其他里程碑可以照常进行。`
    case 'changes_requested':
      return buyer
        ? `已要求修改${named('changes_requested')}，等待供应商重新交付。${pay}`
        : `买家要求修改${named('changes_requested')}，请修改后重新交付。`
    default:
      return undefined
  }
}

/** Hint about the next step for a side. */
export function nextStepHint(order: OrderView, side: Side): string {
  const buyer = side === 'buyer'
  const goods = order.source === 'cart'
  const pay = buyer && order.canPay
  const staged = order.milestones.length === 0 ? undefined : milestoneHint(order, side)
  if (staged !== undefined) return staged
  switch (order.status) {
    case 'pending_confirm':
      if (order.unpaidUntil !== null && buyer) return '请尽快付款，逾期未付款订单自动取消；付款后供应商会更快确认。'
      return buyer ? '等待供应商确认接单；确认前您可直接取消订单。' : '请核对内容后确认接单，或写明原因拒绝。'
    case 'confirmed':
      if (pay) return `供应商已接单，请支付到期款项，供应商随后${goods ? '发货' : '开工'}。`
      if (buyer) return goods ? '供应商已接单，等待发货。' : '供应商已接单，等待开工。'
      return goods ? '已接单，请按承诺日期发货并填写物流单号。' : '已接单，准备好后请开工，完成后提交交付。'
    case 'in_progress':
      if (pay) return `供应商正在${goods ? '备货' : '执行'}；有到期款项待您付款。`
      if (goods) return buyer ? '等待供应商发货。' : '请尽快发货并填写物流单号。'
      return buyer ? '供应商正在执行，交付后由您验收。' : '请按约定周期完成工作并提交交付。'
    case 'delivered':
      if (goods)
        return buyer
          ? '供应商已发货，收货并核对后请确认；14 天内未答复则自动完成。'
          : '等待买家收货，14 天内未答复则自动完成。'
      return buyer ? '供应商已交付，请核对后验收；14 天内未答复则自动完成。' : '等待买家验收，14 天内未答复则自动完成。'
    case 'changes_requested':
      return buyer ? '已要求修改，等待供应商重新交付。' : '买家要求修改，请修改后重新交付。'
    case 'completed':
      if (pay) return '订单已完成，尚有款项待您付款。'
      if (buyer && openAmount(order.payments) > 0) return '订单已完成；余款尚未到期，到期前也可以付款。'
      return '订单已完成。'
    case 'declined':
      if (!buyer) return '您已拒绝接单。'
      return order.source === 'demand'
        ? '供应商未接单，需求已恢复评选，您可以选定其他报价。'
        : '供应商未接单，已付款项将退回。'
    case 'cancelled':
      return '订单已取消。'
    case 'disputed':
      return '平台正在处理争议，双方也可协商一致后取消订单。'
  }
}

/**
 * Index of the current progress step of an order; -1 = declined or cancelled. A dispute keeps the step at which it was
 * opened.
 */
export function orderProgress(status: OrderStatus, delivered: boolean): number {
  const at: Readonly<Record<OrderStatus, number>> = {
    pending_confirm: 1,
    confirmed: 2,
    in_progress: 2,
    changes_requested: 2,
    disputed: delivered ? 3 : 2,
    delivered: 3,
    completed: 5,
    declined: -1,
    cancelled: -1,
  }
  return at[status]
}
const workSteps = ['下单', '供应商确认', '执行', '交付与验收', '完成'] as const
const goodsSteps = ['下单', '供应商确认', '发货', '收货', '完成'] as const
export const orderStepsOf = (source: OrderSource): readonly string[] => (source === 'cart' ? goodsSteps : workSteps)

/** Label of a payment line; ended orders owe nothing. */
export const paymentLineLabel = (status: PaymentStatus, order: OrderStatus): StateLabel =>
  isEnded(order) && ['scheduled', ...owedStatuses].some((open) => open === status)
    ? paymentLabels.skipped
    : paymentLabels[status]

/** Label of the payment state; `act` for the buyer while the order is active. */
export function paymentStateLabel(state: OrderPaymentState, status: OrderStatus, side: Side): StateLabel {
  const ended = status === 'declined' || status === 'cancelled'
  switch (state) {
    case 'unpaid':
      return { label: '未付款', tone: side === 'buyer' && !ended ? 'act' : 'mute' }
    case 'part_paid':
      return { label: '部分付款', tone: 'go' }
    case 'paid':
      return { label: '已付清', tone: 'good' }
    case 'overpaid':
      return { label: '多付待退', tone: side === 'seller' ? 'act' : 'go' }
    case 'part_refunded':
      return { label: '部分退款', tone: 'mute' }
    case 'refunded':
      return { label: '已退款', tone: 'mute' }
  }
}

/** Title of an order: its only item with the quantity, or the first of several. */
export function orderTitle(items: readonly { readonly name: string; readonly quantity: number }[]): string {
  const [first] = items
  if (first === undefined) return ''
  if (items.length > 1) return `${first.name} 等 ${items.length} 种`
  return first.quantity > 1 ? `${first.name} ×\u00a0${first.quantity}` : first.name
}
