import { expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  clampDay,
  formatDay,
  parseDay,
  parseTime,
  weekdayOf,
  getWeeks,
} from '../../src/domain/typed-date.ts'

test.each([
  '2026-11-20',
  '2026/11/20',
  '2026.11.20',
  '20261120',
  '2026年11月20日',
  '2026 年 11 月 20 日',
  '２０２６－１１－２０',
  '２０２６年１１月２０日',
  '2026–11–20',
  ' 2026 11 20 ',
])('the day %s is understood', (typed) => expect(parseDay(typed)).toBe('2026-11-20'))

test('months and days may have one digit', () => expect(parseDay('2026/1/5')).toBe('2026-01-05'))

test.each(['', '2026', '2026-11', '11/20/2026', '2026-02-30', '2026-13-01', '0001-01-01', '20261131', '明天'])(
  'the text %s is no day',
  (typed) => expect(parseDay(typed)).toBeUndefined(),
)

test('parses typed times of day', () => {
  const typed = ['14:08', '14：08', '1408', '１４：０８', '14时08分', '14.08']
  expect(typed.map(parseTime)).toEqual(typed.map(() => '14:08'))
  expect(['9', '9点', '09:00', '9:0'].map(parseTime)).toEqual(['09:00', '09:00', '09:00', '09:00'])
  expect(['24:00', '14:60', '下午', ''].map(parseTime)).toEqual([undefined, undefined, undefined, undefined])
})

test('days are added across month ends, weeks begin on Monday', () => {
  expect([addDays('2026-12-31', 1), addDays('2026-03-01', -1)]).toEqual(['2027-01-01', '2026-02-28'])
  expect([addMonths('2026-01-31', 1), addMonths('2024-02-29', 12), addMonths('2026-01-15', -1)]).toEqual([
    '2026-02-28',
    '2025-02-28',
    '2025-12-15',
  ])
  expect([weekdayOf('2026-11-23'), weekdayOf('2026-11-22')]).toEqual([0, 6])
  const weeks = getWeeks('2026-11-20')
  expect([weeks.length, weeks[0]?.[0], weeks.at(-1)?.[6]]).toEqual([6, '2026-10-26', '2026-12-06'])
  expect(formatDay('2026-11-20')).toBe('2026 年 11 月 20 日 星期五')
  expect([clampDay('2026-11-20', '2026-11-23', ''), clampDay('2026-11-20', '', '2026-11-01')]).toEqual([
    '2026-11-23',
    '2026-11-01',
  ])
})
