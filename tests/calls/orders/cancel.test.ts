import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { refunds } from '../../../src/db/tables/payments.ts'
import { contentOf, failureOf, fieldsWithErrors } from '../../support/client.ts'
import { stockOf } from '../../support/scenes/orders/checkout.ts'
import * as scene from '../../support/scenes/orders/order.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const { bought, buys, deliver, goodsOrder, noticesOf, offerOrder, paid, payeeOf, rowOf, sells, sold } = scene
const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
beforeAll(async () => {
  await payeeOf(app)
})

const refunded = async (orderId: number) => {
  const rows = await app.db.select().from(refunds).where(eq(refunds.orderId, orderId))
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}

describe('before the supplier’s confirmation', () => {
  test('the buyer cancels alone: stock is released once, the payment is refunded, the supplier is notified', async () => {
    const { orderId, spec } = await goodsOrder(app, buyer, 6)
    const [held = 0] = await stockOf(app, [spec.specId])
    const amount = await paid(buyer, seller, orderId)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => buys(buyer, orderId, 'cancel', { reason: '买错了' })),
    )
    expect(answers.map(failureOf).toSorted()).toEqual(['none', ...Array.from({ length: 4 }, () => 'stepNotAllowed')])
    expect(await stockOf(app, [spec.specId])).toEqual([held + 6])
    expect(await rowOf(app, orderId)).toMatchObject({ status: 'cancelled', holdsStock: false, unpaidUntil: null })
    expect(await refunded(orderId)).toBe(amount)
    const { orderNo } = await bought(buyer, orderId)
    const told = (await noticesOf(app, 'seller', orderNo)).filter(({ title }) => title.includes('已由买家取消'))
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toContain('买错了')
  })

  test('the supplier declines: stock is released, the open payment is closed', async () => {
    const { orderId, spec } = await goodsOrder(app, buyer, 4)
    const [held = 0] = await stockOf(app, [spec.specId])
    const { paymentId } = await scene.transferred(buyer, orderId)
    contentOf(await sells(seller, orderId, 'decline', { reason: '停产' }))
    expect(await stockOf(app, [spec.specId])).toEqual([held + 4])
    expect(contentOf(await buyer.api.orders.paymentState({ paymentId })).status).toBe('closed')
    expect((await bought(buyer, orderId)).canPay).toBe(false)
  })
})

describe('after the confirmation', () => {
  test('one side requests cancellation with reason and refund, and the other accepts the displayed refund', async () => {
    const { orderId, spec } = await goodsOrder(app, buyer, 3)
    const [held = 0] = await stockOf(app, [spec.specId])
    const amount = await paid(buyer, seller, orderId)
    contentOf(await sells(seller, orderId, 'confirm'))
    expect(fieldsWithErrors(await buys(buyer, orderId, 'cancel'))).toEqual(['reason'])
    const ask = (refundAmount: number) => buys(buyer, orderId, 'cancel', { reason: '项目中止', refundAmount })
    expect(failureOf(await ask(amount + 1))).toBe('refundTooMuch')
    expect(contentOf(await ask(amount - 100))).toEqual({ status: 'confirmed' })
    const order = await sold(seller, orderId)
    expect(order.cancel).toEqual({ by: 'buyer', reason: '项目中止', refund: amount - 100 })
    expect(order.steps).toEqual(expect.arrayContaining(['agreeCancel', 'refuseCancel']))
    expect((await bought(buyer, orderId)).steps).toContain('dropCancel')
    expect(failureOf(await buys(buyer, orderId, 'agreeCancel', { refundAmount: amount - 100 }))).toBe('stepNotAllowed')
    expect(failureOf(await sells(seller, orderId, 'dropCancel'))).toBe('stepNotAllowed')
    expect(failureOf(await sells(seller, orderId, 'agreeCancel'))).toBe('conflict')
    expect(failureOf(await sells(seller, orderId, 'agreeCancel', { refundAmount: amount }))).toBe('conflict')
    contentOf(await sells(seller, orderId, 'agreeCancel', { refundAmount: amount - 100 }))
    expect(await rowOf(app, orderId)).toMatchObject({
      status: 'cancelled',
      cancellationRequestedBy: null,
      holdsStock: false,
    })
    expect(await refunded(orderId)).toBe(amount - 100)
    expect(await stockOf(app, [spec.specId])).toEqual([held + 3])
  })

  test('a request can be refused with a reason, or withdrawn, and the order continues', async () => {
    const { orderId } = await offerOrder(app, buyer, seller)
    contentOf(await sells(seller, orderId, 'confirm'))
    contentOf(await sells(seller, orderId, 'cancel', { reason: '设备故障' }))
    expect(failureOf(await sells(seller, orderId, 'cancel', { reason: '再试' }))).toBe('stepNotAllowed')
    expect(fieldsWithErrors(await buys(buyer, orderId, 'refuseCancel'))).toEqual(['reason'])
    contentOf(await buys(buyer, orderId, 'refuseCancel', { reason: '请按约执行' }))
    contentOf(await buys(buyer, orderId, 'cancel', { reason: '改变计划' }))
    contentOf(await buys(buyer, orderId, 'dropCancel'))
    contentOf(await sells(seller, orderId, 'start'))
    const { history, cancel, status } = await bought(buyer, orderId)
    expect({ cancel, status }).toEqual({ cancel: null, status: 'in_progress' })
    expect(history.map(({ event }) => event)).toEqual([
      'create',
      'confirm',
      'askCancel',
      'refuseCancel',
      'askCancel',
      'dropCancel',
      'start',
    ])
  })

  test('cancelling an offer’s order reopens its demand', async () => {
    const { orderId, demandId } = await offerOrder(app, buyer, seller, '双方取消的需求')
    contentOf(await sells(seller, orderId, 'confirm'))
    contentOf(await buys(buyer, orderId, 'cancel', { reason: '改变计划' }))
    contentOf(await sells(seller, orderId, 'agreeCancel', { refundAmount: 0 }))
    const { data } = contentOf(await buyer.api.demands.buyerDemands({ keyword: '双方取消的需求' }))
    expect(data.find((row) => row.demandId === demandId)?.status).toBe('evaluating')
  })

  test('applies only one of two conflicting parallel answers', async () => {
    const { orderId } = await offerOrder(app, buyer, seller)
    contentOf(await sells(seller, orderId, 'confirm'))
    contentOf(await buys(buyer, orderId, 'cancel', { reason: '改变计划' }))
    const answers = await Promise.all([
      sells(seller, orderId, 'agreeCancel', { refundAmount: 0 }),
      buys(buyer, orderId, 'dropCancel'),
      sells(seller, orderId, 'refuseCancel', { reason: '已备料' }),
    ])
    expect(answers.map(failureOf).filter((name) => name === 'none')).toHaveLength(1)
    expect(['confirmed', 'cancelled']).toContain((await rowOf(app, orderId)).status)
  })

  test('clears the cancellation request on completion', async () => {
    const { orderId } = await goodsOrder(app, buyer)
    contentOf(await sells(seller, orderId, 'confirm'))
    contentOf(await deliver(seller, orderId))
    contentOf(await sells(seller, orderId, 'cancel', { reason: '发错了' }))
    contentOf(await buys(buyer, orderId, 'accept'))
    expect(await rowOf(app, orderId)).toMatchObject({
      status: 'completed',
      cancellationRequestedBy: null,
      cancelReason: '',
    })
    expect(failureOf(await buys(buyer, orderId, 'agreeCancel', { refundAmount: 0 }))).toBe('stepNotAllowed')
  })
})
