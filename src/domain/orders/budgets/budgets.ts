import { isEnded, type OrderStatus } from '../order-states.ts'
import { isLineRefundPending, openAmount, type PaymentStatus } from '../payment-states.ts'

/** `stop`: what exceeds the budget is refused; `warn`: it goes through, and people are told. */
export const budgetModes = ['stop', 'warn'] as const
export type BudgetMode = (typeof budgetModes)[number]
export const budgetModeLabels: Readonly<Record<BudgetMode, string>> = { stop: '超出时拒绝', warn: '超出时提醒' }

export const budgetSources = ['requisition', 'order', 'change', 'payment', 'refund'] as const
export type BudgetSource = (typeof budgetSources)[number]
/**
 * hold: a requisition or a proposed change waits; release: it ended without an order. commit: an order was placed;
 * apply: a change order took effect; end: an order was declined, cancelled or completed. spend: money was received;
 * undo: the receipt was taken back; give_back: money was refunded.
 */
export const budgetEvents = ['hold', 'release', 'commit', 'apply', 'end', 'spend', 'undo', 'give_back'] as const
export type BudgetEvent = (typeof budgetEvents)[number]
export const budgetEventLabels: Readonly<Record<BudgetEvent, string>> = {
  hold: '占用',
  release: '释放占用',
  commit: '下单',
  apply: '变更单生效',
  end: '订单结束',
  spend: '付款到账',
  undo: '撤销到账',
  give_back: '退款',
}

/** Lists: budgets whose period has the present day, has ended, or begins later; closed ones count as ended. */
export const budgetPeriods = ['current', 'past', 'coming'] as const
export type BudgetPeriod = (typeof budgetPeriods)[number]
export const budgetPeriodLabels: Readonly<Record<BudgetPeriod, string>> = {
  current: '进行中',
  past: '已结束',
  coming: '未开始',
}

export const maxBudgetName = 40

/** What a budget is used for, or how much an event moves; fen. */
export interface BudgetUse {
  readonly held: number
  readonly committed: number
  readonly spent: number
}
export const noUse: BudgetUse = { held: 0, committed: 0, spent: 0 }
export const usedSum = ({ held, committed, spent }: BudgetUse): number => held + committed + spent

/** Fen; below nothing where a budget that warns is exceeded. */
export const budgetLeft = (budget: BudgetUse & { readonly amount: number }): number => budget.amount - usedSum(budget)

/** Where and when a budget counts. */
export interface BudgetPlace {
  readonly costCentre: string
  /** '' = without regard to projects. */
  readonly projectCode: string
  /** First and last day. */
  readonly startsOn: string
  readonly endsOn: string
}

/** Whether something could be charged to both. */
export const budgetsOverlap = (one: BudgetPlace, other: BudgetPlace): boolean =>
  one.costCentre === other.costCentre &&
  one.projectCode === other.projectCode &&
  one.startsOn <= other.endsOn &&
  other.startsOn <= one.endsOn

/** The budget to which an order of a day is charged: that of its project, else that of the whole centre. */
export function budgetFor<T extends BudgetPlace>(
  budgets: readonly T[],
  { costCentre, projectCode, day }: { readonly costCentre: string; readonly projectCode: string; readonly day: string },
): T | undefined {
  const open = budgets.filter((each) => each.costCentre === costCentre && each.startsOn <= day && day <= each.endsOn)
  return open.find((each) => each.projectCode === projectCode) ?? open.find((each) => each.projectCode === '')
}

/** Whether a budget that stops has room for a rise; one that warns always has. */
export const hasRoom = (
  budget: BudgetUse & { readonly amount: number; readonly mode: BudgetMode },
  rise: number,
): boolean => budget.mode === 'warn' || rise <= 0 || rise <= budgetLeft(budget)

/** Shares in per cent at which people are told, once each. */
export const budgetLevels = [80, 100] as const
/** The highest share that is reached; 0 = none. */
export const reachedLevel = (budget: BudgetUse & { readonly amount: number }): number =>
  budgetLevels.findLast((level) => usedSum(budget) * 100 >= budget.amount * level && usedSum(budget) > 0) ?? 0

/** A payment line as its row is now. */
interface ChargedLine {
  readonly status: PaymentStatus
  /** fen */
  readonly amount: number
  readonly paid: number
  /** Whether nothing is owed again for it once its refunds that are on their way are done. */
  readonly isSettled: boolean
}

/** What is paid of a line and not refunded, an overpayment left out; that of a skipped stage until it is given back. */
const paidOf = ({ status, amount, paid }: ChargedLine): number =>
  amount === 0 && isLineRefundPending(status) ? paid : Math.min(paid, amount)

/** An order as its rows are now. */
export interface ChargedOrder {
  readonly status: OrderStatus
  /** fen */
  readonly total: number
  readonly lines: readonly ChargedLine[]
  /** Total that the buyer's own open change order proposes; null = there is none. */
  readonly proposedTotal: number | null
}

/**
 * What an order uses of its budget. `booked` is what it used before, `added` by how much a change order has just raised
 * its total: without one the use never rises, so that only orders and changes can be refused. Money that was
 * given back is not charged again, nor is what arrives after an order has ended.
 */
export function orderUse(
  { status, total, lines, proposedTotal }: ChargedOrder,
  booked: BudgetUse,
  added = 0,
): BudgetUse {
  const paid = lines.reduce((sum, line) => sum + paidOf(line), 0)
  if (isEnded(status)) return { held: 0, committed: 0, spent: Math.min(paid, booked.spent) }
  const limit = booked.committed + booked.spent + Math.max(0, added)
  const owed = openAmount(lines.filter(({ isSettled }) => !isSettled))
  const spent = Math.min(paid, limit)
  const held = proposedTotal === null ? 0 : Math.max(0, proposedTotal - total)
  return { held, committed: Math.min(owed, limit - spent), spent }
}

/** What moves from one use to another. */
export const differenceOf = (before: BudgetUse, after: BudgetUse): BudgetUse => ({
  held: after.held - before.held,
  committed: after.committed - before.committed,
  spent: after.spent - before.spent,
})
