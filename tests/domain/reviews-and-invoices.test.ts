import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskCompany } from '../../src/domain/masks.ts'
import {
  overIssuedAmount,
  invoiceStatuses,
  invoiceTransitions,
  canIssueInvoice,
  invoiceableAmount,
} from '../../src/domain/orders/invoice-states.ts'
import {
  canReview,
  meanScore,
  reviewErrors,
  reviewScores,
  reviewTextErrors,
  normalizeReview,
  reviewVisibleFrom,
} from '../../src/domain/orders/reviews.ts'
import {
  roundDownAmount,
  formatResponseTime,
  percentRoundedUp,
  percentRoundedDown,
} from '../../src/domain/orders/supplier-record.ts'
import { nextState } from '../../src/domain/transition.ts'

const fen = fc.integer({ min: 0, max: 100_000_000_000 })
const sums = fc.record({ total: fen, paid: fen, pendingRefund: fen, requested: fen, issued: fen })

describe('the invoiceable amount', () => {
  test('is between 0 and the paid amount, and at most the order total', () => {
    fc.assert(
      fc.property(sums, (each) => {
        const open = invoiceableAmount(each, 'completed')
        expect(open).toBeGreaterThanOrEqual(0)
        expect(open).toBeLessThanOrEqual(each.total)
        expect(open).toBeLessThanOrEqual(Math.max(0, each.paid - each.pendingRefund))
        if (open > 0) expect(open + each.requested + each.issued).toBeLessThanOrEqual(Math.min(each.total, each.paid))
      }),
    )
  })

  test('never exceeds the paid amount for any sequence of requests, steps and refunds', () => {
    const event = fc.record({
      what: fc.constantFrom('ask', 'issue', 'drop', 'reverse', 'pay', 'refund'),
      amount: fc.integer({ min: 1, max: 500 }),
    })
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        let paid = 0
        const asked: number[] = []
        const issued: number[] = []
        const total = 1_000
        const now = () => ({
          total,
          paid,
          pendingRefund: 0,
          requested: asked.reduce((sum, each) => sum + each, 0),
          issued: issued.reduce((sum, each) => sum + each, 0),
        })
        for (const { what, amount } of events) {
          if (what === 'pay') paid += amount
          if (what === 'refund') paid = Math.max(0, paid - amount)
          if (what === 'ask' && amount <= invoiceableAmount(now(), 'confirmed')) asked.push(amount)
          if (what === 'drop') asked.pop()
          if (what === 'reverse') issued.pop()
          const [first] = asked
          if (what === 'issue' && first !== undefined && canIssueInvoice(now(), first, 'confirmed')) {
            issued.push(first)
            asked.shift()
            expect(now().issued).toBeLessThanOrEqual(Math.min(total, paid))
            expect(overIssuedAmount(now())).toBe(0)
          }
        }
      }),
    )
  })

  test('is 0 before confirmation and after rejection by the supplier', () => {
    const paid = { total: 100, paid: 100, pendingRefund: 0, requested: 0, issued: 0 }
    expect(invoiceableAmount(paid, 'pending_confirm')).toBe(0)
    expect(invoiceableAmount(paid, 'declined')).toBe(0)
    expect(invoiceableAmount(paid, 'cancelled')).toBe(100)
  })

  test('final states are final', () => {
    for (const from of ['red_reversed', 'rejected', 'withdrawn'] as const) {
      for (const { event, actor } of invoiceTransitions) {
        for (const who of actor) expect(nextState(invoiceTransitions, from, event, who)).toBeUndefined()
      }
    }
    expect(new Set(invoiceTransitions.map(({ to }) => to)).size).toBe(invoiceStatuses.length - 1)
  })
})

