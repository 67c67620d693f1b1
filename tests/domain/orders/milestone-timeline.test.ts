import fc from 'fast-check'
import { expect, test } from 'vitest'
import { milestoneStatuses } from '../../../src/domain/orders/milestone-states.ts'
import {
  milestoneDelay,
  milestoneTimeline,
  type PlannedMilestone,
} from '../../../src/domain/orders/milestone-timeline.ts'

const milestone = (more: Partial<PlannedMilestone>): PlannedMilestone => ({
  seq: 1,
  name: '方案',
  status: 'planned',
  plannedAt: '2026-12-31T15:59:59.999Z',
  startedAt: null,
  deliveredAt: null,
  acceptedAt: null,
  ...more,
})

test('plans follow each other from the confirmation; facts end with the acceptance or now', () => {
  const { rows, months, today } = milestoneTimeline(
    [
      milestone({
        plannedAt: '2026-10-31T00:00:00Z',
        startedAt: '2026-10-06T00:00:00Z',
        deliveredAt: '2026-10-26T00:00:00Z',
        acceptedAt: '2026-10-31T00:00:00Z',
        status: 'accepted',
      }),
      milestone({ seq: 2, plannedAt: '2027-01-09T00:00:00Z', startedAt: '2026-11-10T00:00:00Z', status: 'in_work' }),
      milestone({ seq: 3, plannedAt: '2027-01-09T00:00:00Z' }),
    ],
    '2026-10-01T00:00:00Z',
    '2026-11-20T00:00:00Z',
  )
  expect(rows.map(({ plan }) => [plan.left, plan.width])).toEqual([
    [0, 30],
    [30, 70],
    [0, 100],
  ])
  expect(rows.map(({ fact }) => fact && [fact.left, fact.width])).toEqual([[5, 25], [40, 10], null])
  expect(rows.map(({ lateDays }) => lateDays)).toEqual([0, 0, 0])
  expect(today).toBe(50)
  expect(months.map(({ label }) => label)).toEqual(['11 月', '12 月', '2027-01'])
})

test('a milestone is late by its delivery, by now without one, and never when skipped', () => {
  const planned = { plannedAt: '2026-11-10T15:59:59.999Z' }
  const now = '2026-11-20T02:00:00Z'
  expect(milestoneDelay(milestone(planned), now)).toBe(10)
  expect(milestoneDelay(milestone({ ...planned, status: 'delivered', deliveredAt: '2026-11-12T02:00:00Z' }), now)).toBe(
    2,
  )
  // The last hour of the planned day is in time.
  expect(milestoneDelay(milestone({ ...planned, status: 'accepted', deliveredAt: '2026-11-10T15:30:00Z' }), now)).toBe(
    0,
  )
  const again = { ...planned, status: 'changes_requested' as const, deliveredAt: '2026-11-09T02:00:00Z' }
  expect(milestoneDelay(milestone(again), now)).toBe(10)
  expect(milestoneDelay(milestone({ ...planned, status: 'skipped' }), now)).toBe(0)
  // Completed by a ruling without a delivery: it does not become later.
  const ruled = { ...planned, status: 'accepted' as const, acceptedAt: '2026-11-13T02:00:00Z' }
  expect(milestoneDelay(milestone(ruled), now)).toBe(3)
})

test('bars stay on the axis, whatever the dates are', () => {
  const day = fc.date({ min: new Date('2026-01-01'), max: new Date('2029-01-01'), noInvalidDate: true })
  const moment = day.map((at) => at.toISOString())
  const some = fc.array(
    fc.record({
      seq: fc.constant(1),
      name: fc.constant('方案'),
      status: fc.constantFrom(...milestoneStatuses),
      plannedAt: moment,
      startedAt: fc.option(moment),
      deliveredAt: fc.option(moment),
      acceptedAt: fc.option(moment),
    }),
    { minLength: 1, maxLength: 12 },
  )
  fc.assert(
    fc.property(some, moment, moment, (milestones, begin, now) => {
      const { rows, months } = milestoneTimeline(milestones, begin, now)
      const bars = rows.flatMap(({ plan, fact }) => (fact === null ? [plan] : [plan, fact]))
      for (const { left, width } of bars) {
        expect(left).toBeGreaterThanOrEqual(0)
        expect(width).toBeGreaterThan(0)
        expect(left + width).toBeLessThanOrEqual(100.000_001)
      }
      expect(months.length).toBeLessThanOrEqual(8)
    }),
  )
})
