import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { stateChanges } from '../../../src/db/tables/operations.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { bought, noticesOf, offerOrder, rowOf, sold } from '../../support/scenes/orders/order.ts'
import { missingId } from '../../support/sentinels.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')

const remindSeller = (client: Client, ...orderIds: number[]) => client.api.orders.buyerOrdersRemind({ orderIds })
const remindBuyer = (client: Client, ...orderIds: number[]) => client.api.orders.sellerOrdersRemind({ orderIds })
const listed = async (orderNo: string) =>
  contentOf(await buyer.api.orders.buyerOrders({ keyword: orderNo })).data.find((row) => row.orderNo === orderNo)

test('reminds the other side once a day and order, says who and when, and leads to the order', async () => {
  const { orderId } = await offerOrder(app, buyer, seller, '提醒确认')
  const { orderNo } = await rowOf(app, orderId)
  expect(await listed(orderNo)).toMatchObject({ remindable: 'confirm', reminded: null })
  expect(contentOf(await remindSeller(buyer, orderId))).toEqual({ done: 1, failed: [] })
  const [notice] = await noticesOf(app, 'seller', `订单 ${orderNo} 等待您确认接单`)
  expect(notice).toMatchObject({ event: 'order.moved', path: `/platform/sellerCenter/orderDetail?id=${orderId}` })
  const again = contentOf(await remindSeller(buyer, orderId))
  expect(again).toMatchObject({ done: 0, failed: [{ id: orderId, title: orderNo }] })
  expect(again.failed[0]?.message).toMatch(/^今天已由.+提醒（\d{2}:\d{2}）$/)
  const row = await listed(orderNo)
  expect(row?.reminded?.by).not.toBe('')
  expect(Math.abs(Date.now() - Date.parse(row?.reminded?.at ?? ''))).toBeLessThan(60_000)
  expect((await bought(buyer, orderId)).history.map(({ event }) => event)).toContain('remindOther')
  // Not the reminder of the other side.
  expect((await sold(seller, orderId)).reminded).toBeNull()
  // The day after it may be sent again.
  await app.db
    .update(stateChanges)
    .set({ createdAt: new Date(Date.now() - 86_400_000) })
    .where(
      and(eq(stateChanges.entity, 'order'), eq(stateChanges.entityId, orderId), eq(stateChanges.event, 'remindOther')),
    )
  expect(contentOf(await remindSeller(buyer, orderId)).done).toBe(1)
})

test('the supplier reminds of a due payment; orders that wait for nothing are named, the others are reminded', async () => {
  const due = await offerOrder(app, buyer, seller, '提醒付款')
  const idle = await offerOrder(app, buyer, seller, '无需提醒')
  contentOf(await seller.api.orders.sellerOrderStep({ orderId: due.orderId, event: 'confirm' }))
  expect((await sold(seller, due.orderId)).remindable).toBe('pay')
  expect((await sold(seller, idle.orderId)).remindable).toBeNull()
  const { orderNo } = await rowOf(app, idle.orderId)
  expect(contentOf(await remindBuyer(seller, due.orderId, idle.orderId, due.orderId))).toEqual({
    done: 1,
    failed: [{ id: idle.orderId, title: orderNo, message: '目前没有需要对方处理的事' }],
  })
  const { orderNo: dueNo } = await rowOf(app, due.orderId)
  const [notice] = await noticesOf(app, 'buyer', `订单 ${dueNo} 等待您付款`)
  expect(notice?.path).toContain('/shop/payOrder')
})

test('of several reminders at once one is sent', async () => {
  const { orderId } = await offerOrder(app, buyer, seller, '同时提醒')
  const answers = await Promise.all([1, 2, 3].map(() => remindSeller(buyer, orderId)))
  expect(answers.map((answer) => contentOf(answer).done).toSorted()).toEqual([0, 0, 1])
})

test('orders of other companies do not exist; invalid input and visitors are refused', async () => {
  const { orderId } = await offerOrder(app, buyer, seller, '别人的订单')
  const gone = { done: 0, failed: [{ id: orderId, title: '', message: '订单不存在' }] }
  expect(contentOf(await remindSeller(other, orderId))).toEqual(gone)
  expect(contentOf(await remindBuyer(seller, missingId)).done).toBe(0)
  expect(fieldsWithErrors(await remindSeller(buyer))).toEqual(['orderIds'])
  expect(fieldsWithErrors(await remindSeller(buyer, ...Array.from({ length: 51 }, (_, at) => at + 1)))).toEqual([
    'orderIds',
  ])
  expect(failureOf(await remindBuyer(visitor(app), orderId))).toBe('sessionInvalid')
})
