import fc from 'fast-check'
import { expect, test } from 'vitest'
import { barrierOf } from '../../../src/domain/orders/payable.ts'
import { spreadReceived, spreadRefund } from '../../../src/domain/orders/spread.ts'

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)
const fen = fc.integer({ min: 1, max: 100_000_000_000 })

test('what came in is spread whole: each part in turn up to what was asked, the rest on the last', () => {
  fc.assert(
    fc.property(fc.array(fen, { minLength: 1, maxLength: 20 }), fen, (asked, received) => {
      const parts = asked.map((amount) => ({ amount }))
      const shares = spreadReceived(parts, received)
      expect(sum(shares)).toBe(received)
      expect(shares.every((share) => share >= 0)).toBe(true)
      shares.slice(0, -1).forEach((share, at) => expect(share).toBeLessThanOrEqual(asked[at] ?? 0))
      // A part gets something only when the ones before it are whole.
      shares.forEach((share, at) => {
        if (share > 0) expect(shares.slice(0, at)).toEqual(asked.slice(0, at))
      })
    }),
  )
  expect(spreadReceived([{ amount: 100 }, { amount: 50 }], 120)).toEqual([100, 20])
  expect(spreadReceived([{ amount: 100 }, { amount: 50 }], 200)).toEqual([100, 100])
})

const rooms = fc.array(
  fc.record({ lineId: fc.integer({ min: 1, max: 4 }), room: fc.integer({ min: 0, max: 1_000_000 }) }),
  { maxLength: 12 },
)

test('what goes back sums to what was asked, never beyond a part’s room; beyond all of it there is none', () => {
  fc.assert(
    fc.property(rooms, fc.array(fc.integer({ min: 0, max: 2_000_000 }), { maxLength: 4 }), fen, (list, over, asked) => {
      const parts = list.map((part, at) => ({ ...part, partId: at + 1 }))
      const extra = new Map(over.map((amount, at) => [at + 1, amount]))
      const all = sum(parts.map(({ room }) => room))
      const amount = asked % (all + 2)
      const back = spreadRefund(parts, extra, amount)
      if (amount > all) expect(back).toBeUndefined()
      else expect(sum(back?.values() ?? [])).toBe(amount)
      for (const [partId, share] of back ?? []) {
        expect(share).toBeGreaterThan(0)
        expect(share).toBeLessThanOrEqual(parts.find((part) => part.partId === partId)?.room ?? 0)
      }
    }),
  )
})

test('what was too much goes back first, then the newest', () => {
  const parts = [
    { partId: 1, lineId: 1, room: 150 },
    { partId: 2, lineId: 2, room: 100 },
  ]
  const over = new Map([[1, 50]])
  expect(spreadRefund(parts, over, 50)).toEqual(new Map([[1, 50]]))
  expect(spreadRefund(parts, over, 120)).toEqual(new Map([[1, 50], [2, 70]])) // prettier-ignore
  expect(spreadRefund(parts, over, 251)).toBeUndefined()
})

test('a line says why it cannot be paid', () => {
  const line = { status: 'due', amount: 100, paid: 0 } as const
  const order = { status: 'pending_confirm', source: 'cart' } as const
  expect(barrierOf(order, line)).toBeNull()
  expect(barrierOf(order, { ...line, status: 'scheduled' })).toBeNull()
  expect(barrierOf({ ...order, source: 'demand' }, line)).toBe('unconfirmed')
  expect(barrierOf({ ...order, status: 'cancelled' }, line)).toBe('ended')
  expect(barrierOf(order, { ...line, status: 'submitted' })).toBe('submitted')
  expect(barrierOf(order, { ...line, status: 'refunded' })).toBe('refund')
  expect(barrierOf(order, { ...line, paid: 100 })).toBe('paid')
})
