import { maxDeliverablesLength, maxMilestones, maxOfferTotal } from '../demands/offer-terms.ts'
import type { Side } from '../sides.ts'
import { changeBlocker } from './change-order-states.ts'
import { endOfDay, maxPromisedDays } from './deadlines.ts'
import { isMilestoneClosed, type MilestoneStatus } from './milestone-states.ts'
import type { OrderSource, OrderStatus } from './order-states.ts'
import { isLineRefunded, type PaymentStatus } from './payment-states.ts'

/** One row of an order's schedule: a payment, and the stage it belongs to. Money in fen, days in Shanghai. */
export interface TermRow {
  /** Number of the payment within the order. */
  readonly seq: number
  /** Number of its milestone; null = a payment without a stage. */
  readonly stage: number | null
  readonly name: string
  /** What is delivered; '' without a stage. */
  readonly deliverables: string
  /** Planned day of a stage, else the day the payment falls due; null = not fixed. */
  readonly on: string | null
  readonly amount: number
  /** The stage is no longer carried out; its amount is 0. */
  readonly isSkipped: boolean
}

/** Terms of an order that a change order can change. */
export interface OrderTerms {
  /** fen */
  readonly total: number
  /** Promised delivery day. */
  readonly promisedOn: string | null
  readonly rows: readonly TermRow[]
}

/** A row with what has happened to it. */
export interface BaseRow extends TermRow {
  /** Received minus refunds, fen. */
  readonly paid: number
  /** Submitted transfers and open gateway payments, fen. */
  readonly inFlight: number
  /** A refund waits for an answer or for the money: the amount stays. */
  readonly hasRefund: boolean
  readonly payment: PaymentStatus
  /** null without a stage. */
  readonly milestone: MilestoneStatus | null
}

/** What a change order is proposed on. */
export interface ChangeBase {
  readonly status: OrderStatus
  readonly source: OrderSource
  /** Number of applied change orders plus 1. */
  readonly version: number
  readonly promisedOn: string | null
  readonly rows: readonly BaseRow[]
}

/** A changed or added row. */
export interface ProposedRow {
  /** null = added. */
  readonly seq: number | null
  readonly name: string
  readonly deliverables: string
  readonly on: string | null
  readonly amount: number
  /** Ends the stage; the other values of the row do not count. */
  readonly skip: boolean
}

export interface ChangeProposal {
  readonly baseVersion: number
  /** What changes in the scope of work; '' = nothing. */
  readonly scope: string
  readonly promisedOn: string | null
  /** Total after the change, as its proposer saw it; fen. */
  readonly total: number
  /** Rows that are not named stay as they are. */
  readonly rows: readonly ProposedRow[]
}

/** Reasons for which a change is refused; the names are those of failures. */
export type ChangeRefusal =
  | 'changeGoods'
  | 'changeDisputed'
  | 'changeNotRunning'
  | 'changeBaseGone'
  | 'changeNothing'
  | 'changeAccepted'
  | 'changeBelowPaid'
  | 'changePaidLine'
  | 'changePaymentOpen'
  | 'changeRefundOpen'
  | 'changeTotalWrong'
  | 'changeDateWrong'
  | 'changePromiseOver'
  | 'changeTooMany'
  | 'changeRowWrong'
  | 'changeAllSkipped'

interface Refused {
  readonly ok: false
  readonly refusal: ChangeRefusal
  /** Row of the proposal, from 0; undefined = the change as a whole. */
  readonly row?: number
}

/** The next terms of an order. */
export interface ChangePlan {
  readonly ok: true
  readonly before: OrderTerms
  readonly after: OrderTerms
  /** Numbers of the rows that differ; added ones included. */
  readonly changed: readonly number[]
  /** What was paid for stages that are skipped: refunded when the change is applied; fen. */
  readonly refund: number
}

/** Terms without what happened to them. */
export const termsOf = ({ promisedOn, rows }: ChangeBase): OrderTerms => ({
  total: totalOf(rows),
  promisedOn,
  rows: rows.map(termRow),
})

const termRow = ({ seq, stage, name, deliverables, on, amount, isSkipped }: TermRow): TermRow => ({
  seq,
  stage,
  name,
  deliverables,
  on,
  amount,
  isSkipped,
})
const totalOf = (rows: readonly Pick<TermRow, 'amount'>[]): number => rows.reduce((sum, { amount }) => sum + amount, 0)

/** Rows that are carried out. */
export const openRowsOf = <R extends Pick<TermRow, 'isSkipped'>>(rows: readonly R[]): R[] =>
  rows.filter(({ isSkipped }) => !isSkipped)

const isSame = (a: TermRow, b: TermRow): boolean =>
  a.name === b.name &&
  a.deliverables === b.deliverables &&
  a.on === b.on &&
  a.amount === b.amount &&
  a.isSkipped === b.isSkipped

