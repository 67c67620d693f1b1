import {
  noUse,
  orderUse,
  reachedLevel,
  differenceOf,
  usedSum,
  type BudgetUse,
} from '../../domain/orders/budgets/budgets.ts'
import type { budgetEntries } from '../tables/budget-entries.ts'
import type { budgets, costCentres } from '../tables/budgets.ts'
import type { Accounts } from './build-accounts.ts'
import type { Orders } from './build-orders.ts'
import type { Money } from './build-payments.ts'
import type { Calendar } from './calendar.ts'
import { requireKey } from './random.ts'

type EntryRow = typeof budgetEntries.$inferInsert & { id: number }
type Booked = Omit<EntryRow, 'id' | 'budgetId' | 'orderId'>

export interface Budgets {
  readonly centres: (typeof costCentres.$inferInsert & { id: number })[]
  readonly budgets: (typeof budgets.$inferInsert & { id: number })[]
  readonly entries: EntryRow[]
}

/** Cost centres of the buyers of the demo. */
const centreNotes = [
  { key: '衡序', code: 'CC-101', name: '制剂研发中心' },
  { key: '衡序', code: 'CC-205', name: '质量与分析中心' },
  { key: '屿宁', code: 'RD-01', name: '制剂研发' },
  { key: '屿宁', code: 'RD-02', name: '注册与分析' },
] as const

/** Budgets of the year: the share of it that the orders use, in per cent. */
const budgetNotes = [
  { costCentre: 'CC-101', name: '制剂研发年度采购', mode: 'stop', used: 64 },
  { costCentre: 'CC-205', name: '质量与分析年度采购', mode: 'warn', used: 86 },
] as const

/** Budgets of the buyer; its orders of the year are charged to them in turn, with what came of their payments. */
export function buildBudgets(accounts: Accounts, { orders, payments }: Orders, money: Money, days: Calendar): Budgets {
  const centres = centreNotes.map(({ key, code, name }, at) => {
    const { company } = requireKey(accounts.byKey, key)
    company.costCentreUse = 'optional'
    return { id: at + 1, companyId: company.id, code, name, createdAt: days.at(-300, '09:10') }
  })
  const { company, ownerId: userId } = requireKey(accounts.byKey, '衡序')
  const [startsOn, endsOn] = [`${days.year()}-01-01`, `${days.year()}-12-31`]
  const entries: EntryRow[] = []
  const ofYear = orders.filter(
    ({ buyerCompanyId, createdAt }) =>
      buyerCompanyId === company.id && createdAt != null && createdAt >= new Date(`${startsOn}T00:00:00+08:00`),
  )
  for (const [at, order] of ofYear.entries()) {
    const budgetId = (at % budgetNotes.length) + 1
    order.costCentre = budgetNotes[budgetId - 1]?.costCentre ?? ''
    order.budgetId = budgetId
    for (const entry of entriesOf(order, payments, money))
      entries.push({ ...entry, id: 0, budgetId, orderId: order.id })
  }
  entries.sort((one, other) => Number(one.createdAt) - Number(other.createdAt))
  const rows = budgetNotes.map(({ costCentre, name, mode, used }, at) => {
    const sum = entries.reduce((all, entry) => all + (entry.budgetId === at + 1 ? usedSum(entry) : 0), 0)
    // Whole ten thousands of yuan, and never below what the orders used for a time.
    const amount = Math.max(1, Math.ceil(Math.max((sum * 100) / used, peakOf(entries, at + 1)) / 1_000_000)) * 1_000_000
    const warnedAt = reachedLevel({ ...noUse, committed: sum, amount })
    return {
      id: at + 1,
      companyId: company.id,
      costCentre,
      name,
      startsOn,
      endsOn,
      amount,
      mode,
      warnedAt,
      userId,
      createdAt: days.at(-300, '09:20'),
    }
  })
  return { centres, budgets: rows, entries: entries.map((entry, at) => ({ ...entry, id: at + 1 })) }
}

/** The most that a budget was used for at a time. */
function peakOf(entries: readonly EntryRow[], budgetId: number): number {
  let [now, peak] = [0, 0]
  for (const entry of entries) {
    if (entry.budgetId !== budgetId) continue
    now += usedSum(entry)
    peak = Math.max(peak, now)
  }
  return peak
}

/** Commitment of an order, its receipts, and what is left of it as its rows are. */
function entriesOf(order: Orders['orders'][number], payments: Orders['payments'], money: Money): Booked[] {
  const { id: orderId, buyerUserId, total, status = 'pending_confirm', createdAt = new Date() } = order
  const lines = payments
    .filter((line) => line.orderId === orderId)
    .map(({ status: line = 'scheduled', amount, paid = 0 }) => ({ status: line, amount, paid, isSettled: false }))
  const commit = { source: 'order', sourceId: orderId, event: 'commit' } as const
  const booked: Booked[] = [{ ...commit, ...noUse, committed: total, userId: buyerUserId, createdAt }]
  let use: BudgetUse = { ...noUse, committed: total }
  let last = createdAt
  for (const { paymentId, received = 0 } of money.parts.filter((part) => part.orderId === orderId)) {
    const at = money.payments.find(({ id }) => id === paymentId)?.confirmedAt
    const spent = Math.min(received, use.committed)
    if (at == null || spent === 0) continue
    const spend = { source: 'payment', sourceId: paymentId, event: 'spend' } as const
    booked.push({ ...spend, held: 0, committed: -spent, spent, userId: null, createdAt: at })
    use = { held: 0, committed: use.committed - spent, spent: use.spent + spent }
    last = at > last ? at : last
  }
  const rest = differenceOf(use, orderUse({ status, total, lines, proposedTotal: null }, use))
  const refund = money.refunds.find((each) => each.orderId === orderId)
  const given = rest.spent === 0 || refund === undefined ? null : refund
  const end = given === null ? 'end' : 'give_back'
  if (rest.committed !== 0 || rest.spent !== 0)
    booked.push({
      source: given === null ? 'order' : 'refund',
      sourceId: given?.id ?? orderId,
      event: end,
      ...rest,
      userId: null,
      createdAt: new Date(last.getTime() + 3_600_000),
    })
  return booked
}
