import { describe, expect, test } from 'vitest'
import { earlyOpeningBlocker } from '../../../src/domain/demands/early-opening.ts'
import { evaluationGroups, spreadText } from '../../../src/domain/demands/evaluation-rows.ts'
import { criteriaTemplates } from '../../../src/domain/demands/evaluation-templates.ts'
import {
  areAllIn,
  areScoresFixed,
  areScoresReadable,
  evaluationResults,
  hasRevealedScores,
  hundredthsText,
  isIn,
  maxEvaluators,
  needsDecisionReason,
  renameErrors,
  validateCriteria,
  validateScores,
  type Criterion,
  type Evaluator,
} from '../../../src/domain/demands/evaluation.ts'
import { isSupplierVisibleStep } from '../../../src/domain/demands/history-labels.ts'
import { seededRandom } from '../../support/seeded-random.ts'

const criteria: readonly Criterion[] = [
  { key: 'price', label: '价格', weight: 60 },
  { key: 'plan', label: '方案', weight: 40 },
]
const offers = [
  { offerId: 1, version: 1 },
  { offerId: 2, version: 3 },
]
type Pair = readonly [price: number, plan: number]

/** An evaluator with points by offer. */
const scorer = (userId: number, first: Pair, second: Pair): Evaluator => ({
  userId,
  status: 'submitted',
  scores: offers.flatMap(({ offerId, version }, at) =>
    criteria.map(({ key }, index) => ({
      offerId,
      version,
      criterion: key,
      points: [first, second][at]?.[index] ?? 0,
      comment: '',
      revealed: false,
    })),
  ),
})
const waiting: Evaluator = { userId: 9, status: 'invited', scores: [] }
const declined: Evaluator = { userId: 8, status: 'declined', scores: [] }

describe('criteria', () => {
  const fields = (list: readonly Criterion[]) => validateCriteria(list).map(({ field }) => field)
  test('must sum to 100, have names and whole weights, and no name twice', () => {
    const [price, plan] = criteria
    if (price === undefined || plan === undefined) throw new Error('Two criteria')
    expect(fields(criteria)).toEqual([])
    expect(fields([])).toEqual(['criteria'])
    expect(validateCriteria([price, { ...plan, weight: 39 }])).toEqual([
      { field: 'criteria', message: '权重合计须为 100%，现为 99%' },
    ])
    expect(fields([price, { ...plan, weight: 0 }])).toEqual(['criteria.1.weight'])
    expect(fields([price, { ...plan, weight: 40.5 }])).toEqual(['criteria.1.weight'])
    expect(fields([price, { ...plan, label: ' ' }])).toEqual(['criteria.1.label'])
    expect(fields([price, { ...plan, label: '价格 ' }])).toEqual(['criteria.1.label'])
  })

  test.each(criteriaTemplates)('the template $label is valid', (template) => {
    expect(validateCriteria(template.criteria)).toEqual([])
  })
})

describe('scores', () => {
  const given = scorer(1, [9, 8], [7, 6]).scores
  const fields = (scores: typeof given, scale: 'ten' | 'five' = 'ten') =>
    validateScores({ criteria, scale }, offers, scores).map(({ field }) => field)
  test('must be complete, on the scale, and of the offers and criteria there are', () => {
    expect(fields(given)).toEqual([])
    expect(fields(given.slice(1))).toEqual(['scores.1.price'])
    expect(fields(given.map((one) => ({ ...one, points: 11 })))).toHaveLength(4)
    expect(fields(given.map((one) => ({ ...one, points: 0 })))).toEqual([])
    expect(
      fields(
        given.map((one) => ({ ...one, points: 0 })),
        'five',
      ),
    ).toHaveLength(4)
    expect(
      fields(
        given.map((one) => ({ ...one, points: 5 })),
        'five',
      ),
    ).toEqual([])
    expect(fields([...given, ...given.slice(0, 1)])).toEqual(['scores'])
    expect(fields([...given, ...given.slice(0, 1).map((one) => ({ ...one, offerId: 5 }))])).toEqual(['scores'])
    expect(fields([...given, ...given.slice(0, 1).map((one) => ({ ...one, criterion: 'x' }))])).toEqual(['scores'])
  })
})

