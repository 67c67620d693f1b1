import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { refunds } from '../../../src/db/tables/payments.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import * as scene from '../../support/scenes/orders/order.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const { bought, buys, deliver, goodsOrder, noticesOf, offerOrder, paid, payeeOf, rowOf, sells } = scene
const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
const ops = clientForFile(app, 'ops')
beforeAll(async () => {
  await payeeOf(app)
})

type Verdict = Parameters<Client['api']['orders']['disputeVerdict']>[0]
const decides = (who: Client, orderId: number, event: Verdict['event'], more: Partial<Verdict> = {}) =>
  who.api.orders.disputeVerdict({ orderId, event, reason: '双方核实', ...more })

async function disputed(): Promise<number> {
  const { orderId } = await goodsOrder(app, buyer)
  contentOf(await sells(seller, orderId, 'confirm'))
  contentOf(await deliver(seller, orderId))
  contentOf(await buys(buyer, orderId, 'dispute', { reason: '纯度不符' }))
  return orderId
}

describe('a dispute', () => {
  test('requires a reason and notifies the other side and the operators', async () => {
    const { orderId } = await offerOrder(app, buyer, seller)
    contentOf(await sells(seller, orderId, 'confirm'))
    expect(fieldsWithErrors(await sells(seller, orderId, 'dispute'))).toEqual(['reason'])
    contentOf(await sells(seller, orderId, 'dispute', { reason: '买家失联' }))
    const { orderNo } = await bought(buyer, orderId)
    expect((await noticesOf(app, 'buyer', orderNo)).at(-1)?.title).toContain('发起了争议')
    expect(await noticesOf(app, 'ops', orderNo)).toMatchObject([{ event: 'order.disputed', path: '/ops/disputes' }])
    const { data } = contentOf(await ops.api.orders.disputes({ pageSize: 100 }))
    const row = data.find((each) => each.orderId === orderId)
    expect(row).toMatchObject({ orderNo, reason: '买家失联', disputedBy: row?.sellerName })
  })

  test('can be seen and decided by operators', async () => {
    const orderId = await disputed()
    for (const client of [buyer, seller]) {
      expect(failureOf(await client.api.orders.disputes({}))).toBe('forbidden')
      expect(failureOf(await decides(client, orderId, 'cancel'))).toBe('forbidden')
    }
    expect(failureOf(await visitor(app).api.orders.disputes({}))).toBe('sessionInvalid')
    expect(fieldsWithErrors(await decides(ops, orderId, 'cancel', { reason: '' }))).toEqual(['reason'])
    expect((await rowOf(app, orderId)).status).toBe('disputed')
  })

  test('is decided once: continued, completed, or cancelled with a refund', async () => {
    const [first, second] = [await disputed(), await disputed()]
    contentOf(await decides(ops, first, 'resume'))
    expect(await rowOf(app, first)).toMatchObject({ status: 'in_progress', deliveredAt: null })
    const names = (await Promise.all([decides(ops, second, 'complete'), decides(ops, second, 'cancel')])).map(failureOf)
    expect(names.toSorted()).toEqual(['none', 'stepNotAllowed'])
    const { orderNo, history } = await bought(buyer, first)
    expect(history.at(-1)).toMatchObject({ event: 'resume', by: '平台', reason: '双方核实' })
    for (const who of ['buyer', 'seller']) {
      expect((await noticesOf(app, who, orderNo)).at(-1)?.title, who).toContain('已由平台裁定')
    }
  })

  test('a cancellation refunds the amount of the verdict, at most the paid amount', async () => {
    const { orderId } = await goodsOrder(app, buyer)
    const amount = await paid(buyer, seller, orderId)
    contentOf(await sells(seller, orderId, 'confirm'))
    contentOf(await buys(buyer, orderId, 'dispute', { reason: '迟迟不发货' }))
    expect(failureOf(await decides(ops, orderId, 'cancel', { refundAmount: amount + 1 }))).toBe('refundTooMuch')
    expect((await rowOf(app, orderId)).status).toBe('disputed')
    contentOf(await decides(ops, orderId, 'cancel', { refundAmount: amount - 1 }))
    const rows = await app.db.select().from(refunds).where(eq(refunds.orderId, orderId))
    expect(rows.reduce((sum, row) => sum + row.amount, 0)).toBe(amount - 1)
    expect(await rowOf(app, orderId)).toMatchObject({ status: 'cancelled', holdsStock: false })
  })
})
