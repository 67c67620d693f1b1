import { expect, test } from 'vitest'
import { deviceTitle } from '../../../src/domain/accounts/push-devices.ts'

test.each([
  ['订单 2026112812345 已交付，请验收', '订单 2026112812345 已交付，请验收'],
  ['货款 ¥12,000.00 已打款', '订单状态变化'],
  ['预算“二期临床”已用 80%', '订单状态变化'],
  ['退款 300元 已到账', '订单状态变化'],
  ['退款 3 万元已到账', '订单状态变化'],
])('the title %s is shown on a locked screen as %s', (title, shown) => {
  expect(deviceTitle('order.moved', title)).toBe(shown)
})

test('a title that names a person is shown as its event', () => {
  expect(deviceTitle('invitation.answered', '周宁 未接受贵企业的邀请')).not.toContain('周宁')
})
