import { describe, expect, test } from 'vitest'
import { contentOf, failureOf, fieldsWithErrors, type Client } from '../../support/client.ts'
import { newKey } from '../../support/sentinels.ts'
import {
  book,
  demandOrder,
  expectBooksAgree,
  lineOf,
  open,
  paid,
  refundRows,
  sendBack,
  voucherOf,
} from '../../support/scenes/orders/pay.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')

const wish = (orderId: number, lineId: number, amount: number) => ({ orderId, lineId, amount, reason: '检测项目减少' })
const ask = (client: Client, orderId: number, lineId: number, amount: number) =>
  client.api.orders.refundAsk(wish(orderId, lineId, amount), { idempotencyKey: newKey() })
const give = (client: Client, orderId: number, lineId: number, amount: number) =>
  client.api.orders.refundGive(wish(orderId, lineId, amount), { idempotencyKey: newKey() })
const step = (client: Client, refundId: number, event: 'agree' | 'refuse' | 'done', more: object = {}) =>
  client.api.orders.refundStep({ refundId, event, ...more }, { idempotencyKey: newKey() })
const firstId = (list: { readonly refunds: readonly { readonly refundId: number }[] }) => list.refunds[0]?.refundId ?? 0

async function paidOrder(): Promise<number> {
  const orderId = await demandOrder(app, buyer, seller)
  await paid(app, { buyer, seller }, orderId)
  return orderId
}
/** Paid at the demo gateway, which knows the trade. */
async function paidOnline(orderId: number): Promise<number> {
  const { payment } = contentOf(await open(buyer, [(await lineOf(app, orderId)).id], 'demo'))
  await book(app, payment.paymentNo, payment.amount)
  return payment.paymentId
}

