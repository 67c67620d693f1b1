import { expect, test } from 'vitest'
import {
  bookingNoteError,
  bookingStatuses,
  bookingTransitions,
  shanghaiDay,
  visitDayError,
} from '../../../src/domain/projects/booking-states.ts'
import { allowedEvents } from '../../../src/domain/transition.ts'

/** Friday, still Friday in Shanghai until 16:00 of UTC. */
const now = new Date('2026-11-20T15:59:00Z')

test.each([
  ['2026-11-20', '请选择明天及以后的日期'],
  ['2026-11-21', '园区周末不接待，请选择周一至周五'],
  ['2026-11-22', '园区周末不接待，请选择周一至周五'],
  ['2026-11-23', null],
  ['2027-01-19', null],
  ['2027-01-20', '最多提前 60 天预约'],
  ['', '请选择到访日期'],
  ['2026-13-01', '请选择到访日期'],
])('a visit on %s: %s', (day, fault) => {
  expect(visitDayError(day, now)).toBe(fault)
})

test('uses the Shanghai date', () => {
  expect(shanghaiDay(now)).toBe('2026-11-20')
  expect(shanghaiDay(new Date('2026-11-20T16:00:00Z'))).toBe('2026-11-21')
})

test('declining requires a note', () => {
  expect(bookingNoteError('decline', '  ')).not.toBeNull()
  expect([bookingNoteError('decline', '当天有会'), bookingNoteError('confirm', '')]).toEqual([null, null])
})

test('allows exactly these steps per actor and state', () => {
  const allowed = (actor: 'person' | 'operator') =>
    bookingStatuses.map((status) => allowedEvents(bookingTransitions, status, actor))
  expect(allowed('person')).toEqual([['cancel'], ['cancel'], [], []])
  expect(allowed('operator')).toEqual([['confirm', 'decline'], ['decline'], [], []])
})
