import type { StateLabel, Transitions } from '../transition.ts'

/**
 * A payout of online money to a supplier. `first_approved`: waits for the second operator; `approved`: the bank transfer
 * is on its way; `held`: a dispute or a refund is open; `failed`: the bank refused or returned it; `void`: nothing is left
 * to pay out.
 */
export const payoutStatuses = ['held', 'due', 'first_approved', 'approved', 'failed', 'paid', 'void'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]
export type PayoutEvent =
  'approve' | 'confirm' | 'return' | 'pay' | 'fail' | 'bounce' | 'retry' | 'amend' | 'hold' | 'release' | 'void'
export type PayoutActor = 'operator' | 'system'

/**
 * `approve` and `confirm` are of two operators. What changes before that sets approvals back: `amend` changes amounts,
 * `hold` waits for a dispute or refund. An approved payout is not held any more: the transfer may have left the bank.
 * `bounce`: the bank returned a transfer that was registered as paid.
 */
export const payoutTransitions: Transitions<PayoutStatus, PayoutEvent, PayoutActor> = [
  { from: ['due'], event: 'approve', actor: ['operator'], to: 'first_approved' },
  { from: ['first_approved'], event: 'confirm', actor: ['operator'], to: 'approved' },
  { from: ['first_approved'], event: 'return', actor: ['operator'], to: 'due' },
  { from: ['approved'], event: 'pay', actor: ['operator'], to: 'paid' },
  { from: ['approved'], event: 'fail', actor: ['operator'], to: 'failed' },
  { from: ['paid'], event: 'bounce', actor: ['operator'], to: 'failed' },
  { from: ['failed'], event: 'retry', actor: ['operator'], to: 'due' },
  { from: ['due', 'first_approved'], event: 'amend', actor: ['system'], to: 'due' },
  { from: ['due', 'first_approved'], event: 'hold', actor: ['system'], to: 'held' },
  { from: ['held'], event: 'release', actor: ['system'], to: 'due' },
  { from: ['held', 'due', 'first_approved', 'failed'], event: 'void', actor: ['system'], to: 'void' },
]

/** As operators see it. */
export const payoutLabels: Readonly<Record<PayoutStatus, StateLabel>> = {
  held: { label: '暂缓', tone: 'mute' },
  due: { label: '待初审', tone: 'act' },
  first_approved: { label: '待复审', tone: 'act' },
  approved: { label: '待打款', tone: 'act' },
  failed: { label: '打款失败', tone: 'bad' },
  paid: { label: '已打款', tone: 'good' },
  void: { label: '已撤销', tone: 'mute' },
}

/** As the supplier sees it: approvals of the platform are one step. */
export const sellerPayoutLabels: Readonly<Record<PayoutStatus, StateLabel>> = {
  held: { label: '暂缓', tone: 'mute' },
  due: { label: '审核中', tone: 'go' },
  first_approved: { label: '审核中', tone: 'go' },
  approved: { label: '打款中', tone: 'go' },
  failed: { label: '打款失败', tone: 'bad' },
  paid: { label: '已打款', tone: 'good' },
  void: { label: '已撤销', tone: 'mute' },
}

export const payoutEventLabels: Readonly<Record<PayoutEvent | 'create', string>> = {
  create: '生成打款单',
  approve: '初审通过',
  confirm: '复审通过',
  return: '退回初审',
  pay: '登记已打款',
  fail: '登记打款失败',
  bounce: '登记银行退汇',
  retry: '重新打款',
  amend: '金额变化，重新审核',
  hold: '因争议或退款暂缓',
  release: '解除暂缓',
  void: '没有可打的货款，撤销',
}

/** States in which the job looks for disputes, refunds and changed amounts. */
export const changeablePayouts = ['held', 'due', 'first_approved', 'failed'] as const satisfies readonly PayoutStatus[]
/** States that wait for an operator. */
export const waitingPayouts = ['due', 'first_approved', 'approved', 'failed'] as const satisfies readonly PayoutStatus[]
/** States in which the supplier still waits for the money. */
export const unpaidPayouts = [
  'held',
  'due',
  'first_approved',
  'approved',
  'failed',
] as const satisfies readonly PayoutStatus[]

