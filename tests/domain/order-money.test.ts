import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cartFault, clampQuantity, type CartListing } from '../../src/domain/orders/cart-items.ts'
import { discountedPrice, discountsError } from '../../src/domain/orders/discounts.ts'
import { isBalanced, receiptEntries, refundEntries, settlementEntries } from '../../src/domain/orders/ledger.ts'
import { shopTotal, type PricedItem } from '../../src/domain/orders/order-total.ts'
import { freePostage, calculatePostage, type PostageRule } from '../../src/domain/orders/postage.ts'

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
  test('depends on the nearest zone and the quantity, and is free from an amount', () => {
    expect(calculatePostage(rule, '510104', { pieces: 3, amount: 1 })).toBe(700)
    expect(calculatePostage(rule, '513200', { pieces: 1, amount: 1 })).toBe(1_000)
    expect(calculatePostage(rule, '110101', { pieces: 2, amount: 1 })).toBe(2_300)
    expect(calculatePostage(rule, '110101', { pieces: 2, amount: 100_000 })).toBe(0)
  })

  test('is undefined for unserved regions, and 0 for services', () => {
    expect(calculatePostage(rule, '650100', { pieces: 1, amount: 200_000 })).toBeNull()
    expect(calculatePostage(rule, '650100', { pieces: 0, amount: 0 })).toBe(0)
    expect(calculatePostage(freePostage, '650100', { pieces: 9, amount: 1 })).toBe(0)
  })
})

describe('discounts', () => {
  const steps = [
    { from: 5, percent: 95 },
    { from: 10, percent: 90 },
  ]

  test('apply from their quantity, truncated to whole fen', () => {
    expect([4, 5, 9, 10].map((quantity) => discountedPrice(999, quantity, steps))).toEqual([999, 949, 949, 899])
  })

  test('never increase the total for a larger quantity', () => {
    expect(discountsError(steps)).toBeNull()
    expect(discountsError([...steps].toReversed())).not.toBeNull()
    expect(discountsError([{ from: 1, percent: 90 }])).not.toBeNull()
    expect(discountsError([{ from: 5, percent: 100 }])).not.toBeNull()
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

  test('is the sum of lines and postage, and at least the amount due now', () => {
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

  test('has a down payment that is never a fen short', () => {
    const [line] = shopTotal(
      [{ kind: 'service', quantity: 1, price: 101, discounts: [], downPaymentPercent: 30 }],
      freePostage,
      null,
    ).lines
    expect(line).toEqual({ unitPrice: 101, amount: 101, downPayment: 31, downPaymentOfOne: 31 })
  })
})

describe('a cart item', () => {
  const offer: CartListing = {
    kind: 'product',
    onSale: true,
    priceType: 0,
    specOnSale: true,
    price: 100,
    stock: 10,
    minOrder: 2,
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

  test('is limited by minimum order and stock', () => {
    expect([1, 5, 99].map((asked) => clampQuantity(asked, offer))).toEqual([2, 5, 10])
    expect(clampQuantity(5, { stock: 1, minOrder: 2 })).toBeNull()
    expect(clampQuantity(5, { stock: null, minOrder: 1 })).toBe(5)
  })
})

test('every ledger entry adds up to 0', () => {
  const deal = { buyerId: 1, sellerId: 2 }
  const all = [
    receiptEntries('bank', deal, 7),
    settlementEntries('bank', deal, 5),
    settlementEntries('bank', deal, -5),
    refundEntries('alipay', deal, 7),
  ]
  expect(all.every(isBalanced)).toBe(true)
  expect(isBalanced(all.flat())).toBe(true)
})
