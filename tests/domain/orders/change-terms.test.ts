import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareTerms } from '../../../src/domain/orders/change-comparison.ts'
import {
  changeHashText,
  percentShares,
  planChange,
  proposalOf,
  termsOf,
  type BaseRow,
  type ChangeBase,
  type ChangeProposal,
  type ProposedRow,
} from '../../../src/domain/orders/change-terms.ts'

const today = '2026-11-28'
const row = (seq: number, changes: Partial<BaseRow> = {}): BaseRow => ({
  seq,
  stage: seq === 1 ? null : seq - 1,
  name: `第 ${seq} 期`,
  deliverables: seq === 1 ? '' : `报告 ${seq}`,
  on: `2027-0${seq}-15`,
  amount: 100_000 * seq,
  isSkipped: false,
  paid: 0,
  inFlight: 0,
  hasRefund: false,
  payment: 'scheduled',
  milestone: seq === 1 ? null : 'planned',
  ...changes,
})
/** A prepayment of ¥1,000 and stages of ¥2,000, ¥3,000 and ¥4,000; the first stage is accepted. */
const base: ChangeBase = {
  status: 'in_progress',
  source: 'demand',
  version: 1,
  promisedOn: '2027-05-01',
  rows: [row(1), row(2, { milestone: 'accepted', payment: 'due' }), row(3), row(4)],
}
const plain: ChangeBase = {
  ...base,
  rows: [1, 2, 3].map((seq) => row(seq, { stage: null, milestone: null, deliverables: '' })),
}
const rowOf = (of: ChangeBase, seq: number, changes: Partial<ProposedRow> = {}): ProposedRow => {
  const found = of.rows.find((each) => each.seq === seq)
  if (found === undefined) throw new Error(`No row ${seq}`)
  const { name, deliverables, on, amount } = found
  return { seq, name, deliverables, on, amount, skip: false, ...changes }
}
const added: ProposedRow = {
  seq: null,
  name: '补充试验',
  deliverables: '补充报告',
  on: '2027-06-01',
  amount: 50_000,
  skip: false,
}
const proposal = (
  rows: readonly ProposedRow[],
  total: number,
  changes: Partial<ChangeProposal> = {},
): ChangeProposal => ({
  baseVersion: 1,
  scope: '',
  promisedOn: base.promisedOn,
  total,
  rows,
  ...changes,
})
const whole = 1_000_000
const withRow = (of: ChangeBase, seq: number, changes: Partial<BaseRow>): ChangeBase => ({
  ...of,
  rows: of.rows.map((each) => (each.seq === seq ? { ...each, ...changes } : each)),
})

describe('a plan', () => {
  test('reprices, moves and renames an open stage, adds one and skips one', () => {
    const plan = planChange(
      withRow(base, 4, { paid: 70_000 }),
      proposal(
        [
          rowOf(base, 3, { amount: 350_000, on: '2027-04-01', name: '中期', deliverables: '中期报告' }),
          added,
          rowOf(base, 4, { skip: true }),
        ],
        700_000,
        { promisedOn: '2027-07-01' },
      ),
      today,
    )
    if (!plan.ok) throw new Error(plan.refusal)
    expect(plan).toMatchObject({
      changed: [3, 5, 4],
      refund: 70_000,
      after: { total: 700_000, promisedOn: '2027-07-01' },
    })
    expect(plan.after.rows.map(({ seq, stage, amount, isSkipped }) => [seq, stage, amount, isSkipped])).toEqual([
      [1, null, 100_000, false],
      [2, 1, 200_000, false],
      [3, 2, 350_000, false],
      [4, 3, 0, true],
      [5, 4, 50_000, false],
    ])
    expect(plan.before).toEqual(termsOf(base))
  })

  test('changes only the scope of work, or only the promised day', () => {
    expect(planChange(base, proposal([], whole, { scope: '增加检测指标' }), today)).toMatchObject({
      ok: true,
      changed: [],
    })
    expect(planChange(base, proposal([], whole, { promisedOn: '2027-06-01' }), today)).toMatchObject({ ok: true })
  })

  test('adds a payment by date to an order without stages', () => {
    const plan = planChange(plain, proposal([{ ...added, deliverables: '' }], 650_000), today)
    expect(plan).toMatchObject({ ok: true, changed: [4], after: { total: 650_000 } })
  })

  test('lowers an amount to exactly what was paid and is being paid', () => {
    const partly = withRow(base, 3, { paid: 100_000, inFlight: 20_000 })
    expect(planChange(partly, proposal([rowOf(base, 3, { amount: 120_000 })], 820_000), today)).toMatchObject({
      ok: true,
    })
  })

  test('leaves a past day alone that nobody changes', () => {
    const late = withRow(base, 3, { on: '2026-01-01' })
    const raised = proposal([rowOf(late, 3, { amount: 310_000 })], whole + 10_000)
    expect(planChange(late, raised, today)).toMatchObject({ ok: true })
  })
})