/**
 * The next plan of an order, or the name of the refusal. The one place for the rules of changes: the form previews with
 * it, the call proposes with it, and the second signature applies what it says of the order as it is then. `today` is a
 * day in Shanghai.
 */
export function planChange(base: ChangeBase, proposal: ChangeProposal, today: string): ChangePlan | Refused {
  const refuse = (refusal: ChangeRefusal, row?: number): Refused => ({
    ok: false,
    refusal,
    ...(row === undefined ? {} : { row }),
  })
  const blocker = changeBlocker(base)
  if (blocker !== null) return refuse(blocker)
  if (proposal.baseVersion !== base.version) return refuse('changeBaseGone')
  const isStaged = base.rows.some(({ stage }) => stage !== null)
  const next = new Map(base.rows.map((row) => [row.seq, termRow(row)]))
  const changed: number[] = []
  let refund = 0
  for (const [at, wanted] of proposal.rows.entries()) {
    if (wanted.seq === null) {
      const added = addedRow([...next.values()], wanted, isStaged)
      const fault = addedRefusal(added, today)
      if (fault !== null) return refuse(fault, at)
      next.set(added.seq, added)
      changed.push(added.seq)
      continue
    }
    const row = base.rows.find(({ seq }) => seq === wanted.seq)
    if (row === undefined || changed.includes(row.seq)) return refuse('changeRowWrong', at)
    const after = changedRow(row, wanted)
    if (isSame(row, after)) continue
    const fault = changedRefusal(row, after, today)
    if (fault !== null) return refuse(fault, at)
    next.set(row.seq, after)
    changed.push(row.seq)
    if (after.isSkipped) refund += row.paid
  }
  const before = termsOf(base)
  const rows = [...next.values()]
  const after: OrderTerms = { total: totalOf(rows), promisedOn: proposal.promisedOn, rows }
  const isPromiseChanged = after.promisedOn !== before.promisedOn
  // An added stage would make a promise that is over a late one.
  const isPromiseOver = after.promisedOn !== null && after.promisedOn < today
  if (isStaged && isPromiseOver && proposal.rows.some(({ seq }) => seq === null)) return refuse('changePromiseOver')
  if (isPromiseChanged && (after.promisedOn === null || !isDayAhead(after.promisedOn, today)))
    return refuse('changeDateWrong')
  if (changed.length === 0 && !isPromiseChanged && proposal.scope.trim() === '') return refuse('changeNothing')
  if (openRowsOf(rows).length > maxMilestones) return refuse('changeTooMany')
  if (isStaged && rows.every(({ stage, isSkipped }) => stage === null || isSkipped)) return refuse('changeAllSkipped')
  if (after.total !== proposal.total || after.total > maxOfferTotal) return refuse('changeTotalWrong')
  return { ok: true, before, after, changed, refund }
}

/** A day from today to three years ahead. */
function isDayAhead(day: string, today: string): boolean {
  const ahead = (endOfDay(day).getTime() - endOfDay(today).getTime()) / 86_400_000
  return ahead >= 0 && ahead <= maxPromisedDays
}

function addedRow(
  rows: readonly TermRow[],
  { name, deliverables, on, amount }: ProposedRow,
  isStaged: boolean,
): TermRow {
  const stages = rows.map(({ stage }) => stage ?? 0)
  return {
    seq: Math.max(...rows.map(({ seq }) => seq)) + 1,
    stage: isStaged ? Math.max(...stages) + 1 : null,
    name: name.trim(),
    deliverables: deliverables.trim(),
    on,
    amount,
    isSkipped: false,
  }
}

/** An added stage names what it delivers; an added payment of an order without stages does not. */
function addedRefusal({ stage, name, deliverables, on, amount }: TermRow, today: string): ChangeRefusal | null {
  if (name === '' || (deliverables !== '') !== (stage !== null) || on === null || amount < 1) return 'changeRowWrong'
  if (deliverables.length > maxDeliverablesLength) return 'changeRowWrong'
  return isDayAhead(on, today) ? null : 'changeDateWrong'
}

function changedRow(row: BaseRow, wanted: ProposedRow): TermRow {
  if (wanted.skip) return { ...termRow(row), amount: 0, isSkipped: true }
  const { on, amount } = wanted
  return { ...termRow(row), name: wanted.name.trim(), deliverables: wanted.deliverables.trim(), on, amount }
}

