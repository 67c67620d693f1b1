import { expect, test } from 'vitest'
import { orderProgress } from '../../../src/domain/orders/order-words.ts'

test('a dispute leaves an order where it was: at the work, or at the acceptance of what was delivered', () => {
  expect(orderProgress('disputed', false)).toBe(orderProgress('in_progress', false))
  expect(orderProgress('disputed', true)).toBe(orderProgress('delivered', true))
})
