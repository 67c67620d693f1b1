import type { StateLabel, Transitions } from '../transition.ts'
import type { Side } from '../sides.ts'

/**
 * A refund by payment line: asked for by the buyer, or given by the supplier without a request. `agreed` creates the
 * refunds that carry it out.
 */
export const refundRequestStatuses = ['requested', 'escalated', 'agreed', 'refused', 'dismissed', 'withdrawn'] as const
export type RefundRequestStatus = (typeof refundRequestStatuses)[number]
export type RefundRequestEvent = 'agree' | 'refuse' | 'withdraw' | 'escalate' | 'rule' | 'dismiss'

/** `escalate` hands a refused or unanswered request to the platform, which rules it once. */
export const refundRequestTransitions: Transitions<
  RefundRequestStatus,
  RefundRequestEvent,
  Side | 'system' | 'operator'
> = [
  { from: ['requested', 'escalated'], event: 'agree', actor: ['seller'], to: 'agreed' },
  { from: ['requested'], event: 'refuse', actor: ['seller'], to: 'refused' },
  { from: ['requested', 'escalated'], event: 'withdraw', actor: ['buyer', 'system'], to: 'withdrawn' },
  { from: ['requested', 'refused'], event: 'escalate', actor: ['buyer'], to: 'escalated' },
  { from: ['escalated'], event: 'rule', actor: ['operator'], to: 'agreed' },
  { from: ['escalated'], event: 'dismiss', actor: ['operator'], to: 'dismissed' },
]

const labels: Readonly<Record<RefundRequestStatus, (side: Side) => StateLabel>> = {
  requested: (side) => ({ label: '待供应商答复', tone: side === 'seller' ? 'act' : 'go' }),
  escalated: () => ({ label: '平台处理中', tone: 'go' }),
  agreed: () => ({ label: '已同意', tone: 'good' }),
  refused: () => ({ label: '已拒绝', tone: 'bad' }),
  dismissed: () => ({ label: '平台未支持', tone: 'mute' }),
  withdrawn: () => ({ label: '已撤回', tone: 'mute' }),
}
export const refundRequestLabel = (status: RefundRequestStatus, side: Side): StateLabel => labels[status](side)

/** Unanswered requests: they reserve their amounts, and a line takes no second one. */
export const openRequestStatuses = ['requested', 'escalated'] as const satisfies readonly RefundRequestStatus[]
export const isRequestOpen = (status: RefundRequestStatus): boolean =>
  openRequestStatuses.some((open) => open === status)
export const isRequestWaiting = (status: RefundRequestStatus): status is 'requested' => status === 'requested'
export const isRequestRefused = (status: RefundRequestStatus): status is 'refused' => status === 'refused'
export const isRequestEscalated = (status: RefundRequestStatus): status is 'escalated' => status === 'escalated'

/** A recorded step that leaves the platform's hands: without a company, an operator took it. */
export const leavesPlatform = (fromStatus: string): boolean => fromStatus === 'escalated'

/** Days in which the supplier answers; afterwards the buyer may turn to the platform. */
export const refundAnswerDays = 5
/** The supplier is reminded so many days before. */
export const refundReminderDays = 2
/** Days after a refusal in which the buyer may turn to the platform. */
export const refundEscalationDays = 30
/** Days in which a supplier returns an agreed transfer, and the buyer confirms it; then they are reminded. */
export const transferReminderDays = 3
/** Days after which operators see an agreed transfer that its supplier has not made. */
export const overdueTransferDays = 7
/** Days after which a transfer back without an objection counts as received. */
export const receiptDays = 7
export const maxRefundFiles = 10

const day = 86_400_000
export const refundAnswerDue = (createdAt: Date): Date => new Date(createdAt.getTime() + refundAnswerDays * day)

/** When a transfer back without an objection counts as received. */
export const receiptDue = (sentAt: Date): Date => new Date(sentAt.getTime() + receiptDays * day)

/** Whether the buyer may turn to the platform now: unanswered for the days above, or refused. */
export function canEscalate(
  request: {
    readonly side: Side
    readonly status: RefundRequestStatus
    readonly answerUntil: Date
    readonly answeredAt: Date | null
  },
  now: Date,
): boolean {
  const { side, status, answerUntil, answeredAt } = request
  if (side !== 'buyer') return false
  if (status === 'requested') return answerUntil <= now
  return (
    status === 'refused' && answeredAt !== null && answeredAt.getTime() + refundEscalationDays * day > now.getTime()
  )
}

/** Amount of one payment line; fen. */
export interface LineAmount {
  readonly lineId: number
  readonly amount: number
}

export const sumOfLines = (lines: readonly LineAmount[]): number => lines.reduce((sum, { amount }) => sum + amount, 0)

/** Sums a line that is named twice and drops lines without an amount. */
export function mergeLines(lines: readonly LineAmount[]): LineAmount[] {
  const sums = new Map<number, number>()
  for (const { lineId, amount } of lines) if (amount > 0) sums.set(lineId, (sums.get(lineId) ?? 0) + amount)
  return [...sums].map(([lineId, amount]) => ({ lineId, amount }))
}

/**
 * Allocates an amount that was asked for items of goods to payment lines, the last line first. Undefined if the lines
 * have less; fen.
 */
export function allocateToLines(lines: readonly LineAmount[], amount: number): LineAmount[] | undefined {
  let left = amount
  const allocated: LineAmount[] = []
  for (const { lineId, amount: room } of lines.toReversed()) {
    const share = Math.min(room, left)
    if (share > 0) allocated.push({ lineId, amount: share })
    left -= share
  }
  return left === 0 && amount > 0 ? allocated.toReversed() : undefined
}

/** What a payment line has for a refund by items; fen. */
interface ItemRefundLine extends LineAmount {
  /** An unanswered request names it. */
  readonly isOpen: boolean
  /** On its way to the supplier. */
  readonly inTransit: number
}

/** Why free lines have less than a refund by items takes: money on its way, an unanswered request, or nothing is left. */
export function itemRefundObstacle(
  lines: readonly ItemRefundLine[],
  amount: number,
): 'payoutUnderWay' | 'refundOpen' | 'refundTooMuch' {
  const sumOf = (some: readonly ItemRefundLine[]) => some.reduce((sum, line) => sum + line.amount + line.inTransit, 0)
  const free = lines.filter(({ isOpen }) => !isOpen)
  if (free.some(({ inTransit }) => inTransit > 0) && amount <= sumOf(free)) return 'payoutUnderWay'
  return free.length < lines.length ? 'refundOpen' : 'refundTooMuch'
}

/** An item of an order of goods and what requests already took of it; fen. */
export interface RefundableItem {
  readonly quantity: number
  readonly amount: number
  readonly takenQuantity: number
  readonly takenAmount: number
}

/** Left quantity and amount of an item. */
export const itemRoom = ({ quantity, amount, takenQuantity, takenAmount }: RefundableItem) => ({
  quantity: Math.max(0, quantity - takenQuantity),
  amount: Math.max(0, amount - takenAmount),
})

/** Most that a quantity of an item is worth: its share of the left amount, rounded down; the whole rest for all of it. */
export const itemWorth = (room: { readonly quantity: number; readonly amount: number }, quantity: number): number =>
  quantity >= room.quantity ? room.amount : Math.floor((room.amount * quantity) / room.quantity)
