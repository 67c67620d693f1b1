import { expect, test } from 'vitest'
import { createCacheBudget, estimateBytes } from '../../src/server/cache-budget.ts'

const kilobyte = 1024
const total = (usage: Readonly<Record<string, number>>) => Object.values(usage).reduce((sum, each) => sum + each, 0)

test('all caches together stay within the budget, and each kind keeps its share', () => {
  const budget = createCacheBudget(1_000 * kilobyte)
  const [pages, answers] = [budget.part<object>('pages', 0.6), budget.part<object>('answers', 0.4)]
  for (let n = 0; n < 5_000; n += 1) answers.set(`a${n}`, {}, kilobyte)
  // What nobody else uses is free.
  expect(budget.usage().answers).toBeGreaterThan(900 * kilobyte)
  for (let n = 0; n < 5_000; n += 1) pages.set(`p${n}`, {}, 5 * kilobyte)
  const usage = budget.usage()
  expect(total(usage)).toBeLessThanOrEqual(1_000 * kilobyte)
  expect(usage.pages).toBeGreaterThan(550 * kilobyte)
  expect(usage.answers).toBeGreaterThan(350 * kilobyte)
  expect(answers.get('a4999')).toBeDefined()
  expect(answers.get('a0')).toBeUndefined()
})

test('several caches of one kind have its share together', () => {
  const budget = createCacheBudget(1_000 * kilobyte)
  const pages = budget.part<object>('pages', 0.6)
  const reads = Array.from({ length: 4 }, () => budget.part<object>('reads', 0.4))
  for (let n = 0; n < 1_000; n += 1) pages.set(`${n}`, {}, kilobyte)
  for (let n = 0; n < 1_000; n += 1) for (const each of reads) each.set(`${n}`, {}, kilobyte)
  expect(budget.usage().pages).toBeGreaterThan(550 * kilobyte)
  expect(total(budget.usage())).toBeLessThanOrEqual(1_000 * kilobyte)
})

test('counts a value again when it has grown, unless it was replaced', () => {
  const budget = createCacheBudget(1_000 * kilobyte)
  const pages = budget.part<object>('pages', 1)
  const [page, later] = [{}, {}]
  pages.set('a', page, kilobyte)
  pages.resize('a', page, 10 * kilobyte)
  const grown = budget.usage().pages ?? 0
  expect(grown).toBeGreaterThanOrEqual(10 * kilobyte)
  pages.resize('a', later, 50 * kilobyte)
  expect(budget.usage().pages).toBe(grown)
  expect(pages.get('a')).toBe(page)
  pages.delete('a')
  expect(budget.usage().pages).toBe(0)
})

test('a value larger than the share of its kind is not stored, and a lower limit removes values', () => {
  const budget = createCacheBudget(1_000 * kilobyte)
  const pages = budget.part<object>('pages', 0.5)
  pages.set('large', {}, 600 * kilobyte)
  expect(pages.has('large')).toBe(false)
  pages.set('small', {}, 400 * kilobyte)
  budget.setLimit(100 * kilobyte)
  expect(pages.has('small')).toBe(false)
})

test('estimates the bytes of plain values', () => {
  const rows = Array.from({ length: 100 }, (_, id) => ({ id, title: '药物研发服务'.repeat(10), tags: ['a', 'b'] }))
  const json = Buffer.byteLength(JSON.stringify(rows))
  expect(estimateBytes(rows)).toBeGreaterThan(json / 2)
  expect(estimateBytes(rows)).toBeLessThan(json * 3)
  expect(estimateBytes(Buffer.alloc(1_000))).toBeGreaterThanOrEqual(1_000)
  expect(estimateBytes(new Map([['key', 'x'.repeat(500)]]))).toBeGreaterThan(500)
})