export const isPayoutDue = (status: PayoutStatus): boolean => status === 'due'
export const isFirstApproved = (status: PayoutStatus): boolean => status === 'first_approved'
export const isPayoutApproved = (status: PayoutStatus): boolean => status === 'approved'
export const isPayoutPaid = (status: PayoutStatus): boolean => status === 'paid'
export const isPayoutFailed = (status: PayoutStatus): boolean => status === 'failed'
export const isPayoutHeld = (status: PayoutStatus): boolean => status === 'held'

/** Why money is not paid out although its time has come. */
export const payoutBlockers = ['dispute', 'refund'] as const
export type PayoutBlocker = (typeof payoutBlockers)[number]
export const payoutBlockerLabels: Readonly<Record<PayoutBlocker, string>> = {
  dispute: '订单争议处理中',
  refund: '退款处理中',
}

/** Facts of a payment line and its order that decide whether money may be paid out. */
interface PayoutSituation {
  readonly isDisputed: boolean
  /** A refund of the line is asked for or on its way. */
  readonly hasRefund: boolean
}

export function payoutBlocker({ isDisputed, hasRefund }: PayoutSituation): PayoutBlocker | null {
  if (isDisputed) return 'dispute'
  return hasRefund ? 'refund' : null
}

/** Where held money is that no payout has yet. */
export const heldStates = ['unfinished', 'waiting', ...payoutBlockers] as const
export type HeldState = (typeof heldStates)[number]

/** State of held money: `unfinished` until the acceptance, then `waiting` until it is due and in a payout. */
export const heldState = (blocker: PayoutBlocker | null, dueAt: Date | null): HeldState =>
  blocker ?? (dueAt === null ? 'unfinished' : 'waiting')

export const heldLabels: Readonly<Record<HeldState, StateLabel>> = {
  unfinished: { label: '待验收', tone: 'mute' },
  waiting: { label: '待结算', tone: 'go' },
  dispute: { label: '争议暂缓', tone: 'bad' },
  refund: { label: '退款暂缓', tone: 'act' },
}

const day = 86_400_000

/** When money falls due: so many days after acceptance, completion or end; null = not finished. */
export const payoutDueAt = (finishedAt: Date | null, days: number): Date | null =>
  finishedAt === null ? null : new Date(finishedAt.getTime() + days * day)

/** Fee of the platform in fen, rounded down; `rate` in basis points (1/100 %). */
export const payoutFee = (amount: number, rate: number): number => Math.floor((amount * rate) / 10_000)

/** A line of a payout that is not approved, with the amount that is held now; fen. */
interface CurrentPayoutLine {
  readonly line: { readonly amount: number }
  readonly now: { readonly amount: number }
  readonly blocker: PayoutBlocker | null
}

export const isLineChanged = ({ line, now }: Pick<CurrentPayoutLine, 'line' | 'now'>): boolean =>
  line.amount !== now.amount

/** What the job does to a payout. `leave`: lines without a dispute or refund leave a held one. */
export type PayoutUpkeep = 'void' | 'hold' | 'leave' | 'release' | 'amend'

/** What a payout needs, from its lines; null = it is up to date, or it is approved. */
export function payoutUpkeep(status: PayoutStatus, lines: readonly CurrentPayoutLine[]): PayoutUpkeep | null {
  if (!changeablePayouts.some((changeable) => changeable === status)) return null
  if (lines.every(({ now }) => now.amount === 0)) return 'void'
  if (isPayoutFailed(status)) return null
  const blocked = lines.filter(({ blocker }) => blocker !== null)
  if (!isPayoutHeld(status)) {
    if (blocked.length > 0) return 'hold'
    return lines.some(isLineChanged) ? 'amend' : null
  }
  if (blocked.length === 0) return 'release'
  return blocked.length < lines.length ? 'leave' : null
}

interface PayoutAmount {
  /** fen */
  readonly amount: number
  readonly fee: number
}

/** Sums of payout lines: gross, fee, and what is transferred to the supplier; fen. */
export function sumPayout(lines: readonly PayoutAmount[]): PayoutAmount & { readonly net: number } {
  const amount = lines.reduce((sum, line) => sum + line.amount, 0)
  const fee = lines.reduce((sum, line) => sum + line.fee, 0)
  return { amount, fee, net: amount - fee }
}

/** Payments in one payout; more wait for the next day. */
export const maxPayoutLines = 200
/** Shortest reason of a failure: the supplier reads it. */
export const minPayoutReason = 4
