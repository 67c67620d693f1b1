import fc from 'fast-check'
import { expect, test } from 'vitest'
import { milestonesAddUp, offerTotal, splitByMilestones } from '../../src/domain/demands/offer-terms.ts'

/** Percentages that add up to 100. */
const percents = fc
  .uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 11 })
  .map((cuts) => [0, ...cuts.toSorted((a, b) => a - b), 100])
  .map((cuts) => cuts.slice(1).map((cut, index) => cut - (cuts[index] ?? 0)))
const named = (percent: number) => ({ name: '节点', percent, dueDays: 0 })
const total = fc.integer({ min: 0, max: 100_000_000_000_000 })

test('the parts add up to the total for any percentages', () => {
  fc.assert(
    fc.property(total, percents, (whole, parts) => {
      const amounts = splitByMilestones(whole, parts.map(named))
      expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(whole)
      expect(amounts.every((amount) => Number.isSafeInteger(amount) && amount >= 0)).toBe(true)
    }),
  )
})

test('only the last part exceeds its share, by less than one fen per part', () => {
  fc.assert(
    fc.property(total, percents, (whole, parts) => {
      const amounts = splitByMilestones(whole, parts.map(named))
      for (const [index, amount] of amounts.entries()) {
        const share = (whole * (parts[index] ?? 0)) / 100
        if (index < amounts.length - 1) expect(amount).toBeLessThanOrEqual(share)
        else expect(amount - share).toBeLessThan(parts.length)
      }
    }),
  )
})

test('percentages are complete at 100 only', () => {
  fc.assert(
    fc.property(percents, fc.integer({ min: 1, max: 50 }), (parts, more) => {
      expect(milestonesAddUp(parts.map(named))).toBe(true)
      expect(milestonesAddUp([...parts.map(named), named(more)])).toBe(false)
    }),
  )
  expect(milestonesAddUp([])).toBe(false)
})

test('the total is the sum of its lines, in any order', () => {
  const item = fc.record({
    name: fc.constant('项目'),
    unit: fc.constant('项'),
    quantity: fc.integer({ min: 1, max: 1_000 }),
    unitPrice: fc.integer({ min: 0, max: 1e9 }),
  })
  fc.assert(
    fc.property(fc.array(item, { maxLength: 20 }), (items) => {
      const sum = items.map(({ quantity, unitPrice }) => quantity * unitPrice).reduce((all, amount) => all + amount, 0)
      expect(offerTotal(items.toReversed())).toBe(sum)
    }),
  )
})
