import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  budgetBands,
  deadlineError,
  deliverByError,
  maskCompany,
  validUntilError,
} from '../../src/domain/demands/demand-rules.ts'
import {
  deletableDemandStatuses,
  demandLabels,
  demandStatuses,
  demandTransitions,
  publicDemandStatuses,
} from '../../src/domain/demands/demand-states.ts'
import { offerLabels, offerStatuses, offerTransitions } from '../../src/domain/demands/offer-states.ts'
import { milestonesAddUp, offerTotal, maxOfferTotal, splitByMilestones } from '../../src/domain/demands/offer-terms.ts'
import { nextState, allowedEvents } from '../../src/domain/transition.ts'

describe('the demand table', () => {
  /** All allowed steps: from, event, actor → to. Every other step must be impossible. */
  const allowed = new Set([
    'draft submit buyer pending_review',
    'rejected submit buyer pending_review',
    'pending_review pass operator open',
    'pending_review pass system open',
    'pending_review reject operator rejected',
    'open deadline system evaluating',
    'open openEarly buyer evaluating',
    'open award buyer awarded',
    'evaluating award buyer awarded',
    'open close buyer closed',
    'evaluating close buyer closed',
    'awarded close system closed',
    'closed reopen buyer open',
    'open expire system expired',
    'evaluating expire system expired',
  ])
  const events = ['submit', 'pass', 'reject', 'deadline', 'openEarly', 'award', 'close', 'reopen', 'expire'] as const
  const actors = ['buyer', 'operator', 'system'] as const

  test('allows exactly what the domain decided', () => {
    const found = demandStatuses.flatMap((from) =>
      events.flatMap((event) =>
        actors.flatMap((actor) => {
          const to = nextState(demandTransitions, from, event, actor)
          return to === undefined ? [] : [`${from} ${event} ${actor} ${to}`]
        }),
      ),
    )
    expect(new Set(found)).toEqual(allowed)
  })

  test('has no buyer steps from final states', () => {
    expect(allowedEvents(demandTransitions, 'awarded', 'buyer')).toEqual([])
    expect(allowedEvents(demandTransitions, 'expired', 'buyer')).toEqual([])
    expect(allowedEvents(demandTransitions, 'open', 'buyer')).toEqual(['openEarly', 'award', 'close'])
  })

  test('forbids deleting public demands, and covers every state', () => {
    const visible = new Set<string>(publicDemandStatuses)
    expect(deletableDemandStatuses.filter((status) => visible.has(status))).toEqual([])
    expect(Object.keys(demandLabels)).toEqual([...demandStatuses])
  })
})

describe('the offer table', () => {
  const allowed = new Set([
    'draft submit seller submitted',
    'submitted submit seller submitted',
    'submitted accept buyer accepted',
    'submitted reject buyer rejected',
    'submitted withdraw seller withdrawn',
    'submitted expire system expired',
    'submitted lose system lost',
    'draft lose system lost',
  ])
  const events = ['submit', 'accept', 'reject', 'withdraw', 'expire', 'lose'] as const
  const actors = ['seller', 'buyer', 'system'] as const

  test('allows exactly what the domain decided', () => {
    const found = offerStatuses.flatMap((from) =>
      events.flatMap((event) =>
        actors.flatMap((actor) => {
          const to = nextState(offerTransitions, from, event, actor)
          return to === undefined ? [] : [`${from} ${event} ${actor} ${to}`]
        }),
      ),
    )
    expect(new Set(found)).toEqual(allowed)
    expect(Object.keys(offerLabels)).toEqual([...offerStatuses])
  })
})

describe('payment lines', () => {
  /** Whole percents that add up to 100. */
  const percents = fc
    .array(fc.integer({ min: 1, max: 60 }), { minLength: 0, maxLength: 11 })
    .filter((parts) => parts.reduce((sum, part) => sum + part, 0) < 100)
    .map((parts) => [...parts, 100 - parts.reduce((sum, part) => sum + part, 0)])

  test('add up to the total, each within one fen per line of its share', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: maxOfferTotal }), percents, (total, parts) => {
        const amounts = splitByMilestones(
          total,
          parts.map((percent) => ({ percent })),
        )
        expect(amounts.reduce((sum, amount) => sum + BigInt(amount), 0n)).toBe(BigInt(total))
        for (const [at, amount] of amounts.entries()) {
          const exact = (BigInt(total) * BigInt(parts[at] ?? 0)) / 100n
          const over = BigInt(amount) - exact
          expect(over >= 0n && over < BigInt(at === parts.length - 1 ? parts.length : 1)).toBe(true)
        }
      }),
    )
  })

  test('stay exact where total times percent exceeds 2^53', () => {
    expect(splitByMilestones(99_999_999_999_989, [{ percent: 91 }, { percent: 9 }])).toEqual([
      90_999_999_999_989, 9_000_000_000_000,
    ])
  })

  test('must add up to a hundred', () => {
    fc.assert(fc.property(percents, (parts) => milestonesAddUp(parts.map((percent) => ({ percent })))))
    expect(milestonesAddUp([{ percent: 30 }, { percent: 65 }])).toBe(false)
    expect(milestonesAddUp([{ percent: 60 }, { percent: 41 }])).toBe(false)
    expect(milestonesAddUp([])).toBe(false)
  })

  test('are computed from the sum of the items', () => {
    const item = { name: '', unit: '', quantity: 3, unitPrice: 250 }
    expect(offerTotal([item, { ...item, quantity: 1, unitPrice: 1 }])).toBe(751)
  })
})

describe('times of a demand', () => {
  const now = new Date('2026-11-20T06:08:00Z')
  const at = (text: string) => new Date(text)

  test.each([
    ['2026-11-20T07:08:00Z', null],
    ['2026-11-20T07:07:59.999Z', '截止时间至少在 1 小时之后'],
    ['2020-01-01T00:00:00Z', '截止时间至少在 1 小时之后'],
    ['2027-05-19T06:08:00Z', null],
    ['2027-05-19T06:08:00.001Z', '截止时间最长为 180 天'],
  ])('deadline %s', (deadline, fault) => expect(deadlineError(at(deadline), now)).toBe(fault))

  test('the delivery date is in Shanghai time', () => {
    const late = new Date('2026-11-20T17:00:00Z')
    expect(deliverByError('2026-11-20', late)).toBe('期望交付日期不能早于今天')
    expect(deliverByError('2026-11-21', late)).toBeNull()
    expect(deliverByError(null, late)).toBeNull()
  })

  test.each([
    ['2026-11-20T06:08:00Z', '有效期须晚于现在'],
    ['2026-11-21T00:00:00Z', '有效期不能早于报价截止时间'],
    ['2026-11-22T00:00:00Z', null],
    ['2028-11-20T00:00:00Z', '有效期最长为 2 年'],
  ])('validity %s', (validUntil, fault) =>
    expect(validUntilError(at(validUntil), at('2026-11-22T00:00:00Z'), now)).toBe(fault),
  )
})

test('budget bands have no gaps', () => {
  expect(budgetBands.map(({ from }) => from)).toEqual([undefined, ...budgetBands.slice(0, -1).map(({ to }) => to)])
  expect(budgetBands.at(-1)?.to).toBeUndefined()
})

test.each([
  ['成都衡序医药科技有限公司', '成**司'],
  ['甲乙', '甲**乙'],
  ['甲', '甲**'],
  ['', '**'],
])('%s is shown as %s', (name, shown) => expect(maskCompany(name)).toBe(shown))
