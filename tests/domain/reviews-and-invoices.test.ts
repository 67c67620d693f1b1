import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskCompany } from '../../src/domain/masks.ts'
import {
  issuedTooMuch,
  invoiceStatuses,
  invoiceTransitions,
  mayIssue,
  openToInvoice,
} from '../../src/domain/orders/invoice-states.ts'
import {
  mayReview,
  meanScore,
  reviewFaults,
  reviewScores,
  textFaults,
  tidyReview,
  visibleFrom,
} from '../../src/domain/orders/reviews.ts'
import { amountFrom, answerWords, badPercent, goodPercent } from '../../src/domain/orders/supplier-record.ts'
import { next } from '../../src/domain/transition.ts'

const fen = fc.integer({ min: 0, max: 100_000_000_000 })
const sums = fc.record({ total: fen, paid: fen, leaving: fen, requested: fen, issued: fen })

describe('what may be invoiced', () => {
  test('never goes below nothing, nor beyond what is paid, nor beyond the order', () => {
    fc.assert(
      fc.property(sums, (each) => {
        const open = openToInvoice(each, 'completed')
        expect(open).toBeGreaterThanOrEqual(0)
        expect(open).toBeLessThanOrEqual(each.total)
        expect(open).toBeLessThanOrEqual(Math.max(0, each.paid - each.leaving))
        if (open > 0) expect(open + each.requested + each.issued).toBeLessThanOrEqual(Math.min(each.total, each.paid))
      }),
    )
  })

  test('however requests, steps and refunds follow each other, no issue ever exceeds what then stays paid', () => {
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
          ...{ total, paid, leaving: 0 },
          requested: asked.reduce((sum, each) => sum + each, 0),
          issued: issued.reduce((sum, each) => sum + each, 0),
        })
        for (const { what, amount } of events) {
          if (what === 'pay') paid += amount
          if (what === 'refund') paid = Math.max(0, paid - amount)
          if (what === 'ask' && amount <= openToInvoice(now(), 'confirmed')) asked.push(amount)
          if (what === 'drop') asked.pop()
          if (what === 'reverse') issued.pop()
          const [first] = asked
          if (what === 'issue' && first !== undefined && mayIssue(now(), first, 'confirmed')) {
            issued.push(first)
            asked.shift()
            expect(now().issued).toBeLessThanOrEqual(Math.min(total, paid))
            expect(issuedTooMuch(now())).toBe(0)
          }
        }
      }),
    )
  })

  test('is nothing before the supplier’s word and after a refusal', () => {
    const paid = { total: 100, paid: 100, leaving: 0, requested: 0, issued: 0 }
    expect(openToInvoice(paid, 'pending_confirm')).toBe(0)
    expect(openToInvoice(paid, 'declined')).toBe(0)
    expect(openToInvoice(paid, 'cancelled')).toBe(100)
  })

  test('what ended stays ended', () => {
    for (const from of ['red_reversed', 'rejected', 'withdrawn'] as const) {
      for (const { event, actor } of invoiceTransitions) {
        for (const who of actor) expect(next(invoiceTransitions, from, event, who)).toBeUndefined()
      }
    }
    expect(new Set(invoiceTransitions.map(({ to }) => to)).size).toBe(invoiceStatuses.length - 1)
  })
})

describe('reviews', () => {
  const day = 86_400_000
  const completedAt = new Date('2026-11-01T02:00:00Z')
  const after = (days: number) => new Date(completedAt.getTime() + days * day)

  test('are shown never before they are written, and 14 days after the completion at the latest', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 90, noNaN: true }), fc.boolean(), (days, both) => {
        const shown = visibleFrom(completedAt, after(days), both)
        expect(shown.getTime()).toBeGreaterThanOrEqual(after(days).getTime())
        expect(shown.getTime()).toBeLessThanOrEqual(Math.max(after(14).getTime(), after(days).getTime()))
        if (both) expect(shown).toEqual(after(days))
      }),
    )
  })

  test('may be written for 90 days after the completion', () => {
    expect(mayReview({ status: 'completed', completedAt }, after(90))).toBe(true)
    expect(mayReview({ status: 'completed', completedAt }, new Date(after(90).getTime() + 1))).toBe(false)
    expect(mayReview({ status: 'delivered', completedAt: null }, after(1))).toBe(false)
  })

  test('have exactly the scores of their side', () => {
    const whole = { buyer: { quality: 5, speed: 5, service: 5 }, seller: { clarity: 5, payment: 5, service: 5 } }
    for (const side of ['buyer', 'seller'] as const) {
      expect(reviewFaults(side, { scores: whole[side], text: '' })).toEqual([])
      const other = side === 'buyer' ? 'seller' : 'buyer'
      expect(reviewFaults(side, { scores: whole[other], text: '' }).map(({ message }) => message)).toEqual([
        ...['请打分', '请打分'],
        ...['没有这一项', '没有这一项'],
      ])
      expect(reviewScores[side]).toHaveLength(3)
    }
  })

  test('the mean lies between the lowest and the highest', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }), (stars) => {
        expect(meanScore(stars)).toBeGreaterThanOrEqual(Math.min(...stars) * 100)
        expect(meanScore(stars)).toBeLessThanOrEqual(Math.max(...stars) * 100)
      }),
    )
    expect(meanScore([4, 5, 5])).toBe(467)
  })

  test('keep words, not space; and no way to reach somebody', () => {
    expect(tidyReview('  好用 \r\n\r\n\r\n\r\n 下次　再来  ')).toBe('好用\n\n下次 再来')
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(tidyReview(tidyReview(text))).toBe(tidyReview(text))
      }),
    )
    for (const text of [
      '请打 13880702046',
      '138-8070-2046 联系',
      'a.b@example.com 发我',
      '见 https://example.com/a',
      '微信：abc12345',
    ]) {
      expect(textFaults('text', text), text).toHaveLength(1)
    }
    for (const text of ['批号 20261121，纯度 99.5%，共 13 批', '第 138 天复测，偏差 0.2%', '邮件与电话沟通都很及时']) {
      expect(textFaults('text', text), text).toEqual([])
    }
  })
})

describe('a supplier’s record', () => {
  test('never looks better than it is, and says nothing of few', () => {
    fc.assert(
      fc.property(fc.nat(1_000), fc.nat(1_000), (part, more) => {
        const all = part + more
        const [good, bad] = [goodPercent(part, all), badPercent(part, all)]
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

  test('tells of sums the first digit only', () => {
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 100_000_000_000 }), (amount) => {
        const from = amountFrom(amount, 3)
        expect(from).toBeLessThanOrEqual(amount)
        expect(from * 2).toBeGreaterThan(amount - 200)
        expect(String(from)).toMatch(/^[1-9]0+$/)
        expect(amountFrom(amount, 2)).toBe(0)
      }),
    )
  })

  test('says hours as one would', () => {
    expect([0.2, 1, 5.6, 47, 60].map(answerWords)).toEqual([
      ...['1\u00a0小时内', '1\u00a0小时内', '6\u00a0小时', '47\u00a0小时', '2.5\u00a0天'],
    ])
  })
})

test('a company keeps its first two letters and what it is', () => {
  expect(maskCompany('衡序生物科技（苏州）有限公司')).toBe('衡序***公司')
  expect(maskCompany('中国药科大学')).toBe('中国***大学')
  expect(maskCompany('甲公司')).toBe('甲***公司')
  expect(maskCompany('')).toBe('--')
})