describe('a refund of a transfer', () => {
  test('is requested, agreed to and completed with a voucher; the line is then refunded', async () => {
    const orderId = await paidOrder()
    const line = await lineOf(app, orderId)
    const asked = contentOf(await ask(buyer, orderId, line.id, 300_000))
    const refundId = firstId(asked)
    expect(asked.refunds[0]).toMatchObject({ status: 'requested', amount: 300_000, method: 'bank' })
    expect((await lineOf(app, orderId)).status).toBe('confirmed')
    contentOf(await step(seller, refundId, 'agree'))
    expect((await lineOf(app, orderId)).status).toBe('refund_pending')
    expect(fieldsWithErrors(await step(seller, refundId, 'done'))).toEqual(['voucherId'])
    const foreign = await step(seller, refundId, 'done', { voucherId: await voucherOf(buyer) })
    expect(failureOf(foreign)).toBe('notFound')
    const done = contentOf(await step(seller, refundId, 'done', { voucherId: await voucherOf(seller) }))
    expect(done.refunds[0]).toMatchObject({ status: 'done' })
    expect(done.refunds[0]?.voucherUrl).toContain('/files/')
    expect(done.refunds[0]?.history.map(({ event }) => event)).toEqual(['ask', 'agree', 'done'])
    expect(await lineOf(app, orderId)).toMatchObject({ status: 'refunded', paid: 0 })
    expect(failureOf(await step(seller, refundId, 'done', { voucherId: await voucherOf(seller) }))).toBe(
      'stepNotAllowed',
    )
    expect(contentOf(await buyer.api.orders.buyerOrder({ orderId })).paymentState).toBe('refunded')
    await expectBooksAgree(app, [orderId])
  })

  test('of a partial amount leaves the order partly refunded', async () => {
    const orderId = await paidOrder()
    const line = await lineOf(app, orderId)
    const refundId = firstId(contentOf(await give(seller, orderId, line.id, 100_000)))
    contentOf(await step(seller, refundId, 'done', { voucherId: await voucherOf(seller) }))
    expect(await lineOf(app, orderId)).toMatchObject({ status: 'refunded', paid: 200_000 })
    expect(contentOf(await buyer.api.orders.buyerOrder({ orderId })).paymentState).toBe('part_refunded')
    const left = contentOf(await buyer.api.orders.buyerRefunds({ orderId })).refundable
    expect(left).toMatchObject([{ lineId: line.id, amount: 200_000 }])
    await expectBooksAgree(app, [orderId])
  })

  test('of a surplus leaves the line fully paid', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    await paid(app, { buyer, seller }, orderId, 1, 350_000)
    const line = await lineOf(app, orderId)
    const refundId = firstId(contentOf(await ask(buyer, orderId, line.id, 50_000)))
    contentOf(await step(seller, refundId, 'agree'))
    expect((await lineOf(app, orderId)).status).toBe('confirmed')
    contentOf(await step(seller, refundId, 'done', { voucherId: await voucherOf(seller) }))
    expect(await lineOf(app, orderId)).toMatchObject({ status: 'confirmed', paid: 300_000 })
    await expectBooksAgree(app, [orderId])
  })

  test('of a partly paid line leaves the line due as before', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    await paid(app, { buyer, seller }, orderId, 1, 120_000)
    const line = await lineOf(app, orderId)
    const refundId = firstId(contentOf(await give(seller, orderId, line.id, 120_000)))
    contentOf(await step(seller, refundId, 'done', { voucherId: await voucherOf(seller) }))
    expect(await lineOf(app, orderId)).toMatchObject({ status: 'due', paid: 0 })
    expect(contentOf(await open(buyer, [line.id])).payment.amount).toBe(300_000)
    await expectBooksAgree(app, [orderId])
  })

  test('never exceeds the available amount, also for parallel requests', async () => {
    const orderId = await paidOrder()
    const line = await lineOf(app, orderId)
    expect(failureOf(await ask(buyer, orderId, line.id, 300_001))).toBe('refundTooMuch')
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(buyer, orderId, line.id, 100_000)))
    expect(answers.map(failureOf).toSorted()).toEqual([
      'none',
      'none',
      'none',
      'refundTooMuch',
      'refundTooMuch',
      'refundTooMuch',
    ])
    expect(failureOf(await give(seller, orderId, line.id, 1))).toBe('refundTooMuch')
    const first = firstId(contentOf(await buyer.api.orders.buyerRefunds({ orderId }).then(listed)))
    contentOf(await buyer.api.orders.refundWithdraw({ refundId: first }))
    contentOf(await give(seller, orderId, line.id, 1))
    await expectBooksAgree(app, [orderId])
  })

  test('can be refused with a reason or withdrawn by its requester, and returns 404 for others', async () => {
    const orderId = await paidOrder()
    const line = await lineOf(app, orderId)
    const refundId = firstId(contentOf(await ask(buyer, orderId, line.id, 10_000)))
    expect(fieldsWithErrors(await step(seller, refundId, 'refuse'))).toEqual(['reason'])
    expect(failureOf(await step(seller3, refundId, 'agree'))).toBe('notFound')
    expect(failureOf(await other.api.orders.refundWithdraw({ refundId }))).toBe('notFound')
    expect(failureOf(await other.api.orders.buyerRefunds({ orderId }))).toBe('notFound')
    expect(failureOf(await ask(other, orderId, line.id, 10_000))).toBe('notFound')
    expect(failureOf(await give(seller3, orderId, line.id, 10_000))).toBe('notFound')
    contentOf(await step(seller, refundId, 'refuse', { reason: '服务已完成' }))
    expect(failureOf(await buyer.api.orders.refundWithdraw({ refundId }))).toBe('stepNotAllowed')
    expect((await refundRows(app, orderId)).map(({ status }) => status)).toEqual(['refused'])
  })
})

const listed = (answer: Awaited<ReturnType<Client['api']['orders']['buyerRefunds']>>) =>
  answer.ok ? { ...answer, content: { refunds: answer.content.data } } : answer

describe('a refund through a gateway', () => {
  test('waits for the gateway: the supplier cannot complete it; after a failed attempt it stays pending', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    await paidOnline(orderId)
    const line = await lineOf(app, orderId)
    expect(line.status).toBe('confirmed')
    const refundId = firstId(contentOf(await give(seller, orderId, line.id, 100_000)))
    expect(failureOf(await step(seller, refundId, 'done', { voucherId: await voucherOf(seller) }))).toBe(
      'stepNotAllowed',
    )
    // The demo gateway does not know this payment: it refuses, and the refund is retried later.
    await sendBack(app)
    await sendBack(app)
    const [row] = await refundRows(app, orderId)
    expect(row).toMatchObject({ status: 'pending', attempts: 1 })
    expect(row?.answer).not.toBe('')
    await expectBooksAgree(app, [orderId])
  })
})
