import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocateInvoices } from '../../../../src/domain/orders/matching/allocate-invoices.ts'
import {
  exceptionKinds,
  exceptionTransitions,
  planExceptions,
  type StoredException,
} from '../../../../src/domain/orders/matching/exceptions.ts'
import {
  matchOrder,
  type MatchFacts,
  type MatchInvoice,
  type MatchLine,
  type MatchPayment,
} from '../../../../src/domain/orders/matching/match-order.ts'
import { milestoneStatuses } from '../../../../src/domain/orders/milestone-states.ts'
import { orderStatuses } from '../../../../src/domain/orders/order-states.ts'
import { paymentStates, paymentStatuses } from '../../../../src/domain/orders/payment-states.ts'
import { nextState } from '../../../../src/domain/transition.ts'

const buyerTaxNo = '91510100MA61A1B2C3'
const sellerTaxNo = '91310000MA1K9X8Y7W'

const line = (lineId: number, more: Partial<MatchLine> = {}): MatchLine => ({
  lineId,
  seq: lineId,
  name: `款项 ${lineId}`,
  amount: 10_000,
  paid: 10_000,
  refunded: 0,
  pendingRefund: 0,
  status: 'confirmed',
  milestone: { name: `阶段 ${lineId}`, status: 'accepted', acceptedAt: '2026-03-01T02:00:00.000Z' },
  ...more,
})
const payment = (paymentId: number, lineId: number, more: Partial<MatchPayment> = {}): MatchPayment => ({
  paymentId,
  paymentNo: `P${paymentId}`,
  status: 'confirmed',
  isTransfer: true,
  hasVoucher: true,
  parts: [{ lineId, amount: 10_000, received: 10_000 }],
  twins: [],
  ...more,
})
const fieldsOf = (total: number, more: Partial<NonNullable<MatchInvoice['fields']>> = {}) => ({
  number: '26000000000000000001',
  issuedOn: '2026-03-02',
  buyerName: '买家',
  buyerTaxNo,
  sellerName: '供应商',
  sellerTaxNo,
  amount: total - Math.round((total * 6) / 106),
  tax: Math.round((total * 6) / 106),
  total,
  taxRate: 600,
  ...more,
})
const invoice = (invoiceId: number, total = 10_000, more: Partial<MatchInvoice> = {}): MatchInvoice => ({
  invoiceId,
  status: 'issued',
  invoiceNo: String(26_000_000 + invoiceId),
  amount: total,
  buyerTaxNo,
  fields: fieldsOf(total),
  fixed: [],
  twins: [],
  ...more,
})
const facts = (more: Partial<MatchFacts> = {}): MatchFacts => ({
  status: 'in_progress',
  wantsInvoice: true,
  sellerTaxNo,
  taxRate: 600,
  lines: [line(1), line(2)],
  payments: [payment(1, 1), payment(2, 2)],
  invoices: [invoice(1), invoice(2)],
  ...more,
})
const found = (more: Partial<MatchFacts>) =>
  matchOrder(facts(more)).exceptions.map(({ kind, severity, lineId, amount }) => ({ kind, severity, lineId, amount }))

test('an order that is accepted, paid, vouched for and invoiced matches', () => {
  const match = matchOrder(facts())
  expect(match.exceptions).toEqual([])
  expect(match.lines.map(({ isMatched }) => isMatched)).toEqual([true, true])
  expect(match.sums).toEqual({ amount: 20_000, accepted: 20_000, paid: 20_000, vouched: 20_000, invoiced: 20_000 })
})

