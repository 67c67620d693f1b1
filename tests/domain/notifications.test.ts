import { expect, test } from 'vitest'
import { channelsOf, isUrgent, smsTime } from '../../src/domain/accounts/notifications.ts'

test.each([
  ['2026-11-21T01:00:00Z', '2026-11-21T01:00:00Z'],
  ['2026-11-21T00:00:00Z', '2026-11-21T00:00:00Z'],
  // 7:59:59, 22:00 and just before midnight in Shanghai: the next eight o'clock.
  ['2026-11-20T23:59:59Z', '2026-11-21T00:00:00Z'],
  ['2026-11-21T13:59:59Z', '2026-11-21T13:59:59Z'],
  ['2026-11-21T14:00:00Z', '2026-11-22T00:00:00Z'],
  ['2026-12-31T15:59:00Z', '2027-01-01T00:00:00Z'],
  ['2026-12-31T16:00:00Z', '2027-01-01T00:00:00Z'],
])('an SMS of %s goes out at %s', (now, then) => {
  expect(smsTime(new Date(now)).toISOString()).toBe(new Date(then).toISOString())
})

test('security is always notified on site and by SMS; money and security are urgent', () => {
  expect(channelsOf('security.changed', { 'security.changed': [] })).toEqual(['site', 'sms'])
  expect(channelsOf('order.moved', { 'order.moved': [] })).toEqual(['site'])
  expect([isUrgent('payment.due'), isUrgent('security.changed'), isUrgent('demand.matched')]).toEqual([
    true,
    true,
    false,
  ])
})
