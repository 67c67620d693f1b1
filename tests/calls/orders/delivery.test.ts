import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliveries } from '../../../src/db/tables/fulfilment.ts'
import { paymentLines } from '../../../src/db/tables/orders.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, faultyFields, type Client } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { pdf } from '../../support/uploads.ts'
import { bought, buys, deliver, goodsOrder, rowOf, sells, sold } from './order-scene.ts'

let app: TestApp
let buyer: Client
let seller: Client
beforeAll(async () => {
  app = await startApp()
  buyer = await as(app, 'buyer')
  seller = await as(app, 'seller')
})
afterAll(() => app.close())

const upload = async (who: Client): Promise<string> =>
  contentOf(await who.upload('attachment', new File([pdf], '检验报告.pdf', { type: 'application/pdf' }))).fileId
async function confirmed(): Promise<number> {
  const { orderId } = await goodsOrder(app, buyer)
  contentOf(await sells(seller, orderId, 'confirm'))
  return orderId
}
const rowsOf = (orderId: number) => app.db.select().from(deliveries).where(eq(deliveries.orderId, orderId))

describe('a delivery', () => {
  test('needs a note, a file or a tracking number', async () => {
    const orderId = await confirmed()
    expect(failureOf(await deliver(seller, orderId, { note: '' }))).toBe('nothingDelivered')
    expect(failureOf(await deliver(seller, orderId, { note: '', carrier: '顺丰速运' }))).toBe('nothingDelivered')
    expect(faultyFields(await deliver(seller, orderId, { trackingNo: '#1' }))).toEqual(['trackingNo'])
    expect(await rowsOf(orderId)).toEqual([])
    contentOf(await deliver(seller, orderId, { note: '', trackingNo: 'SF123456' }))
  })

  test('takes the seller’s own uploads only, and both sides read them', async () => {
    const orderId = await confirmed()
    const [own, foreign] = [await upload(seller), await upload(buyer)]
    expect(failureOf(await deliver(seller, orderId, { fileIds: [own, foreign] }))).toBe('notFound')
    expect(await rowsOf(orderId)).toEqual([])
    expect((await rowOf(app, orderId)).status).toBe('confirmed')
    contentOf(await deliver(seller, orderId, { note: '', fileIds: [own, own] }))
    for (const order of [await bought(buyer, orderId), await sold(seller, orderId)]) {
      expect(order.deliveries).toMatchObject([
        { seq: 1, files: [{ fileId: own, name: '检验报告.pdf' }], verdict: null },
      ])
    }
  })

  test('sent twice with one key is one, and parallel ones with two keys are one as well', async () => {
    const orderId = await confirmed()
    const key = newKey()
    const [first, second] = await Promise.all([deliver(seller, orderId, {}, key), deliver(seller, orderId, {}, key)])
    expect(contentOf(first)).toEqual(contentOf(second))
    expect(failureOf(await deliver(seller, orderId))).toBe('stepNotAllowed')
    expect(await rowsOf(orderId)).toHaveLength(1)
  })

  test('lets the rest fall due a week later', async () => {
    const orderId = await confirmed()
    await app.db.insert(paymentLines).values({
      ...{ orderId, seq: 2, name: '尾款', percent: 50, amount: 100, status: 'scheduled' },
    })
    contentOf(await deliver(seller, orderId))
    const tail = (await bought(buyer, orderId)).payments.find(({ seq }) => seq === 2)
    expect(tail?.status).toBe('due')
    const days = (Date.parse(tail?.dueAt ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThan(7.1)
    contentOf(await buys(buyer, orderId, 'accept'))
    expect(await bought(buyer, orderId)).toMatchObject({ status: 'completed', canPay: true })
  })
})

test('an answer is about the delivery that was looked at', async () => {
  const orderId = await confirmed()
  contentOf(await deliver(seller, orderId))
  const [first] = (await bought(buyer, orderId)).deliveries
  const deliveryId = first?.deliveryId ?? 0
  contentOf(await buys(buyer, orderId, 'requestChanges', { reason: '少一件', deliveryId }))
  contentOf(await deliver(seller, orderId, { note: '补发' }))
  for (const event of ['accept', 'requestChanges'] as const) {
    expect(failureOf(await buys(buyer, orderId, event, { reason: '同上', deliveryId })), event).toBe('conflict')
    expect(failureOf(await buys(buyer, orderId, event, { reason: '同上', deliveryId: missingId }))).toBe('conflict')
  }
  const [newest] = (await bought(buyer, orderId)).deliveries
  contentOf(await buys(buyer, orderId, 'accept', { deliveryId: newest?.deliveryId ?? 0 }))
})
