import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { deliveries } from '../../../src/db/tables/fulfilment.ts'
import { orders, paymentLines } from '../../../src/db/tables/orders.ts'
import { contentOf, failureOf, fieldsWithErrors, type Client } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { pdf } from '../../support/uploads.ts'
import { bought, buys, deliver, goodsOrder, rowOf, sells, sold } from '../../support/scenes/orders/order.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')

const upload = async (who: Client): Promise<string> =>
  contentOf(await who.upload('attachment', new File([pdf], '检验报告.pdf', { type: 'application/pdf' }))).fileId
async function confirmed(): Promise<number> {
  const { orderId } = await goodsOrder(app, buyer)
  contentOf(await sells(seller, orderId, 'confirm'))
  return orderId
}
const rowsOf = (orderId: number) => app.db.select().from(deliveries).where(eq(deliveries.orderId, orderId))

describe('a delivery', () => {
  test('requires a note, a file or a tracking number', async () => {
    const orderId = await confirmed()
    expect(failureOf(await deliver(seller, orderId, { note: '' }))).toBe('nothingDelivered')
    expect(failureOf(await deliver(seller, orderId, { note: '', carrier: '顺丰速运' }))).toBe('nothingDelivered')
    expect(fieldsWithErrors(await deliver(seller, orderId, { trackingNo: '#1' }))).toEqual(['trackingNo'])
    expect(await rowsOf(orderId)).toEqual([])
    contentOf(await deliver(seller, orderId, { note: '', trackingNo: 'SF123456' }))
  })

  test('accepts only the seller’s own uploads, and both sides can read them', async () => {
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

  test('is created once for repeated requests with one key, and for parallel ones with two keys', async () => {
    const orderId = await confirmed()
    const key = newKey()
    const [first, second] = await Promise.all([deliver(seller, orderId, {}, key), deliver(seller, orderId, {}, key)])
    expect(contentOf(first)).toEqual(contentOf(second))
    expect(failureOf(await deliver(seller, orderId))).toBe('stepNotAllowed')
    expect(await rowsOf(orderId)).toHaveLength(1)
  })

  test('makes the remaining payments due a week later', async () => {
    const orderId = await confirmed()
    const tailLine = { orderId, seq: 2, name: '尾款', percent: 50, amount: 100, status: 'scheduled' as const }
    await app.db.transaction(async (tx) => {
      await tx.insert(paymentLines).values(tailLine)
      await tx
        .update(orders)
        .set({ total: sql`${orders.total} + 100` })
        .where(eq(orders.id, orderId))
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

test('a verdict applies only to the displayed delivery', async () => {
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