describe('exceptions', () => {
  test('accepted and not paid: low until it is overdue', () => {
    const open = (status: MatchLine['status']) =>
      found({
        lines: [line(1), line(2, { paid: 0, status })],
        payments: [payment(1, 1)],
        invoices: [invoice(1)],
      })
    expect(open('due')).toEqual([{ kind: 'acceptedUnpaid', severity: 'low', lineId: 2, amount: 10_000 }])
    expect(open('overdue')).toEqual([{ kind: 'acceptedUnpaid', severity: 'high', lineId: 2, amount: 10_000 }])
  })

  test('paid and not accepted: high when the order is cancelled', () => {
    const milestone = { name: '阶段 2', status: 'in_work', acceptedAt: null } as const
    const lines = [line(1), line(2, { milestone })]
    expect(found({ lines })).toEqual([{ kind: 'paidNotAccepted', severity: 'low', lineId: 2, amount: 10_000 }])
    expect(found({ lines, status: 'cancelled' })).toEqual([
      { kind: 'paidNotAccepted', severity: 'high', lineId: 2, amount: 10_000 },
    ])
  })

  test('paid and not invoiced: once the stage is accepted or the order completed, where an invoice is wanted', () => {
    const missing = [{ kind: 'paidNotInvoiced', severity: 'high', lineId: 2, amount: 10_000 }]
    expect(found({ invoices: [invoice(1)] })).toEqual(missing)
    expect(found({ invoices: [invoice(1)], wantsInvoice: false })).toEqual([])
    const lines = [line(1), line(2, { milestone: null })]
    expect(found({ lines, invoices: [invoice(1)] })).toEqual([])
    expect(found({ lines, invoices: [invoice(1)], status: 'completed' })).toEqual(missing)
    expect(found({ lines, invoices: [], status: 'completed', wantsInvoice: false })).toEqual([])
  })

  test('a line matches without an invoice only where none is wanted', () => {
    const matched = (wantsInvoice: boolean) =>
      matchOrder(facts({ invoices: [], wantsInvoice })).lines.map(({ isMatched }) => isMatched)
    expect(matched(false)).toEqual([true, true])
    expect(matched(true)).toEqual([false, false])
  })

  test('invoiced beyond what stays paid: after a refund of the payment, and beyond all of them', () => {
    const refunded = line(2, { paid: 4_000, refunded: 6_000, status: 'part_refunded' })
    expect(found({ lines: [line(1), refunded] })).toEqual([
      { kind: 'invoicedBeyondPaid', severity: 'high', lineId: 2, amount: 6_000 },
    ])
    expect(found({ invoices: [invoice(1), invoice(2), invoice(3, 500)] })).toEqual([
      { kind: 'invoicedBeyondPaid', severity: 'high', lineId: null, amount: 500 },
    ])
  })

  test('wrong tax number of either side', () => {
    const wrong = (more: Partial<NonNullable<MatchInvoice['fields']>>) =>
      found({ invoices: [invoice(1), invoice(2, 10_000, { fields: fieldsOf(10_000, more) })] }).map(({ kind }) => kind)
    expect(wrong({ buyerTaxNo: '91510100MA61A1B2C9' })).toEqual(['wrongTaxNo'])
    expect(wrong({ sellerTaxNo: '91310000MA1K9X8Y70' })).toEqual(['wrongTaxNo'])
    expect(wrong({ sellerTaxNo: ` ${sellerTaxNo.toLowerCase()}` })).toEqual([])
  })

  test('another rate of tax than agreed; several rates and unstated ones are not compared', () => {
    const rate = (taxRate: number | null, agreed: number | null = 600) =>
      found({ taxRate: agreed, invoices: [invoice(1), invoice(2, 10_000, { fields: fieldsOf(10_000, { taxRate }) })] })
    expect(rate(300).map(({ kind }) => kind)).toEqual(['taxRateDiffers'])
    expect(rate(null)).toEqual([])
    expect(rate(600, null)).toEqual([])
  })

  test('an invoice and a voucher given twice', () => {
    expect(found({ invoices: [invoice(1), invoice(2, 10_000, { twins: ['26000009（订单 A）'] })] })).toEqual([
      { kind: 'invoiceTwice', severity: 'high', lineId: null, amount: 10_000 },
    ])
    expect(found({ payments: [payment(1, 1), payment(2, 2, { twins: ['P9'] })] })).toEqual([
      { kind: 'voucherTwice', severity: 'high', lineId: null, amount: 10_000 },
    ])
    const undone = payment(2, 2, { twins: ['P9'], status: 'rejected' })
    expect(found({ payments: [payment(1, 1), undone] })).toEqual([])
  })

  test('amounts that differ: request and invoice, sum of an invoice, transfer and receipt, surplus', () => {
    const other = invoice(2, 10_000, { amount: 9_000 })
    expect(found({ invoices: [invoice(1), other] })).toEqual([
      { kind: 'amountsDiffer', severity: 'high', lineId: null, amount: 1_000 },
    ])
    const odd = invoice(2, 10_000, { fields: fieldsOf(10_000, { tax: 1 }) })
    expect(found({ invoices: [invoice(1), odd] }).map(({ kind }) => kind)).toEqual(['amountsDiffer'])
    const short = payment(2, 2, { parts: [{ lineId: 2, amount: 10_000, received: 9_990 }] })
    expect(found({ payments: [payment(1, 1), short] })).toEqual([
      { kind: 'amountsDiffer', severity: 'high', lineId: null, amount: 10 },
    ])
    const kinds = found({ lines: [line(1), line(2, { paid: 10_500 })] }).map(({ kind, amount }) => `${kind} ${amount}`)
    expect(kinds).toEqual(['amountsDiffer 500', 'paidNotInvoiced 500'])
  })

  test('every kind has a test above', () => {
    expect(exceptionKinds).toHaveLength(9)
  })
})