describe('results', () => {
  const totals = (evaluators: readonly Evaluator[], scale: 'ten' | 'five' = 'ten') =>
    evaluationResults({ criteria, scale }, offers, evaluators).map(({ total, low, high, rank }) => [
      total,
      low,
      high,
      rank,
    ])

  test('are weighted, averaged over the evaluators and rounded half up', () => {
    expect(totals([scorer(1, [10, 10], [0, 0])])).toEqual([
      [10_000, 10_000, 10_000, 1],
      [0, 0, 0, 2],
    ])
    // 60 × 0.9 + 40 × 0.8 = 86; 60 × 0.7 + 40 × 1 = 82
    expect(totals([scorer(1, [9, 8], [7, 10])])).toEqual([
      [8600, 8600, 8600, 1],
      [8200, 8200, 8200, 2],
    ])
    // (86 + 80 + 80) / 3 = 82; (82 + 82 + 86) / 3 = 83.333…
    const three = [scorer(1, [9, 8], [7, 10]), scorer(2, [8, 8], [7, 10]), scorer(3, [8, 8], [9, 8])]
    expect(totals(three)).toEqual([
      [8200, 8000, 8600, 2],
      [8333, 8200, 8600, 1],
    ])
    // 1 of 5 for everything is 20 of 100.
    expect(totals([scorer(1, [5, 5], [1, 1])], 'five').map(([total]) => total)).toEqual([10_000, 2000])
  })

  test('of equal sums share a rank, and the next rank is left out', () => {
    const three = [...offers, { offerId: 3, version: 1 }]
    const points = [10, 10, 1]
    const one: Evaluator = {
      userId: 1,
      status: 'submitted',
      scores: three.flatMap((offer, at) =>
        criteria.map(({ key }) => ({
          ...offer,
          criterion: key,
          points: points[at] ?? 0,
          comment: '',
          revealed: false,
        })),
      ),
    }
    const ranks = (order: typeof three) =>
      evaluationResults({ criteria, scale: 'ten' }, order, [one])
        .toSorted((a, b) => a.offerId - b.offerId)
        .map(({ rank }) => rank)
    expect(ranks(three)).toEqual([1, 1, 3])
    expect(ranks(three.toReversed())).toEqual([1, 1, 3])
  })

  test('count only evaluators who are in for the current versions', () => {
    const stale = scorer(2, [0, 0], [0, 0])
    const older = { ...stale, scores: stale.scores.map((score) => ({ ...score, version: score.version - 1 })) }
    const current = scorer(1, [9, 8], [7, 10])
    expect(totals([current, older, waiting, declined, { ...stale, status: 'invited' }])).toEqual(totals([current]))
    expect(totals([older, waiting])).toEqual([])
    expect(isIn(older, criteria, offers)).toBe(false)
  })

  test('that differ have different texts, with the most evaluators', () => {
    const next = seededRandom(43)
    const point = () => next(11)
    for (let round = 0; round < 300; round += 1) {
      const evaluators = Array.from({ length: 1 + next(maxEvaluators) }, (_one, userId) =>
        scorer(userId, [point(), point()], [point(), point()]),
      )
      const [first, second] = evaluationResults({ criteria, scale: 'ten' }, offers, evaluators)
      expect(first?.total === second?.total).toBe(first?.rank === second?.rank)
      expect(first?.low).toBeLessThanOrEqual(first?.total ?? -1)
      expect(first?.high).toBeGreaterThanOrEqual(first?.total ?? 1e9)
    }
  })

  test('as rows of the comparison', () => {
    const results = evaluationResults({ criteria, scale: 'ten' }, offers, [
      scorer(1, [9, 8], [7, 10]),
      scorer(2, [8, 8], [7, 10]),
    ])
    const [group] = evaluationGroups([{ offerId: 2 }, { offerId: 1 }, { offerId: 7 }], criteria, results)
    const texts = group?.rows.map(({ label, cells }) => [label, ...cells.map((cell) => 'text' in cell && cell.text)])
    expect(texts).toEqual([
      ['名次', '第 2 名', '第 1 名', '未评分'],
      ['加权总分', '82.00', '83.00', '未评分'],
      ['评分人差异', '82.00，一致', '80.00~86.00，相差 6.00', '未评分'],
      ['价格（60%）', '7.00', '8.50', '未评分'],
      ['方案（40%）', '10.00', '8.00', '未评分'],
    ])
    expect(evaluationGroups(offers, criteria, [])).toEqual([])
    expect([hundredthsText(0), hundredthsText(5), hundredthsText(10_000)]).toEqual(['0.00', '0.05', '100.00'])
    expect(spreadText({ low: 5, high: 100 })).toBe('0.05~1.00，相差 0.95')
  })
})

