import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paymentBlocker } from '../../../src/domain/orders/payment-blocker.ts'
import { allocateReceipt, allocateRefund } from '../../../src/domain/orders/allocate.ts'

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)
const fen = fc.integer({ min: 1, max: 100_000_000_000 })

test('allocateReceipt fills parts in order and puts the remainder on the last', () => {
  fc.assert(
    fc.property(fc.array(fen, { minLength: 1, maxLength: 20 }), fen, (asked, received) => {
      const parts = asked.map((amount) => ({ amount }))
      const shares = allocateReceipt(parts, received)
      expect(sum(shares)).toBe(received)
      expect(shares.every((share) => share >= 0)).toBe(true)
      shares.slice(0, -1).forEach((share, at) => expect(share).toBeLessThanOrEqual(asked[at] ?? 0))
      // A part receives an amount only after the parts before it are full.
      shares.forEach((share, at) => {
        if (share > 0) expect(shares.slice(0, at)).toEqual(asked.slice(0, at))
      })
    }),
  )
  expect(allocateReceipt([{ amount: 100 }, { amount: 50 }], 120)).toEqual([100, 20])
  expect(allocateReceipt([{ amount: 100 }, { amount: 50 }], 200)).toEqual([100, 100])
})

const rooms = fc.array(
  fc.record({ lineId: fc.integer({ min: 1, max: 4 }), room: fc.integer({ min: 0, max: 1_000_000 }) }),
  { maxLength: 12 },
)

test('allocateRefund sums to the requested amount within each part; undefined above the total', () => {
  fc.assert(
    fc.property(rooms, fc.array(fc.integer({ min: 0, max: 2_000_000 }), { maxLength: 4 }), fen, (list, over, asked) => {
      const parts = list.map((part, at) => ({ ...part, partId: at + 1 }))
      const extra = new Map(over.map((amount, at) => [at + 1, amount]))
      const all = sum(parts.map(({ room }) => room))
      const amount = asked % (all + 2)
      const back = allocateRefund(parts, extra, amount)
      if (amount > all) expect(back).toBeUndefined()
      else expect(sum(back?.values() ?? [])).toBe(amount)
      for (const [partId, share] of back ?? []) {
        expect(share).toBeGreaterThan(0)
        expect(share).toBeLessThanOrEqual(parts.find((part) => part.partId === partId)?.room ?? 0)
      }
    }),
  )
})

test('allocateRefund takes the surplus first, then the newest parts', () => {
  const parts = [
    { partId: 1, lineId: 1, room: 150 },
    { partId: 2, lineId: 2, room: 100 },
  ]
  const over = new Map([[1, 50]])
  expect(allocateRefund(parts, over, 50)).toEqual(new Map([[1, 50]]))
  expect(allocateRefund(parts, over, 120)).toEqual(new Map([[1, 50], [2, 70]])) // prettier-ignore
  expect(allocateRefund(parts, over, 251)).toBeUndefined()
})

test('a line has the reason why it cannot be paid', () => {
  const line = { status: 'due', amount: 100, paid: 0 } as const
  const order = { status: 'pending_confirm', source: 'cart' } as const
  expect(paymentBlocker(order, line)).toBeNull()
  expect(paymentBlocker(order, { ...line, status: 'scheduled' })).toBeNull()
  expect(paymentBlocker({ ...order, source: 'demand' }, line)).toBe('unconfirmed')
  expect(paymentBlocker({ ...order, status: 'cancelled' }, line)).toBe('ended')
  expect(paymentBlocker(order, { ...line, status: 'submitted' })).toBe('submitted')
  expect(paymentBlocker(order, { ...line, status: 'refunded' })).toBe('refund')
  expect(paymentBlocker(order, { ...line, paid: 100 })).toBe('paid')
})