describe('reviews', () => {
  const day = 86_400_000
  const completedAt = new Date('2026-11-01T02:00:00Z')
  const after = (days: number) => new Date(completedAt.getTime() + days * day)

  test('are shown after they are written, at the latest 14 days after completion', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 90, noNaN: true }), fc.boolean(), (days, both) => {
        const shown = reviewVisibleFrom(completedAt, after(days), both)
        expect(shown.getTime()).toBeGreaterThanOrEqual(after(days).getTime())
        expect(shown.getTime()).toBeLessThanOrEqual(Math.max(after(14).getTime(), after(days).getTime()))
        if (both) expect(shown).toEqual(after(days))
      }),
    )
  })

  test('can be written for 90 days after completion', () => {
    expect(canReview({ status: 'completed', completedAt }, after(90))).toBe(true)
    expect(canReview({ status: 'completed', completedAt }, new Date(after(90).getTime() + 1))).toBe(false)
    expect(canReview({ status: 'delivered', completedAt: null }, after(1))).toBe(false)
  })

  test('have exactly the score fields of their side', () => {
    const whole = { buyer: { quality: 5, speed: 5, service: 5 }, seller: { clarity: 5, payment: 5, service: 5 } }
    for (const side of ['buyer', 'seller'] as const) {
      expect(reviewErrors(side, { scores: whole[side], text: '' })).toEqual([])
      const other = side === 'buyer' ? 'seller' : 'buyer'
      expect(reviewErrors(side, { scores: whole[other], text: '' }).map(({ message }) => message)).toEqual([
        '请打分',
        '请打分',
        '没有这一项',
        '没有这一项',
      ])
      expect(reviewScores[side]).toHaveLength(3)
    }
  })

  test('the mean is between the lowest and the highest', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }), (stars) => {
        expect(meanScore(stars)).toBeGreaterThanOrEqual(Math.min(...stars) * 100)
        expect(meanScore(stars)).toBeLessThanOrEqual(Math.max(...stars) * 100)
      }),
    )
    expect(meanScore([4, 5, 5])).toBe(467)
  })

  test('are normalized, and contact data is rejected', () => {
    expect(normalizeReview('  好用 \r\n\r\n\r\n\r\n 下次　再来  ')).toBe('好用\n\n下次 再来')
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(normalizeReview(normalizeReview(text))).toBe(normalizeReview(text))
      }),
    )
    for (const text of [
      '请打 13880702046',
      '138-8070-2046 联系',
      'a.b@example.com 发我',
      '见 https://example.com/a',
      '微信：abc12345',
    ]) {
      expect(reviewTextErrors('text', text), text).toHaveLength(1)
    }
    for (const text of ['批号 20261121，纯度 99.5%，共 13 批', '第 138 天复测，偏差 0.2%', '邮件与电话沟通都很及时']) {
      expect(reviewTextErrors('text', text), text).toEqual([])
    }
  })
})

describe('a supplier’s record', () => {
  test('rounds ratios to the worse side, and hides those of few orders', () => {
    fc.assert(
      fc.property(fc.nat(1_000), fc.nat(1_000), (part, more) => {
        const all = part + more
        const [good, bad] = [percentRoundedDown(part, all), percentRoundedUp(part, all)]
        if (all < 3) {
          expect([good, bad]).toEqual([null, null])
          return
        }
        expect(good).toBeLessThanOrEqual((part * 100) / all)
        expect(bad).toBeGreaterThanOrEqual((part * 100) / all)
        expect(good === 100).toBe(part === all)
        expect(bad === 0).toBe(part === 0)
      }),
    )
  })

  test('shows only the first digit of amounts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 100_000_000_000 }), (amount) => {
        const from = roundDownAmount(amount, 3)
        expect(from).toBeLessThanOrEqual(amount)
        expect(from * 2).toBeGreaterThan(amount - 200)
        expect(String(from)).toMatch(/^[1-9]0+$/)
        expect(roundDownAmount(amount, 2)).toBe(0)
      }),
    )
  })

  test('formats hours', () => {
    expect([0.2, 1, 5.6, 47, 60].map(formatResponseTime)).toEqual([
      '1\u00a0小时内',
      '1\u00a0小时内',
      '6\u00a0小时',
      '47\u00a0小时',
      '2.5\u00a0天',
    ])
  })
})

test('a masked company keeps its first two characters and its legal form', () => {
  expect(maskCompany('衡序生物科技（苏州）有限公司')).toBe('衡序***公司')
  expect(maskCompany('中国药科大学')).toBe('中国***大学')
  expect(maskCompany('甲公司')).toBe('甲***公司')
  expect(maskCompany('')).toBe('--')
})