describe('a change is refused', () => {
  const refused = (of: ChangeBase, what: ChangeProposal) => {
    const plan = planChange(of, what, today)
    return plan.ok ? 'ok' : plan.refusal
  }
  const raised = proposal([rowOf(base, 3, { amount: 310_000 })], whole + 10_000)

  test.each([
    ['changeGoods', { ...base, source: 'cart' } as const, raised],
    ['changeDisputed', { ...base, status: 'disputed' } as const, raised],
    ['changeNotRunning', { ...base, status: 'pending_confirm' } as const, raised],
    ['changeNotRunning', { ...base, status: 'completed' } as const, raised],
    ['changeBaseGone', { ...base, version: 2 }, raised],
    ['changeNothing', base, proposal([], whole)],
    ['changeNothing', base, proposal([rowOf(base, 3)], whole, { scope: '  ' })],
    ['changeAccepted', base, proposal([rowOf(base, 2, { amount: 210_000 })], whole + 10_000)],
    ['changeAccepted', base, proposal([rowOf(base, 2, { skip: true })], 800_000)],
    ['changeAccepted', base, proposal([rowOf(base, 2, { name: '另一名称' })], whole)],
    ['changeBelowPaid', withRow(base, 3, { paid: 200_000 }), proposal([rowOf(base, 3, { amount: 199_999 })], 899_999)],
    [
      'changeBelowPaid',
      withRow(base, 3, { inFlight: 300_000 }),
      proposal([rowOf(base, 3, { amount: 299_999 })], 999_999),
    ],
    ['changeBelowPaid', withRow(base, 3, { paid: 300_000 }), proposal([rowOf(base, 3, { amount: 299_999 })], 999_999)],
    ['changePaidLine', withRow(base, 3, { paid: 300_000 }), raised],
    ['changePaidLine', withRow(base, 3, { payment: 'refunded' }), raised],
    [
      'changePaidLine',
      withRow(plain, 2, { paid: 200_000 }),
      proposal([rowOf(plain, 2, { on: '2027-09-01' })], 600_000),
    ],
    ['changePaymentOpen', withRow(base, 3, { inFlight: 1 }), proposal([rowOf(base, 3, { skip: true })], 700_000)],
    ['changeRefundOpen', withRow(base, 3, { paid: 1, hasRefund: true }), raised],
    ['changeRefundOpen', withRow(base, 3, { hasRefund: true }), proposal([rowOf(base, 3, { skip: true })], 700_000)],
    ['changeTotalWrong', base, { ...raised, total: whole }],
    ['changeDateWrong', base, proposal([rowOf(base, 3, { on: '2026-11-27' })], whole)],
    ['changeDateWrong', base, proposal([rowOf(base, 3, { on: '2029-11-28' })], whole)],
    ['changeDateWrong', base, proposal([], whole, { promisedOn: '2026-11-27' })],
    ['changeDateWrong', base, proposal([], whole, { promisedOn: null })],
    ['changeDateWrong', base, proposal([{ ...added, on: '2026-01-01' }], whole + 50_000)],
    [
      'changeTooMany',
      base,
      proposal(
        Array.from({ length: 9 }, () => added),
        whole + 450_000,
      ),
    ],
    ['changeRowWrong', base, proposal([rowOf(base, 3, { seq: 9 })], whole)],
    ['changeRowWrong', base, proposal([rowOf(base, 3, { amount: 1 }), rowOf(base, 3, { amount: 2 })], whole)],
    ['changeRowWrong', base, proposal([rowOf(base, 3, { amount: 0 })], 700_000)],
    ['changeRowWrong', base, proposal([rowOf(base, 3, { deliverables: ' ' })], whole)],
    ['changeRowWrong', base, proposal([rowOf(base, 3, { on: null })], whole)],
    ['changeRowWrong', base, proposal([rowOf(base, 1, { skip: true })], 900_000)],
    ['changeRowWrong', base, proposal([{ ...added, deliverables: '' }], whole + 50_000)],
    ['changeRowWrong', plain, proposal([added], 650_000)],
    ['changeRowWrong', base, proposal([{ ...added, on: null }], whole + 50_000)],
    [
      'changeAllSkipped',
      withRow(base, 2, { milestone: 'skipped', isSkipped: true, amount: 0 }),
      proposal([rowOf(base, 3, { skip: true }), rowOf(base, 4, { skip: true })], 100_000),
    ],
  ])('%s', (name, of, what) => {
    expect(refused(of, what)).toBe(name)
  })

  test('with the row at fault', () => {
    const wrong = proposal([rowOf(base, 3, { amount: 310_000 }), rowOf(base, 2, { skip: true })], 0)
    expect(planChange(base, wrong, today)).toEqual({ ok: false, refusal: 'changeAccepted', row: 1 })
  })
})

