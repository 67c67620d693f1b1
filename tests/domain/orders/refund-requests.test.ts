import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  allocateToLines,
  canEscalate,
  isRequestOpen,
  itemRefundObstacle,
  itemRoom,
  itemWorth,
  mergeLines,
  refundRequestLabel,
  refundRequestStatuses,
  refundRequestTransitions,
  sumOfLines,
} from '../../../src/domain/orders/refund-requests.ts'
import { refundTransitions } from '../../../src/domain/orders/payment-states.ts'
import { nextState } from '../../../src/domain/transition.ts'

const line = fc.record({ lineId: fc.integer({ min: 1, max: 9 }), amount: fc.integer({ min: 0, max: 1e9 }) })

describe('the transition tables of refunds', () => {
  test('let each side take its own steps only', () => {
    expect(nextState(refundRequestTransitions, 'requested', 'agree', 'buyer')).toBeUndefined()
    expect(nextState(refundRequestTransitions, 'requested', 'escalate', 'seller')).toBeUndefined()
    expect(nextState(refundRequestTransitions, 'requested', 'rule', 'operator')).toBeUndefined()
    expect(nextState(refundRequestTransitions, 'escalated', 'refuse', 'seller')).toBeUndefined()
    expect(nextState(refundRequestTransitions, 'escalated', 'agree', 'seller')).toBe('agreed')
    expect(nextState(refundTransitions, 'pending', 'done', 'seller')).toBeUndefined()
    expect(nextState(refundTransitions, 'pending', 'receive', 'buyer')).toBeUndefined()
    expect(nextState(refundTransitions, 'sent', 'receive', 'seller')).toBeUndefined()
  })

  test('never leave an answered request except to the platform, once', () => {
    const left = refundRequestStatuses.filter((status) =>
      refundRequestTransitions.some(({ from }) => from.includes(status)),
    )
    expect(left).toEqual(['requested', 'escalated', 'refused'])
    expect(refundRequestStatuses.filter(isRequestOpen)).toEqual(['requested', 'escalated'])
    for (const status of refundRequestStatuses) {
      expect(refundRequestLabel(status, 'buyer').label).toMatch(/^\p{Script=Han}+$/u)
    }
  })
})

test('the platform is open to the buyer after the time for an answer, or for a while after a refusal', () => {
  const [then, now] = [new Date('2026-11-20T00:00:00Z'), new Date('2026-11-28T00:00:00Z')]
  const request = { side: 'buyer', answerUntil: then, answeredAt: null } as const
  expect(canEscalate({ ...request, status: 'requested' }, now)).toBe(true)
  expect(canEscalate({ ...request, status: 'requested', answerUntil: new Date('2026-11-29T00:00:00Z') }, now)).toBe(
    false,
  )
  expect(canEscalate({ ...request, status: 'refused', answeredAt: then }, now)).toBe(true)
  expect(canEscalate({ ...request, status: 'refused', answeredAt: new Date('2026-10-01T00:00:00Z') }, now)).toBe(false)
  expect(canEscalate({ ...request, side: 'seller', status: 'requested' }, now)).toBe(false)
  expect(canEscalate({ ...request, status: 'agreed', answeredAt: then }, now)).toBe(false)
})

test('amounts of lines named twice are summed, and none is lost', () => {
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const merged = mergeLines(lines)
      expect(sumOfLines(merged)).toBe(sumOfLines(lines))
      expect(new Set(merged.map(({ lineId }) => lineId)).size).toBe(merged.length)
      expect(merged.every(({ amount }) => amount > 0)).toBe(true)
    }),
  )
})

test('an amount of items is taken from the last lines first, exactly, or not at all', () => {
  expect(allocateToLines([{ lineId: 1, amount: 100 }, { lineId: 2, amount: 50 }], 70)).toEqual([{ lineId: 1, amount: 20 }, { lineId: 2, amount: 50 }]) // prettier-ignore
  fc.assert(
    fc.property(fc.array(line, { maxLength: 5 }), fc.integer({ min: 1, max: 2e9 }), (lines, amount) => {
      const rooms = lines.map((each, at) => ({ ...each, lineId: at + 1 }))
      const allocated = allocateToLines(rooms, amount)
      expect(allocated === undefined).toBe(sumOfLines(rooms) < amount)
      for (const { lineId, amount: share } of allocated ?? []) {
        expect(share).toBeLessThanOrEqual(rooms[lineId - 1]?.amount ?? 0)
      }
      if (allocated !== undefined) expect(sumOfLines(allocated)).toBe(amount)
    }),
  )
})

test('items refunded one by one never exceed their amount, and the last one takes the rest', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 1e9 }), (quantity, amount) => {
      let taken = { takenQuantity: 0, takenAmount: 0 }
      for (let piece = 0; piece < quantity; piece += 1) {
        const room = itemRoom({ quantity, amount, ...taken })
        const worth = itemWorth(room, 1)
        taken = { takenQuantity: taken.takenQuantity + 1, takenAmount: taken.takenAmount + worth }
        expect(taken.takenAmount).toBeLessThanOrEqual(amount)
      }
      expect(taken.takenAmount).toBe(amount)
    }),
  )
})

test('a refund by items says what stands against it', () => {
  const of = (amount: number, more: { isOpen?: boolean; inTransit?: number } = {}) => ({
    lineId: 1,
    amount,
    isOpen: more.isOpen ?? false,
    inTransit: more.inTransit ?? 0,
  })
  expect(itemRefundObstacle([of(0, { inTransit: 100 })], 100)).toBe('payoutUnderWay')
  expect(itemRefundObstacle([of(40, { inTransit: 60 })], 101)).toBe('refundTooMuch')
  expect(itemRefundObstacle([of(40), of(60, { isOpen: true })], 50)).toBe('refundOpen')
  expect(itemRefundObstacle([of(0, { inTransit: 50 }), of(60, { isOpen: true })], 50)).toBe('payoutUnderWay')
  expect(itemRefundObstacle([of(40)], 41)).toBe('refundTooMuch')
})
