import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refunds } from '../../../src/db/tables/payments.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, faultyFields, visitor, type Client } from '../../support/client.ts'
import * as scene from './order-scene.ts'

const { bought, buys, deliver, goodsOrder, noticesOf, offerOrder, paid, payeeOf, rowOf, sells } = scene
let app: TestApp
let buyer: Client
let seller: Client
let ops: Client
beforeAll(async () => {
  app = await startApp()
  buyer = await as(app, 'buyer')
  seller = await as(app, 'seller')
  ops = await as(app, 'ops')
  await payeeOf(app)
})
afterAll(() => app.close())

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
  test('needs a reason and is told to the other side and the operators', async () => {
    const { orderId } = await offerOrder(app, buyer, seller)
    contentOf(await sells(seller, orderId, 'confirm'))
    expect(faultyFields(await sells(seller, orderId, 'dispute'))).toEqual(['reason'])
    contentOf(await sells(seller, orderId, 'dispute', { reason: '买家失联' }))
    const { orderNo } = await bought(buyer, orderId)
    expect((await noticesOf(app, 'buyer', orderNo)).at(-1)?.title).toContain('发起了争议')
    expect(await noticesOf(app, 'ops', orderNo)).toMatchObject([{ event: 'order.disputed', path: '/ops/disputes' }])
    const { data } = contentOf(await ops.api.orders.disputes({ pageSize: 100 }))
    const row = data.find((each) => each.orderId === orderId)
    expect(row).toMatchObject({ orderNo, reason: '买家失联', disputedBy: row?.sellerName })
  })

  test('is the operators’ to see and to decide', async () => {
    const orderId = await disputed()
    for (const client of [buyer, seller]) {
      expect(failureOf(await client.api.orders.disputes({}))).toBe('forbidden')
      expect(failureOf(await decides(client, orderId, 'cancel'))).toBe('forbidden')
    }
    expect(failureOf(await visitor(app).api.orders.disputes({}))).toBe('sessionInvalid')
    expect(faultyFields(await decides(ops, orderId, 'cancel', { reason: '' }))).toEqual(['reason'])
    expect((await rowOf(app, orderId)).status).toBe('disputed')
  })

  test('ends once: continued, completed, or cancelled with what goes back', async () => {
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

  test('cancelled gives back what the platform says, and no more than was paid', async () => {
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