describe('blind scoring', () => {
  const done = scorer(1, [9, 8], [7, 10])
  test('is over when all who did not decline are in', () => {
    expect(areAllIn([done], criteria, offers)).toBe(true)
    expect(areAllIn([done, waiting], criteria, offers)).toBe(false)
    expect(areAllIn([done, declined], criteria, offers)).toBe(true)
    expect(areAllIn([declined], criteria, offers)).toBe(false)
    expect(areAllIn([], criteria, offers)).toBe(false)
    expect(areAllIn([done], criteria, [])).toBe(false)
    expect(areAllIn([done], criteria, [...offers, { offerId: 3, version: 1 }])).toBe(false)
    expect(areAllIn([done], criteria, [{ offerId: 1, version: 2 }])).toBe(false)
  })

  test('hides scores until then, and fixes them afterwards', () => {
    expect(areScoresReadable({ blind: true, revealed: false })).toBe(false)
    expect(areScoresReadable({ blind: true, revealed: true })).toBe(true)
    expect(areScoresReadable({ blind: false, revealed: false })).toBe(true)
    const read = (revealed: boolean): Evaluator => ({
      ...done,
      scores: done.scores.map((one) => ({ ...one, revealed })),
    })
    const fixed = (blind: boolean, revealed: boolean, version = 1) =>
      areScoresFixed({ blind, criteria }, read(revealed), { offerId: 1, version })
    expect([fixed(true, false), fixed(true, true), fixed(false, true)]).toEqual([false, true, false])
    // A later version has not been scored.
    expect(fixed(true, true, 2)).toBe(false)
    const counts = (one: Evaluator, revealed: boolean, now = offers, blind = true) =>
      hasRevealedScores({ blind, revealed }, one, now)
    expect([counts(done, true), counts(done, false), counts(waiting, true)]).toEqual([true, false, false])
    // Of an earlier round, while the offers are the same.
    expect(counts(read(true), false)).toBe(true)
    expect(counts(read(true), false, [{ offerId: 1, version: 2 }])).toBe(false)
    expect(counts(read(true), true, offers, false)).toBe(false)
  })

  test('keeps the names of criteria', () => {
    const named = (label: string, key = 'plan') => [{ key, label, weight: 40 }]
    expect(renameErrors(criteria, named(' 方案 '))).toEqual([])
    expect(renameErrors(criteria, named('服务', 'service'))).toEqual([])
    expect(renameErrors(criteria, named('服务')).map(({ field }) => field)).toEqual(['criteria.0.label'])
  })

  test('steps of the scoring are never shown to suppliers', () => {
    for (const event of ['openEarly_left', 'criteria', 'criteria_change', 'score', 'score_decline'])
      expect(isSupplierVisibleStep({ event, fromStatus: 'evaluating', toStatus: 'evaluating' })).toBe(false)
    expect(isSupplierVisibleStep({ event: 'openEarly', fromStatus: 'open', toStatus: 'evaluating' })).toBe(true)
  })
})

test('choosing another than the first needs a reason', () => {
  const results = evaluationResults({ criteria, scale: 'ten' }, offers, [scorer(1, [9, 8], [7, 10])])
  expect([1, 2, 3].map((offerId) => needsDecisionReason(results, offerId))).toEqual([false, true, true])
  expect(needsDecisionReason([], 2)).toBe(false)
})

describe('early opening', () => {
  const now = new Date('2026-11-28T08:00:00Z')
  const demand = {
    status: 'open' as const,
    sealedOnly: true,
    invitedOnly: true,
    deadline: new Date('2026-12-01T08:00:00Z'),
  }
  const all = [{ offered: true }, { offered: true }]
  test.each([
    ['is possible when all have offered', {}, all, null],
    ['not for others than sealed demands', { sealedOnly: false }, all, 'earlyOpeningNotOffered'],
    ['not where others may offer', { invitedOnly: false }, all, 'earlyOpeningNotOffered'],
    ['not after the deadline', { deadline: now }, all, 'stepNotAllowed'],
    ['not in another state', { status: 'evaluating' as const }, all, 'stepNotAllowed'],
    ['not without invitations', {}, [], 'noSupplierInvited'],
    ['not while one is missing', {}, [...all, { offered: false }], 'offersOutstanding'],
  ])('%s', (_name, change, invited, blocker) => {
    expect(earlyOpeningBlocker({ ...demand, ...change }, invited, now)).toBe(blocker)
  })
})
