import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cartFault, quantityWithin, type CartOffer } from '../../src/domain/orders/cart-items.ts'
import { discountedPrice, discountsFault } from '../../src/domain/orders/discounts.ts'
import { balanced, received, refunded, returned, settled } from '../../src/domain/orders/ledger.ts'
import { shopTotal, type PricedItem } from '../../src/domain/orders/order-total.ts'
import { freePostage, postageOf, type PostageRule } from '../../src/domain/orders/postage.ts'

const rule: PostageRule = {
  zones: [
    { districts: ['51'], first: 1_000, further: 200 },
    { districts: ['5101'], first: 500, further: 100 },
  ],
  elsewhere: { first: 2_000, further: 300 },
  freeFrom: 100_000,
  notTo: ['65'],
}

describe('postage', () => {
  test('is that of the nearest zone, more a further piece, and nothing from a sum on', () => {
    expect(postageOf(rule, '510104', { pieces: 3, amount: 1 })).toBe(700)
    expect(postageOf(rule, '513200', { pieces: 1, amount: 1 })).toBe(1_000)
    expect(postageOf(rule, '110101', { pieces: 2, amount: 1 })).toBe(2_300)
    expect(postageOf(rule, '110101', { pieces: 2, amount: 100_000 })).toBe(0)
  })

  test('is not known where the shop does not send, and nothing for services', () => {
    expect(postageOf(rule, '650100', { pieces: 1, amount: 200_000 })).toBeNull()
    expect(postageOf(rule, '650100', { pieces: 0, amount: 0 })).toBe(0)
    expect(postageOf(freePostage, '650100', { pieces: 9, amount: 1 })).toBe(0)
  })
})

describe('discounts', () => {
  const steps = [
    { from: 5, percent: 95 },
    { from: 10, percent: 90 },
  ]

  test('count from their quantity on, cut to whole fen', () => {
    expect([4, 5, 9, 10].map((quantity) => discountedPrice(999, quantity, steps))).toEqual([999, 949, 949, 899])
  })

  test('never make more pieces dearer', () => {
    expect(discountsFault(steps)).toBeNull()
    expect(discountsFault([...steps].toReversed())).not.toBeNull()
    expect(discountsFault([{ from: 1, percent: 90 }])).not.toBeNull()
    expect(discountsFault([{ from: 5, percent: 100 }])).not.toBeNull()
  })
})

describe('a total', () => {
  const item = fc.record({
    kind: fc.constantFrom('service' as const, 'product' as const),
    quantity: fc.integer({ min: 1, max: 10_000 }),
    price: fc.integer({ min: 1, max: 100_000_000 }),
    discounts: fc.constantFrom([], [{ from: 10, percent: 93 }]),
    downPaymentPercent: fc.integer({ min: 0, max: 100 }),
  })

  test('is its lines and the postage, and what is due now is never more', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 8 }), (items: PricedItem[]) => {
        const total = shopTotal(items, rule, '510104')
        const lines = total.lines.reduce((sum, { amount }) => sum + amount, 0)
        expect(total.total).toBe(lines + (total.postage ?? 0))
        expect(total.goodsAmount + total.servicesAmount).toBe(lines)
        expect(total.dueNow).toBeLessThanOrEqual(total.total)
        for (const { amount, downPayment } of total.lines) expect(downPayment).toBeLessThanOrEqual(amount)
      }),
    )
  })

  test('asks for a first payment that is never a fen short', () => {
    const [line] = shopTotal(
      [{ kind: 'service', quantity: 1, price: 101, discounts: [], downPaymentPercent: 30 }],
      freePostage,
      null,
    ).lines
    expect(line).toEqual({ unitPrice: 101, amount: 101, downPayment: 31 })
  })
})

describe('a cart item', () => {
  const offer: CartOffer = {
    ...{ kind: 'product', onSale: true, priceType: 0, specOnSale: true, price: 100, stock: 10, minOrder: 2 },
  }
  const item = { quantity: 3, seenPrice: 100 }

  test.each([
    [null, item, 'unlisted'],
    [{ onSale: false }, item, 'unlisted'],
    [{ priceType: 2 as const }, item, 'priceOpen'],
    [{ price: null }, item, 'priceOpen'],
    [{ specOnSale: false }, item, 'specGone'],
    [{ stock: 1 }, item, 'soldOut'],
    [{}, { ...item, quantity: 1 }, 'belowMinimum'],
    [{ stock: 2 }, item, 'stockShort'],
    [{ price: 99 }, item, 'priceChanged'],
    [{}, item, null],
    [{ kind: 'service' as const, stock: null }, { ...item, quantity: 900 }, null],
  ])('%o asked for as %o is %s', (change, asked, fault) => {
    expect(cartFault(asked, change === null ? null : { ...offer, ...change })).toBe(fault)
  })

  test('is asked for within the minimum order and the stock', () => {
    expect([1, 5, 99].map((asked) => quantityWithin(asked, offer))).toEqual([2, 5, 10])
    expect(quantityWithin(5, { stock: 1, minOrder: 2 })).toBeNull()
    expect(quantityWithin(5, { stock: null, minOrder: 1 })).toBe(5)
  })
})

test('every movement of the book adds up to nothing', () => {
  const deal = { buyerId: 1, sellerId: 2 }
  const all = [received('bank', deal, 7), settled(deal, 5), returned(deal, 5), refunded('alipay', deal, 7)]
  expect(all.every(balanced)).toBe(true)
  expect(balanced(all.flat())).toBe(true)
})
