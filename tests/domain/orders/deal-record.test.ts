import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  canonicalJson,
  dealDetail,
  dealEntryRow,
  dealEventLabel,
  dealKindOf,
  dealSideOf,
} from '../../../src/domain/orders/deal-record.ts'

describe('canonical JSON', () => {
  test('is the same for the same values, whatever their order', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}')
    expect(canonicalJson({ 乙: 1, 甲: 2, Z: 3 })).toBe(canonicalJson({ Z: 3, 甲: 2, 乙: 1 }))
  })

  test('is JSON that reads back as the value', () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.maxSafeInteger(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('any'), { maxLength: 4 }),
        fc.dictionary(fc.string(), tie('any'), { maxKeys: 4, noNullPrototype: true }),
      ),
    })).any
    fc.assert(
      fc.property(value, (any) => {
        const text = canonicalJson(JSON.parse(JSON.stringify(any)))
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(any)))
        expect(canonicalJson(JSON.parse(text))).toBe(text)
      }),
    )
  })

  test('refuses numbers that are not whole', () => {
    for (const number of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      expect(() => canonicalJson({ number })).toThrow(RangeError)
  })
})

test('an entry has the states and the reason of its step in its body', () => {
  const history = { fromStatus: 'delivered', toStatus: 'completed', reason: '通过' }
  const by = { userId: 7, companyId: null }
  const row = dealEntryRow({ orderId: 1, kind: 'order', event: 'complete', side: 'operator', by, history })
  expect(row).toMatchObject({
    userId: 7,
    companyId: null,
    body: '{"from":"delivered","reason":"通过","to":"completed"}',
  })
})

test('steps out of a dispute and into one, deliveries and verdicts have their own kinds', () => {
  const kinds = [
    ['dispute', 'confirmed'],
    ['cancel', 'disputed'],
    ['deliver', 'in_progress'],
    ['accept', 'delivered'],
    ['confirm', 'pending_confirm'],
  ].map(([event = '', from = '']) => dealKindOf(event, from))
  expect(kinds).toEqual(['dispute', 'dispute', 'delivery', 'delivery', 'order'])
})

test('the side of a step follows from its company', () => {
  const order = { buyerCompanyId: 3 }
  expect([null, { companyId: null }, { companyId: 3 }, { companyId: 4 }].map((by) => dealSideOf(order, by))).toEqual([
    'system',
    'operator',
    'buyer',
    'seller',
  ])
})

test('an entry is described by its numbers, money and files', () => {
  const facts = { paymentNo: 'P1', amount: 123_456, files: [{ name: '回单.pdf' }], reason: '未到账' }
  expect(dealDetail(canonicalJson(facts))).toBe('P1，¥1,234.56，文件 1 份')
  const batches = ['B1', 'B2'].map((batchNo) => ({ product: '对照品', batchNo }))
  expect(dealDetail(canonicalJson({ delivery: 2, batches }))).toBe('第 2 次交付，批号 B1、B2')
  expect(dealDetail('{}')).toBe('')
  expect(dealEventLabel({ kind: 'payment', event: 'receive' })).toBe('款项到账')
  expect(dealEventLabel({ kind: 'order', event: 'confirm' })).toBe('供应商确认接单')
})