test('whatever is proposed, a plan sums up, keeps closed stages and no open row is below what was paid', () => {
  const paid = fc.integer({ min: 0, max: 400_000 })
  const changes = fc.record({
    seq: fc.constantFrom(1, 2, 3, 4),
    amount: fc.integer({ min: 0, max: 500_000 }),
    skip: fc.boolean(),
  })
  let planned = 0
  fc.assert(
    fc.property(
      fc.tuple(paid, paid, paid, paid),
      fc.uniqueArray(changes, { selector: ({ seq }) => seq, minLength: 1, maxLength: 3 }),
      (received, wanted) => {
        const of: ChangeBase = {
          ...base,
          rows: base.rows.map((each, at) => ({ ...each, paid: Math.min(received[at] ?? 0, each.amount) })),
        }
        const rows = wanted.map(({ seq, amount, skip }) => rowOf(of, seq, { amount, skip }))
        const total = of.rows.reduce((sum, { seq, amount }) => {
          const one = rows.find((each) => each.seq === seq)
          return sum + (one === undefined ? amount : one.skip ? 0 : one.amount)
        }, 0)
        const plan = planChange(of, proposal(rows, total), today)
        if (!plan.ok) return
        planned += 1
        expect(plan.after.rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(plan.after.total)
        for (const { seq, amount, isSkipped } of plan.after.rows) {
          const before = of.rows.find((each) => each.seq === seq)
          expect(isSkipped || amount >= (before?.paid ?? 0)).toBe(true)
          if (before?.milestone === 'accepted') expect(amount).toBe(before.amount)
        }
      },
    ),
    { numRuns: 500 },
  )
  expect(planned).toBeGreaterThan(20)
})

test('stored terms lead to the same plan on the order as it is, with days that were set meanwhile', () => {
  const first = planChange(plain, proposal([rowOf(plain, 2, { amount: 250_000 })], 650_000), today)
  if (!first.ok) throw new Error(first.refusal)
  const later = withRow(plain, 2, { on: '2026-12-05' })
  const again = planChange(later, proposalOf({ ...first, scope: '', baseVersion: 1 }, later), today)
  expect(again).toMatchObject({ ok: true, after: { total: 650_000 } })
  if (again.ok) expect(again.after.rows[1]).toMatchObject({ amount: 250_000, on: '2026-12-05' })
})

test('the text of the fingerprint has the format first and tells every difference', () => {
  const plan = planChange(base, proposal([rowOf(base, 3, { amount: 310_000 })], whole + 10_000), today)
  if (!plan.ok) throw new Error(plan.refusal)
  const { before, after } = plan
  const change = {
    orderNo: 'O1',
    number: 1,
    baseVersion: 1,
    side: 'seller',
    reason: '原因',
    scope: '',
    before,
    after,
    expiresAt: '2026-12-05T00:00:00.000Z',
  } as const
  const text = changeHashText(change)
  expect(text.startsWith('["change-1","O1",1,1,"seller","原因","",[1000000,"2027-05-01",[[1,null,')).toBe(true)
  const others = [
    { ...change, orderNo: 'O2' },
    { ...change, number: 2 },
    { ...change, baseVersion: 2 },
    { ...change, side: 'buyer' as const },
    { ...change, reason: '别的' },
    { ...change, scope: '范围' },
    { ...change, after: before },
    { ...change, before: after },
    { ...change, expiresAt: '2026-12-06T00:00:00.000Z' },
  ]
  expect(new Set([text, ...others.map(changeHashText)]).size).toBe(others.length + 1)
  // Order of the members and notation of the moment do not matter.
  expect(changeHashText({ ...change, expiresAt: '2026-12-05T08:00:00+08:00' })).toBe(text)
})

test('the comparison marks each row in words', () => {
  const plan = planChange(
    base,
    proposal([rowOf(base, 3, { amount: 310_000 }), rowOf(base, 4, { skip: true }), added], 660_000),
    today,
  )
  if (!plan.ok) throw new Error(plan.refusal)
  const rows = compareTerms(plan.before, plan.after)
  expect(rows.map(({ label, mark }) => [label, mark])).toEqual([
    ['订单总额', 'changed'],
    ['承诺交付日', 'same'],
    ['款项 1', 'same'],
    ['里程碑 1', 'same'],
    ['里程碑 2', 'changed'],
    ['里程碑 3', 'skipped'],
    ['里程碑 4', 'added'],
  ])
  expect(rows[4]?.before).toEqual(['第 3 期', '¥3,000.00', '计划交付 2027-03-15', '交付内容：报告 3'])
  expect(rows[5]?.after).toEqual(['第 4 期', '不再执行', '¥0.00'])
  expect(rows[6]?.before).toEqual([])
})

test.each([
  [
    [100_000, 200_000, 300_000, 400_001],
    [10, 20, 30, 40],
  ],
  [
    [1, 1, 1],
    [34, 33, 33],
  ],
  [
    [0, 5],
    [0, 100],
  ],
  [[0], [0]],
])('shares of %j are %j percent', (amounts, shares) => {
  expect(percentShares(amounts)).toEqual(shares)
})