describe('what is not owed', () => {
  test('a skipped stage, and a refunded payment', () => {
    const skipped = line(2, {
      amount: 0,
      paid: 0,
      refunded: 10_000,
      status: 'skipped',
      milestone: { name: '阶段 2', status: 'skipped', acceptedAt: null },
    })
    expect(found({ lines: [line(1), skipped], invoices: [invoice(1)] })).toEqual([])
    const refunded = line(2, { paid: 0, refunded: 10_000, status: 'refunded' })
    expect(found({ lines: [line(1), refunded], invoices: [invoice(1)] })).toEqual([])
  })

  test('a refund that is on its way: what stays paid counts', () => {
    const pending = line(2, { status: 'refund_pending', pendingRefund: 10_000 })
    expect(found({ lines: [line(1), pending], invoices: [invoice(1)] })).toEqual([])
    expect(found({ lines: [line(1), pending] })).toEqual([
      { kind: 'invoicedBeyondPaid', severity: 'high', lineId: 2, amount: 10_000 },
    ])
  })

  test('reversed, rejected and requested invoices', () => {
    const statuses = ['red_reversed', 'rejected', 'requested', 'withdrawn'] as const
    const others = statuses.map((status, at) => invoice(10 + at, 7_777, { status }))
    expect(matchOrder(facts({ invoices: [...facts().invoices, ...others] }))).toEqual(matchOrder(facts()))
  })
})

describe('allocation', () => {
  const lines = [1, 2, 3].map((lineId) => ({ lineId, seq: lineId, amount: lineId * 100, retained: lineId * 100 }))
  const one = (invoiceId: number, total: number, fixed: { lineId: number; amount: number }[] = []) => ({
    invoiceId,
    order: String(invoiceId),
    total,
    fixed,
  })

  test('an invoice of the amount of a payment goes to it, others fill from the first', () => {
    expect(allocateInvoices(lines, [one(1, 250), one(2, 300)])).toEqual({
      allocations: [
        { invoiceId: 2, lineId: 3, amount: 300 },
        { invoiceId: 1, lineId: 1, amount: 100 },
        { invoiceId: 1, lineId: 2, amount: 150 },
      ],
      unallocated: 0,
    })
  })

  test('what the supplier allocated stays; the rest beyond all payments is told', () => {
    const { allocations, unallocated } = allocateInvoices(lines, [
      one(1, 100, [{ lineId: 3, amount: 100 }]),
      one(2, 700),
    ])
    expect(allocations.filter(({ invoiceId }) => invoiceId === 1)).toEqual([{ invoiceId: 1, lineId: 3, amount: 100 }])
    expect(unallocated).toBe(200)
  })
})

const money = fc.integer({ min: 0, max: 20_000 })
const anyLine = (lineId: number): fc.Arbitrary<MatchLine> =>
  fc
    .record({
      amount: money,
      paid: money,
      pendingRefund: fc.integer({ min: 0, max: 500 }),
      status: fc.constantFrom(...paymentStatuses),
      stage: fc.option(fc.constantFrom(...milestoneStatuses)),
    })
    .map(({ stage, ...rest }) =>
      line(lineId, { ...rest, milestone: stage && { name: `阶段 ${lineId}`, status: stage, acceptedAt: null } }),
    )
const anyPayment = (paymentId: number) =>
  fc
    .record({
      status: fc.constantFrom(...paymentStates),
      lineId: fc.integer({ min: 1, max: 4 }),
      amount: money,
      received: money,
      twins: fc.shuffledSubarray(['P8', 'P9']),
      isTransfer: fc.boolean(),
    })
    .map(({ lineId, amount, received, ...rest }) =>
      payment(paymentId, lineId, { ...rest, parts: [{ lineId, amount, received }] }),
    )
