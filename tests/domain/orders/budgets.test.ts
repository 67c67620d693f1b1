import { describe, expect, test } from 'vitest'
import type { PaymentStatus } from '../../../src/domain/orders/payment-states.ts'
import {
  budgetFor,
  budgetLeft,
  budgetsOverlap,
  hasRoom,
  noUse,
  orderUse,
  reachedLevel,
  differenceOf,
  usedSum,
  type BudgetPlace,
  type ChargedOrder,
} from '../../../src/domain/orders/budgets/budgets.ts'

const place = (changes: Partial<BudgetPlace> = {}): BudgetPlace => ({
  costCentre: 'A',
  projectCode: '',
  startsOn: '2026-01-01',
  endsOn: '2026-12-31',
  ...changes,
})
const on = (day: string, changes: { costCentre?: string; projectCode?: string } = {}) => ({
  costCentre: 'A',
  projectCode: '',
  day,
  ...changes,
})

test('a purchase is charged to the budget of its project, else to that of the centre, on the days of its period', () => {
  const centre = place()
  const project = place({ projectCode: 'P1' })
  expect(budgetFor([centre, project], on('2026-01-01', { projectCode: 'P1' }))).toBe(project)
  expect(budgetFor([centre, project], on('2026-12-31', { projectCode: 'P2' }))).toBe(centre)
  expect(budgetFor([centre, project], on('2026-06-01'))).toBe(centre)
  expect(budgetFor([project], on('2026-06-01'))).toBeUndefined()
  expect(budgetFor([centre], on('2027-01-01'))).toBeUndefined()
  expect(budgetFor([centre], on('2026-06-01', { costCentre: 'B' }))).toBeUndefined()
})

test('budgets overlap by one common day of the same centre and project', () => {
  expect(budgetsOverlap(place(), place({ startsOn: '2026-12-31', endsOn: '2027-12-31' }))).toBe(true)
  expect(budgetsOverlap(place(), place({ startsOn: '2027-01-01', endsOn: '2027-12-31' }))).toBe(false)
  expect(budgetsOverlap(place(), place({ projectCode: 'P1' }))).toBe(false)
  expect(budgetsOverlap(place(), place({ costCentre: 'B' }))).toBe(false)
})

test('a budget that stops has room up to its last fen; one that warns always has', () => {
  const budget = { amount: 100, held: 10, committed: 20, spent: 30, mode: 'stop' } as const
  expect(budgetLeft(budget)).toBe(40)
  expect(hasRoom(budget, 40)).toBe(true)
  expect(hasRoom(budget, 41)).toBe(false)
  expect(hasRoom({ ...budget, mode: 'warn' }, 41)).toBe(true)
  expect(hasRoom({ ...budget, spent: 130 }, -1)).toBe(true)
})

test('people are told at 80 and 100 per cent', () => {
  const used = (committed: number) => reachedLevel({ ...noUse, committed, amount: 1_000 })
  expect([0, 799, 800, 999, 1_000, 2_000].map(used)).toEqual([0, 0, 80, 80, 100, 100])
})

const line = (status: PaymentStatus, amount: number, paid: number, isSettled = false) => ({
  status,
  amount,
  paid,
  isSettled,
})

describe('an order', () => {
  const order = (changes: Partial<ChargedOrder> = {}): ChargedOrder => ({
    status: 'confirmed',
    total: 100,
    lines: [line('due', 30, 0), line('scheduled', 70, 0)],
    proposedTotal: null,
    ...changes,
  })
  const booked = { held: 0, committed: 100, spent: 0 }

  test('moves what is paid from committed to spent, an overpayment not', () => {
    const lines = [line('confirmed', 30, 35), line('scheduled', 70, 0)]
    expect(orderUse(order({ lines }), booked)).toEqual({ held: 0, committed: 70, spent: 30 })
  })

  test('that ended keeps what is paid until it is refunded, and takes nothing that arrives later', () => {
    const lines = [line('refund_pending', 100, 30)]
    const before = { held: 0, committed: 70, spent: 30 }
    expect(orderUse(order({ status: 'cancelled', lines }), before)).toEqual({ held: 0, committed: 0, spent: 30 })
    expect(orderUse(order({ status: 'cancelled', lines }), noUse)).toEqual(noUse)
  })

  test('does not owe again what was refunded for good', () => {
    const lines = [line('part_refunded', 100, 60)]
    expect(orderUse(order({ lines }), { held: 0, committed: 0, spent: 100 })).toEqual({
      held: 0,
      committed: 0,
      spent: 60,
    })
    const again = [line('due', 100, 60)]
    expect(usedSum(orderUse(order({ lines: again }), { held: 0, committed: 0, spent: 60 }))).toBe(60)
  })

  test('keeps what was paid for a skipped stage until it is given back', () => {
    const before = { held: 0, committed: 70, spent: 30 }
    const skipped = [line('refund_pending', 0, 30), line('scheduled', 70, 0)]
    expect(orderUse(order({ total: 70, lines: skipped }), before, -30)).toEqual(before)
    const part = [line('refund_pending', 0, 10), line('scheduled', 70, 0)]
    expect(orderUse(order({ total: 70, lines: part }), before)).toEqual({ held: 0, committed: 70, spent: 10 })
    const late = [line('skipped', 0, 30), line('scheduled', 70, 0)]
    expect(orderUse(order({ total: 70, lines: late }), { ...before, spent: 0 }).spent).toBe(0)
  })

  test('does not owe again what one of two refunds of a paid line has returned', () => {
    const before = { held: 0, committed: 0, spent: 100 }
    const settled = [line('refund_pending', 100, 60, true)]
    expect(orderUse(order({ lines: settled }), before)).toEqual({ held: 0, committed: 0, spent: 60 })
    const reopened = [line('refund_pending', 100, 60)]
    expect(orderUse(order({ lines: reopened }), before)).toEqual({ held: 0, committed: 40, spent: 60 })
  })

  test('charges its other lines whole after a late receipt on a refunded one', () => {
    const [given, owed] = [line('refunded', 30, 0), line('due', 70, 0)]
    const start = orderUse(order({ lines: [given, owed] }), { held: 0, committed: 70, spent: 30 })
    expect(usedSum(start)).toBe(70)
    const late = line('confirmed', 30, 30)
    const received = orderUse(order({ lines: [late, owed] }), start)
    expect(usedSum(received)).toBe(70)
    const paid = orderUse(order({ lines: [late, line('confirmed', 70, 70)] }), received)
    expect(paid.spent).toBe(70)
    const back = orderUse(order({ lines: [given, line('confirmed', 70, 70)] }), paid)
    expect(back).toEqual({ held: 0, committed: 0, spent: 70 })
  })

  test('holds what the buyer proposes to add, and rises by what a change has added', () => {
    expect(orderUse(order({ proposedTotal: 140 }), booked)).toEqual({ held: 40, committed: 100, spent: 0 })
    expect(orderUse(order({ proposedTotal: 60 }), booked).held).toBe(0)
    const lines = [line('due', 140, 0)]
    expect(orderUse(order({ total: 140, lines }), { ...booked, held: 40 }, 40)).toEqual({
      held: 0,
      committed: 140,
      spent: 0,
    })
    expect(orderUse(order({ total: 60, lines: [line('due', 60, 0)] }), booked, -40)).toEqual({
      held: 0,
      committed: 60,
      spent: 0,
    })
  })

  test('moves by the difference', () => {
    expect(differenceOf(booked, { held: 1, committed: 70, spent: 30 })).toEqual({ held: 1, committed: -30, spent: 30 })
  })
})
