import { beforeAll, describe, expect, test } from 'vitest'
import { contentOf, failureOf } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { prove } from '../../support/scenes/orders/changes.ts'
import { payeeOf } from '../../support/scenes/orders/order.ts'
import {
  approvedPayout,
  markBounced,
  markPaid,
  paidPayout,
  payoutRow,
  receiptOf,
  removeDemoPayouts,
} from '../../support/scenes/orders/payout.ts'

/** Numbers and receipts of the bank: of one transfer each, whichever payout had it. */

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
const ops = clientForFile(app, 'ops')
const finance = clientForFile(app, 'finance')
const people = { buyer, seller, finance, ops }
beforeAll(async () => {
  await payeeOf(app)
  await removeDemoPayouts(app)
  for (const client of [ops, finance]) await prove(client)
})

const detail = async (payoutId: number) => contentOf(await ops.api.orders.payout({ payoutId }))

describe('a transfer', () => {
  test('has a number and a receipt of its own', async () => {
    const { bankReference, receiptUrl, orderId } = await paidPayout(app, people)
    const other = await approvedPayout(app, people)
    expect(receiptUrl).not.toBeNull()
    const { receiptId } = await payoutRow(app, orderId)
    expect(failureOf(await markPaid(ops, other.payoutId, { bankReference }))).toBe('payoutReferenceUsed')
    const used = { receiptId: receiptId ?? '', bankReference: 'B-other' }
    expect(failureOf(await markPaid(ops, other.payoutId, used))).toBe('payoutReceiptUsed')
    expect((await detail(other.payoutId)).status).toBe('approved')
    contentOf(await markPaid(ops, other.payoutId))
  })

  test('has no number or receipt of a transfer that the bank returned', async () => {
    const { payoutId, bankReference } = await paidPayout(app, people, 'returned')
    contentOf(await markBounced(ops, payoutId))
    const other = await approvedPayout(app, people)
    expect(failureOf(await markPaid(ops, other.payoutId, { bankReference }))).toBe('payoutReferenceUsed')
    const copy = await receiptOf(ops, 'returned')
    expect(failureOf(await markPaid(ops, other.payoutId, { receiptId: copy }))).toBe('payoutReceiptUsed')
    expect((await detail(other.payoutId)).status).toBe('approved')
    contentOf(await markPaid(ops, other.payoutId))
  })

  test('has a receipt of its own, also as a second upload', async () => {
    await paidPayout(app, people, 'uploaded twice')
    const { payoutId } = await approvedPayout(app, people)
    const copy = await receiptOf(ops, 'uploaded twice')
    expect(failureOf(await markPaid(ops, payoutId, { receiptId: copy }))).toBe('payoutReceiptUsed')
    contentOf(await markPaid(ops, payoutId))
  })

  test('is registered once of parallel ones with the same number or receipt', async () => {
    const [one, other] = [await approvedPayout(app, people), await approvedPayout(app, people)]
    const copies = [await receiptOf(ops, 'same'), await receiptOf(ops, 'same')]
    const withCopies = await Promise.all([
      markPaid(ops, one.payoutId, { receiptId: copies[0] ?? '' }),
      markPaid(ops, other.payoutId, { receiptId: copies[1] ?? '' }),
    ])
    expect(withCopies.map(failureOf).toSorted()).toEqual(['none', 'payoutReceiptUsed'])
    const left = withCopies[0]?.ok === true ? other : one
    const third = await approvedPayout(app, people)
    const bankReference = 'B-same'
    const withNumber = await Promise.all([
      markPaid(ops, left.payoutId, { bankReference }),
      markPaid(ops, third.payoutId, { bankReference }),
    ])
    expect(withNumber.map(failureOf).toSorted()).toEqual(['none', 'payoutReferenceUsed'])
    contentOf(await markPaid(ops, withNumber[0]?.ok === true ? third.payoutId : left.payoutId))
  })

  test('keeps its number while the bank returns it', async () => {
    const returned = await paidPayout(app, people)
    const { payoutId } = await approvedPayout(app, people)
    const { bankReference } = returned
    const [bounced, paid] = await Promise.all([
      markBounced(ops, returned.payoutId, { rerouted: [] }),
      markPaid(ops, payoutId, { bankReference }),
    ])
    expect([failureOf(bounced), failureOf(paid)]).toEqual(['none', 'payoutReferenceUsed'])
    contentOf(await markPaid(ops, payoutId))
  })
})
