import type { StateLabel } from '../transition.ts'
import type { MoneyMoveKind } from './ledger.ts'
import { paymentLabels, type OrderPaymentState, type PaymentStatus } from './payment-states.ts'
import { owedStatuses, type OrderAction } from './order-actions.ts'
import { isEnded, orderLabel, orderStatuses, type OrderSource, type OrderStatus } from './order-states.ts'

type Side = 'buyer' | 'seller'

const happened: Readonly<Record<string, string>> = {
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
  dispute: '发起争议',
  resume: '平台裁定继续执行',
}

/** Short names of what a side can do, for logs. */
const names: Readonly<Record<OrderAction, string>> = {
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
export const orderStepName = (action: OrderAction): string => names[action]

const isStatus = (value: string): value is OrderStatus => orderStatuses.some((status) => status === value)

/** What happened to its money. */
export const moneyMoveWords: Readonly<Record<MoneyMoveKind, string>> = {
  received: '款项到账',
  reversed: '撤销到账确认',
  refunded: '退款完成',
}

/** What happened to an order, in words. */
export const orderStepWords = (step: { readonly event: string; readonly toStatus: string }): string =>
  happened[step.event] ?? (isStatus(step.toStatus) ? `状态变为${orderLabel(step.toStatus, 'buyer').label}` : step.event)

interface Looked {
  readonly status: OrderStatus
  /** fen */
  readonly total: number
  /** fen that were confirmed as paid */
  readonly paid: number
  readonly source: OrderSource
  /** A payment is due. */
  readonly canPay: boolean
  /** It ends by itself without its first payment. */
  readonly unpaidUntil: string | null
}

/** What comes next, for the side that looks. */
export function whatNext(order: Looked, side: Side): string {
  const buyer = side === 'buyer'
  const goods = order.source === 'cart'
  const pay = buyer && order.canPay
  switch (order.status) {
    case 'pending_confirm':
      if (order.unpaidUntil !== null && buyer) return '请尽快付款，逾期未付款订单自动取消；付款后供应商会更快确认。'
      return buyer ? '等待供应商确认接单；确认前您可直接取消订单。' : '请核对内容后确认接单，或写明原因拒绝。'
    case 'confirmed':
      if (pay) return `供应商已接单，请支付到期款项，供应商随后${goods ? '发货' : '开工'}。`
      if (buyer) return goods ? '供应商已接单，等待发货。' : '供应商已接单，等待开工。'
      return goods ? '已接单，请按承诺日期发货并填写物流单号。' : '已接单，准备好后请开工，完成后提交交付。'
    case 'in_progress':
      if (pay) return `供应商正在${goods ? '备货' : '执行'}；有到期款项待您支付。`
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
      if (pay) return '订单已完成，尚有款项待您支付。'
      if (buyer && order.paid < order.total) return '订单已完成；余款尚未到期，到期前也可以支付。'
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
 * Steps of an order from its making to its end, and where it stands; -1 = it ended on the way. A dispute about what was
 * delivered leaves the order where it was.
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

/** How one payment of an order stands; of an order that came to nothing, nothing is owed any more. */
export const paymentLineLabel = (status: PaymentStatus, order: OrderStatus): StateLabel =>
  isEnded(order) && ['scheduled', ...owedStatuses].some((open) => open === status)
    ? { label: '无需付款', tone: 'mute' }
    : paymentLabels[status]

/** How far an order is paid. Paying is the buyer's turn, and only while the order lives. */
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
