import type { StateLabel } from '../transition.ts'
import { orderLabel, orderStatuses, type OrderStatus } from './order-states.ts'

type Side = 'buyer' | 'seller'

const happened: Readonly<Record<string, string>> = {
  create: '生成订单',
  submit: '提交订单',
  award: '选定报价，生成订单',
  confirm: '供应商确认接单',
  decline: '供应商拒绝接单',
  start: '开始执行',
  deliver: '提交交付物',
  requestChanges: '买家要求修改',
  accept: '买家验收通过',
  complete: '逾 14 天未验收，自动完成',
  cancel: '订单取消',
  dispute: '发起争议',
}

const isStatus = (value: string): value is OrderStatus => orderStatuses.some((status) => status === value)

/** What happened to an order, in words. */
export const orderStepWords = (step: { readonly event: string; readonly toStatus: string }): string =>
  happened[step.event] ?? (isStatus(step.toStatus) ? `状态变为${orderLabel(step.toStatus, 'buyer').label}` : step.event)

/** What comes next, for the side that looks. */
export function whatNext(status: OrderStatus, side: Side): string {
  const buyer = side === 'buyer'
  switch (status) {
    case 'pending_confirm':
      return buyer ? '等待供应商确认接单；确认前您可联系供应商补充要求。' : '请核对内容后确认接单，或写明原因拒绝。'
    case 'confirmed':
      return buyer
        ? '供应商已接单，请按付款计划支付首笔款项，供应商随后开工。'
        : '已接单。请与买家约定开工时间并按付款计划收款。'
    case 'in_progress':
      return buyer ? '供应商正在执行，交付后由您验收。' : '请按约定周期完成工作并提交交付物。'
    case 'delivered':
      return buyer ? '供应商已交付，请在 14 天内验收，逾期自动完成。' : '等待买家验收，14 天内未验收则自动完成。'
    case 'changes_requested':
      return buyer ? '已要求修改，等待供应商重新交付。' : '买家要求修改，请修改后重新交付。'
    case 'completed':
      return '订单已完成，感谢您的使用。'
    case 'declined':
      return buyer ? '供应商未接单，您可以重新开放需求或选择其他供应商。' : '您已拒绝接单。'
    case 'cancelled':
      return '订单已取消。'
    case 'disputed':
      return '订单处于争议中，平台客服将与双方联系。'
  }
}

/** Steps of an order from its making to its end, and where it stands; -1 = it ended on the way. */
export function orderProgress(status: OrderStatus): number {
  const at: Readonly<Record<OrderStatus, number>> = {
    pending_confirm: 1,
    confirmed: 2,
    in_progress: 2,
    changes_requested: 2,
    disputed: 2,
    delivered: 3,
    completed: 5,
    declined: -1,
    cancelled: -1,
  }
  return at[status]
}
export const orderSteps = ['下单', '卖家确认', '执行', '交付与验收', '完成'] as const

/** How far an order is paid. Paying is the buyer's turn, and only while the order lives. */
export function paymentStateLabel(
  state: 'unpaid' | 'part_paid' | 'paid' | 'refunded',
  status: OrderStatus,
  side: Side,
): StateLabel {
  const ended = status === 'declined' || status === 'cancelled' || status === 'pending_confirm'
  if (state === 'unpaid') return { label: '未付款', tone: side === 'buyer' && !ended ? 'act' : 'mute' }
  if (state === 'part_paid') return { label: '部分付款', tone: 'go' }
  return state === 'paid' ? { label: '已付清', tone: 'good' } : { label: '已退款', tone: 'mute' }
}
