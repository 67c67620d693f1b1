import { expect, test } from 'vitest'
import {
  conceptRecallAt10,
  foldText,
  gradeOf,
  matchesPattern,
  measuresOf,
  ndcgAt10,
  type GradedListing,
} from '../bench/relevance/metrics.ts'
import { listingsOf, readQuestions } from '../bench/relevance/questions.ts'
import { rows } from './seeds/rows.ts'

const listing = (id: number, text: string, yuan: number | null = null): [number, GradedListing] => [
  id,
  { id, text: foldText(text), yuan },
]
const few = new Map([listing(1, 'C18 色谱柱 250 × 4.6 mm', 2380), listing(2, '手性柱', 6200), listing(3, '移液器')])

test('a pattern wants all of its parts, whatever their width, case and spaces', () => {
  const [column, chiral, pipette] = [...few.values()]
  if (column === undefined || chiral === undefined || pipette === undefined) throw new Error('listings missing')
  expect(matchesPattern('c18&250×4.6', column)).toBe(true)
  expect(matchesPattern('Ｃ１８&price<=2000', column)).toBe(false)
  expect(matchesPattern('C18&price<=2380', column)).toBe(true)
  expect(matchesPattern('移液器&price<=9', pipette)).toBe(false)
  expect([column, chiral, pipette].map((each) => gradeOf({ best: ['C18'], good: ['柱'] }, each))).toEqual([2, 1, 0])
})

test('nDCG is 1 for the best order, less for another, and 0 without anything relevant', () => {
  const grades = { best: ['C18'], good: ['柱'] }
  expect(ndcgAt10({ grades, found: [1, 2, 3] }, few)).toBe(1)
  expect(ndcgAt10({ grades, found: [2, 1] }, few)).toBeCloseTo((1 + 3 / Math.log2(3)) / (3 + 1 / Math.log2(3)))
  expect(ndcgAt10({ grades, found: [3] }, few)).toBe(0)
  expect(ndcgAt10({ grades, found: [1, 1, 1] }, few)).toBeLessThan(1)
  expect(ndcgAt10({ grades, found: [3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 1].map((id, at) => id + at * 10) }, few)).toBe(0)
  expect(ndcgAt10({ grades: { best: ['no such'], good: [] }, found: [] }, few)).toBe(1)
})

test('concept recall counts the patterns reached, of grade 1 where there are none of grade 2', () => {
  expect(conceptRecallAt10({ grades: { best: ['C18', '手性柱'], good: [] }, found: [1] }, few)).toBe(0.5)
  expect(conceptRecallAt10({ grades: { best: [], good: ['移液器'] }, found: [3] }, few)).toBe(1)
  expect(conceptRecallAt10({ grades: { best: ['C18'], good: ['移液器'] }, found: [3] }, few)).toBe(0)
})

test('measures are means, and zeros without questions', () => {
  const grades = { best: ['C18'], good: [] }
  const measured = measuresOf(
    [
      { grades, found: [] },
      { grades, found: [1] },
    ],
    few,
  )
  expect(measured).toEqual({ count: 2, emptyRate: 0.5, conceptRecall: 0.5, ndcg: 0.5 })
  expect(measuresOf([], few)).toEqual({ count: 0, emptyRate: 0, conceptRecall: 0, ndcg: 0 })
})

test('every question is asked once and has an answer in the demo; every pattern matches a listing', () => {
  const [questions, fresh] = [readQuestions('questions'), readQuestions('fresh')]
  expect(questions.length).toBeGreaterThanOrEqual(400)
  expect(fresh.length).toBeGreaterThanOrEqual(90)
  const all = [...questions, ...fresh]
  const texts = all.map(({ page, question }) => `${page} ${question}`)
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([])
  const listings = listingsOf(rows)
  const idle = all.flatMap(({ page, question, best, good }) => {
    const known = [...listings[page].values()]
    const unmatched = [...best, ...good].filter((pattern) => !known.some((each) => matchesPattern(pattern, each)))
    return best.length + good.length === 0
      ? [`${question} has no answer`]
      : unmatched.map((each) => `${page} ${question}: ${each}`)
  })
  expect(idle).toEqual([])
})