const anyInvoice = (invoiceId: number) =>
  fc
    .record({ total: fc.integer({ min: 1, max: 20_000 }), asked: money, taxRate: fc.constantFrom(600, 300, null) })
    .map(({ total, asked, taxRate }) =>
      invoice(invoiceId, total, { amount: asked, fields: fieldsOf(total, { taxRate }) }),
    )
const anyFacts: fc.Arbitrary<MatchFacts> = fc.record({
  status: fc.constantFrom(...orderStatuses),
  wantsInvoice: fc.boolean(),
  sellerTaxNo: fc.constant(sellerTaxNo),
  taxRate: fc.constantFrom(600, null),
  lines: fc.tuple(anyLine(1), anyLine(2), anyLine(3), anyLine(4)),
  payments: fc.tuple(anyPayment(1), anyPayment(2), anyPayment(3)),
  invoices: fc.tuple(anyInvoice(1), anyInvoice(2), anyInvoice(3), anyInvoice(4)),
})
const shuffled = <T>(values: readonly T[]) =>
  fc.shuffledSubarray([...values], { minLength: values.length, maxLength: values.length })

describe('of any order', () => {
  test('the sequence of events does not matter: every permutation of the facts matches alike', () => {
    const permuted = anyFacts.chain((of) =>
      fc
        .record({ lines: shuffled(of.lines), payments: shuffled(of.payments), invoices: shuffled(of.invoices) })
        .map((other) => ({ of, other: { ...of, ...other } })),
    )
    fc.assert(
      fc.property(permuted, ({ of, other }) => {
        expect(matchOrder(other)).toEqual(matchOrder(of))
      }),
    )
  })

  test('nothing is invoiced twice: allocations and the rest are the totals of the issued invoices', () => {
    fc.assert(
      fc.property(anyFacts, (of) => {
        const { allocations, unallocated, lines, exceptions, sums } = matchOrder(of)
        const given = allocations.reduce((sum, { amount }) => sum + amount, 0)
        expect(given + unallocated).toBe(sums.invoiced)
        for (const { invoice: own, lineId } of lines)
          expect(own.issued).toBe(
            allocations.filter((each) => each.lineId === lineId).reduce((sum, { amount }) => sum + amount, 0),
          )
        expect(new Set(exceptions.map(({ key }) => key)).size).toBe(exceptions.length)
      }),
    )
  })
})

describe('stored exceptions', () => {
  const [now] = matchOrder(facts({ invoices: [invoice(1)] })).exceptions
  if (now === undefined) throw new Error('There is an exception')
  const stored = (more: Partial<StoredException> = {}): StoredException => ({ ...now, id: 7, status: 'open', ...more })

  test('are found once, resolved when the facts agree, and reopened when they differ again', () => {
    expect(planExceptions([], [now])).toEqual({ found: [now], kept: [], resolved: [] })
    expect(planExceptions([stored()], [now])).toEqual({ found: [], kept: [], resolved: [] })
    expect(planExceptions([stored()], [])).toEqual({ found: [], kept: [], resolved: [stored()] })
    expect(planExceptions([stored({ status: 'resolved' })], []).resolved).toEqual([])
    expect(planExceptions([stored({ status: 'resolved' })], [now]).kept).toMatchObject([{ reopened: true }])
  })

  test('that were explained or dismissed stay so while the difference is the same', () => {
    for (const status of ['explained', 'dismissed'] as const) {
      expect(planExceptions([stored({ status })], [now]).kept).toEqual([])
      expect(planExceptions([stored({ status })], [{ ...now, amount: 1 }]).kept).toMatchObject([{ reopened: true }])
      expect(planExceptions([stored({ status })], [{ ...now, severity: 'low' }]).kept).toMatchObject([
        { reopened: false },
      ])
    }
  })

  test('move by the table', () => {
    expect(nextState(exceptionTransitions, 'open', 'explain', 'seller')).toBe('explained')
    expect(nextState(exceptionTransitions, 'explained', 'dismiss', 'operator')).toBe('dismissed')
    expect(nextState(exceptionTransitions, 'resolved', 'explain', 'buyer')).toBeUndefined()
    expect(nextState(exceptionTransitions, 'open', 'dismiss', 'buyer')).toBeUndefined()
  })
})
