import { expect, test } from 'vitest'
import { orderProgress } from '../../../src/domain/orders/order-labels.ts'

test('a dispute keeps the progress of an order: at work or acceptance', () => {
  expect(orderProgress('disputed', false)).toBe(orderProgress('in_progress', false))
  expect(orderProgress('disputed', true)).toBe(orderProgress('delivered', true))
})
