import { otherSide, type Side } from '../sides.ts'
import { date } from '../time.ts'
import { allowedOrderActions, isPaymentAsked, needsMutualCancellation } from './order-actions.ts'
import { isInWork, type OrderSource, type OrderStatus } from './order-states.ts'

/** What one side of an order reminds the other of. */
export const reminderSubjects = ['cancellation', 'confirm', 'deliver', 'pay', 'accept'] as const
export type ReminderSubject = (typeof reminderSubjects)[number]

/** Event of a reminder in the history of an order; whose it is, is said by the company of the step. */
export const reminderEvent = 'remindOther'

interface OrderForReminder {
  readonly status: OrderStatus
  readonly source: OrderSource
  readonly cancellationRequestedBy: Side | null
  /** A payment is due. */
  readonly canPay: boolean
}

/** What a side may remind the other of: the step that the order waits for. Null where none waits for the other side. */
export function remindableSubject(order: OrderForReminder, side: Side): ReminderSubject | null {
  if (order.cancellationRequestedBy === side && needsMutualCancellation(order)) return 'cancellation'
  const steps = allowedOrderActions(order, otherSide(side))
  if (side === 'buyer') return steps.includes('confirm') ? 'confirm' : isInWork(order.status) ? 'deliver' : null
  if (isPaymentAsked(order)) return 'pay'
  return steps.includes('accept') ? 'accept' : null
}

/** Whether a reminder was sent on the day of `now` in Shanghai: one a day. */
export const isRemindedToday = (at: string | null, now: string): boolean => at !== null && date(at) === date(now)

export const reminderSubjectLabels: Readonly<Record<ReminderSubject, string>> = {
  cancellation: '答复取消申请',
  confirm: '确认接单',
  deliver: '交付',
  pay: '付款',
  accept: '验收',
}