function changedRefusal(row: BaseRow, after: TermRow, today: string): ChangeRefusal | null {
  if (row.milestone !== null && isMilestoneClosed(row.milestone)) return 'changeAccepted'
  if (after.isSkipped) {
    if (row.stage === null) return 'changeRowWrong'
    if (row.hasRefund) return 'changeRefundOpen'
    return row.inFlight > 0 ? 'changePaymentOpen' : null
  }
  const isStageRow = row.stage !== null
  if (after.name === '' || after.amount < 1 || (after.deliverables !== '') !== isStageRow) return 'changeRowWrong'
  if (after.deliverables.length > maxDeliverablesLength) return 'changeRowWrong'
  if (after.on !== row.on) {
    if (after.on === null) return 'changeRowWrong'
    if (!isDayAhead(after.on, today)) return 'changeDateWrong'
    if (!isStageRow && row.paid >= row.amount) return 'changePaidLine'
  }
  if (after.amount === row.amount) return null
  if (row.hasRefund) return 'changeRefundOpen'
  if (isLineRefunded(row.payment)) return 'changePaidLine'
  if (row.paid >= row.amount) return after.amount < row.paid ? 'changeBelowPaid' : 'changePaidLine'
  return after.amount < row.paid + row.inFlight ? 'changeBelowPaid' : null
}

/**
 * The proposal that leads from stored terms to others, on the order as it is now: values that the change leaves alone
 * are those of today, so that a due date that a delivery has set meanwhile stays.
 */
export function proposalOf(
  { before, after, scope, baseVersion }: { before: OrderTerms; after: OrderTerms; scope: string; baseVersion: number },
  base: ChangeBase,
): ChangeProposal {
  const rows = after.rows.flatMap((row): ProposedRow[] => {
    const { name, deliverables, on, amount, isSkipped: skip } = row
    const old = before.rows.find(({ seq }) => seq === row.seq)
    if (old === undefined) return [{ seq: null, name, deliverables, on, amount, skip }]
    if (isSame(old, row)) return []
    const now = base.rows.find(({ seq }) => seq === row.seq) ?? old
    return [
      {
        seq: row.seq,
        name: name === old.name ? now.name : name,
        deliverables: deliverables === old.deliverables ? now.deliverables : deliverables,
        on: on === old.on ? now.on : on,
        amount: amount === old.amount ? now.amount : amount,
        skip,
      },
    ]
  })
  const promisedOn = after.promisedOn === before.promisedOn ? base.promisedOn : after.promisedOn
  return { baseVersion, scope, promisedOn, total: after.total, rows }
}

/** Whether the stage of a row can still be changed; of a payment without a stage, whether anything is open. */
export const isRowOpen = (row: Pick<BaseRow, 'milestone' | 'paid' | 'amount'>): boolean =>
  row.milestone === null ? row.paid < row.amount : !isMilestoneClosed(row.milestone)

/** Whether the amount of a row can change. */
export const isAmountOpen = (row: BaseRow): boolean =>
  isRowOpen(row) && !row.hasRefund && !isLineRefunded(row.payment) && row.paid < row.amount

/** Shares of a total in whole percent that add up to 100, the largest remainders rounded up. */
export function percentShares(amounts: readonly number[]): number[] {
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  if (total === 0) return amounts.map(() => 0)
  const exact = amounts.map((amount) => (amount / total) * 100)
  const whole = exact.map(Math.floor)
  const missing = 100 - whole.reduce((sum, share) => sum + share, 0)
  const raised = new Set(
    exact
      .map((share, at) => ({ at, rest: share - Math.floor(share) }))
      .toSorted((a, b) => b.rest - a.rest || a.at - b.at)
      .slice(0, missing)
      .map(({ at }) => at),
  )
  return whole.map((share, at) => (raised.has(at) ? share + 1 : share))
}

/** Input of the fingerprint. */
export interface HashedChange {
  readonly orderNo: string
  /** Number within the order. */
  readonly number: number
  readonly baseVersion: number
  /** Proposing side. */
  readonly side: Side
  readonly reason: string
  readonly scope: string
  readonly before: OrderTerms
  readonly after: OrderTerms
  /** ISO 8601 */
  readonly expiresAt: string
}

/**
 * Canonical text of a change order: JSON arrays in a fixed order, the format first. Its SHA-256 (UTF-8, hex) is the
 * fingerprint that both sides sign.
 */
export const changeHashText = (change: HashedChange): string =>
  JSON.stringify([
    'change-1',
    change.orderNo,
    change.number,
    change.baseVersion,
    change.side,
    change.reason,
    change.scope,
    hashedTerms(change.before),
    hashedTerms(change.after),
    new Date(change.expiresAt).toISOString(),
  ])

const hashedTerms = ({ total, promisedOn, rows }: OrderTerms) => [
  total,
  promisedOn,
  rows.map(({ seq, stage, name, deliverables, on, amount, isSkipped }) => [
    seq,
    stage,
    name,
    deliverables,
    on,
    amount,
    isSkipped,
  ]),
]
