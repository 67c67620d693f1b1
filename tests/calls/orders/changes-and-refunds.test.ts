import { and, eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { services } from '../../../src/db/tables/catalogue.ts'
import { deliveries } from '../../../src/db/tables/fulfilment.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { endOfDay } from '../../../src/domain/orders/deadlines.ts'
import { endUnpaidOrders } from '../../../src/server/orders/jobs/expire-orders.ts'
import { contentOf, failureOf } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { open } from '../../support/scenes/demands/annex.ts'
import {
  addedRow,
  changesOf,
  dayAhead,
  proposalFor,
  propose,
  proposed,
  prove,
  rowWith,
  sign,
} from '../../support/scenes/orders/changes.ts'
import { companyOf } from '../../support/scenes/orders/cart.ts'
import { ordered } from '../../support/scenes/orders/checkout.ts'
import * as scene from '../../support/scenes/orders/order.ts'
import {
  demandOrder,
  expectBooksAgree,
  linesOf,
  open as openPayment,
  paid,
  refundRows,
  reject,
  submitted,
} from '../../support/scenes/orders/pay.ts'
import { answer, ask, give, ofLine, paidBack, requestIdOf } from '../../support/scenes/orders/refund.ts'
import { acceptStage, deliveredStage, milestoneRows, stagedOrder } from '../../support/scenes/orders/staged.ts'

/** Change orders and refunds of the same order. */

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
const both = { buyer, seller }
beforeAll(async () => {
  await scene.payeeOf(app)
  await prove(buyer)
  await prove(seller)
})

const bought = (orderId: number) => scene.bought(buyer, orderId)

describe('a refund that is asked for', () => {
  test('holds a change of its line back until it is settled', async () => {
    const { orderId } = await stagedOrder(app, buyer, seller)
    await paid(app, both, orderId, 4)
    const lineId = (await linesOf(app, orderId))[3]?.id ?? 0
    const change = await proposed(seller, 'seller', orderId, (rows) => [rowWith(rows[3], { skip: true })])
    const requestId = requestIdOf(await ask(buyer, ofLine(orderId, lineId, 100_000)))
    expect(failureOf(await sign(buyer, 'buyer', change))).toBe('changeRefundOpen')
    expect((await changesOf(buyer, 'buyer', orderId)).data[0]?.obstacle).toContain('退款')
    contentOf(await answer(seller, requestId, 'agree'))
    expect(failureOf(await sign(buyer, 'buyer', change))).toBe('changeRefundOpen')
    await paidBack(app, both, orderId)
    await expectBooksAgree(app, [orderId])
    // Of the partly refunded payment only the rest goes back.
    contentOf(await sign(buyer, 'buyer', change))
    expect((await refundRows(app, orderId)).map(({ amount }) => amount)).toEqual([100_000, 300_001])
    await paidBack(app, both, orderId)
    expect((await linesOf(app, orderId))[3]).toMatchObject({
      amount: 0,
      paid: 0,
      refunded: 400_001,
      status: 'skipped',
    })
    expect(await bought(orderId)).toMatchObject({ total: 600_000, paid: 0, paymentState: 'unpaid' })
    await expectBooksAgree(app, [orderId])
  })

  test('of a line that stays whole leaves a change of another line alone', async () => {
    const { orderId } = await stagedOrder(app, buyer, seller)
    await paid(app, both, orderId, 4)
    const lines = await linesOf(app, orderId)
    contentOf(await give(seller, ofLine(orderId, lines[3]?.id ?? 0, 50_000)))
    const change = await proposed(seller, 'seller', orderId, (rows) => [rowWith(rows[2], { amount: 350_000 })])
    contentOf(await sign(buyer, 'buyer', change))
    await paidBack(app, both, orderId)
    expect((await linesOf(app, orderId))[3]).toMatchObject({ status: 'part_refunded', refunded: 50_000 })
    await expectBooksAgree(app, [orderId])
  })
})

describe('a skipped stage', () => {
  test('owes nothing, whatever became of its payment before', async () => {
    const { orderId } = await stagedOrder(app, buyer, seller)
    const paymentId = await submitted(app, buyer, orderId, 4)
    contentOf(await reject(seller, paymentId))
    expect((await linesOf(app, orderId))[3]?.status).toBe('rejected')
    const change = await proposed(seller, 'seller', orderId, (rows) => [rowWith(rows[3], { skip: true })])
    contentOf(await sign(buyer, 'buyer', change))
    const shown = (await bought(orderId)).payments.find(({ seq }) => seq === 4)
    expect(shown).toMatchObject({ amount: 0, status: 'skipped' })
    const lineId = shown?.lineId ?? 0
    expect(failureOf(await openPayment(buyer, [lineId]))).toBe('paidAlready')
    await expectBooksAgree(app, [orderId])
  })

  test('that was delivered is not accepted with the end of the order', async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    await deliveredStage(seller, orderId, ids[0])
    contentOf(await acceptStage(buyer, orderId, ids[0]))
    await deliveredStage(seller, orderId, ids[1])
    const change = await proposed(seller, 'seller', orderId, ([, , two, three]) => [
      rowWith(two, { skip: true }),
      rowWith(three, { skip: true }),
    ])
    contentOf(await sign(buyer, 'buyer', change))
    expect((await bought(orderId)).status).toBe('completed')
    const verdicts = await app.db
      .select({ verdict: deliveries.verdict, milestoneId: deliveries.milestoneId })
      .from(deliveries)
      .where(inArray(deliveries.milestoneId, [...ids]))
    expect(new Map(verdicts.map(({ milestoneId, verdict }) => [milestoneId, verdict]))).toEqual(
      new Map([
        [ids[0], 'accepted'],
        [ids[1], null],
      ]),
    )
    expect((await milestoneRows(app, orderId)).map(({ status }) => status)).toEqual(['accepted', 'skipped', 'skipped'])
  })
})

test('a service order is refunded by payment, and changed once the refund is settled', async () => {
  const service = await app.db
    .select({ listingId: services.id })
    .from(services)
    .where(
      and(
        eq(services.companyId, await companyOf(app, 'seller')),
        eq(services.status, 'published'),
        eq(services.priceType, 0),
      ),
    )
    .limit(1)
  const { orders: made } = await ordered(buyer, {
    direct: { kind: 'service', listingId: service[0]?.listingId ?? 0, quantity: 1 },
  })
  const orderId = made[0]?.orderId ?? 0
  contentOf(await scene.sells(seller, orderId, 'confirm'))
  await scene.paid(buyer, seller, orderId)
  const { total } = await bought(orderId)
  const [line] = await linesOf(app, orderId)
  const [lineId, amount] = [line?.id ?? 0, line?.amount ?? 0]
  expect(contentOf(await buyer.api.orders.buyerRefunds({ orderId })).items).toEqual([])
  const requestId = requestIdOf(await ask(buyer, ofLine(orderId, lineId, 10_000)))
  contentOf(await answer(seller, requestId, 'agree'))
  await paidBack(app, both, orderId)
  expect((await linesOf(app, orderId))[0]).toMatchObject({ status: 'part_refunded', paid: amount - 10_000 })
  const change = await proposed(seller, 'seller', orderId, () => [
    addedRow({ deliverables: '', on: dayAhead(30), amount: 20_000 }),
  ])
  contentOf(await sign(buyer, 'buyer', change))
  expect(await bought(orderId)).toMatchObject({ total: total + 20_000, paid: amount - 10_000 })
  await expectBooksAgree(app, [orderId])
})

test('a later first payment moves the end of an unpaid order', async () => {
  const orderId = await demandOrder(app, buyer, seller)
  const soon = new Date(Date.now() + 60_000)
  await app.db.update(orders).set({ unpaidUntil: soon }).where(eq(orders.id, orderId))
  const later = dayAhead(20)
  const change = await proposed(seller, 'seller', orderId, (rows) => [rowWith(rows[0], { on: later })])
  contentOf(await sign(buyer, 'buyer', change))
  expect((await scene.rowOf(app, orderId)).unpaidUntil).toEqual(endOfDay(later))
  await endUnpaidOrders(app.db, app.runtime)
  expect((await scene.rowOf(app, orderId)).status).toBe('confirmed')
})

test('a stage is not added to a promise that is over', async () => {
  const { orderId } = await stagedOrder(app, buyer, seller)
  await app.db
    .update(orders)
    .set({ promisedAt: new Date(Date.now() - 86_400_000) })
    .where(eq(orders.id, orderId))
  const rows = () => [addedRow()]
  const kept = await proposalFor(seller, 'seller', orderId, rows)
  expect(failureOf(await propose(seller, 'seller', kept))).toBe('changePromiseOver')
  contentOf(await propose(seller, 'seller', { ...kept, promisedOn: dayAhead(210) }))
})

test('the contract of an order without stages keeps its fingerprint after a change order', async () => {
  const orderId = await demandOrder(app, buyer, seller)
  const printOf = async () => {
    const { url } = contentOf(await buyer.api.orders.buyerOrderContract({ orderId }))
    const answered = await open(app, buyer, url)
    return /SHA-256）：([0-9a-f]{64})/.exec(
      pdfText(new Uint8Array(await answered.arrayBuffer())).replaceAll('\n', ''),
    )?.[1]
  }
  const before = await printOf()
  expect(before).toMatch(/^[0-9a-f]{64}$/)
  const change = await proposed(seller, 'seller', orderId, (rows) => [rowWith(rows[0], { on: dayAhead(40) })])
  contentOf(await sign(buyer, 'buyer', change))
  expect(await printOf()).toBe(before)
})

test('an escalated refund is agreed to in whole only; a part leaves the case with the platform', async () => {
  const orderId = await demandOrder(app, buyer, seller)
  await paid(app, both, orderId, 1)
  const lineId = (await linesOf(app, orderId))[0]?.id ?? 0
  const requestId = requestIdOf(await ask(buyer, ofLine(orderId, lineId, 100_000)))
  contentOf(await answer(seller, requestId, 'refuse', { reason: '检测已完成' }))
  contentOf(await buyer.api.orders.refundEscalate({ requestId, reason: '供应商未处理' }))
  const part = { lines: [{ lineId, amount: 1 }], reason: '只退一分' }
  expect(failureOf(await answer(seller, requestId, 'agree', part))).toBe('refundTooLittle')
  contentOf(await answer(seller, requestId, 'agree'))
  expect((await refundRows(app, orderId)).map(({ amount }) => amount)).toEqual([100_000])
})

test('items of goods count as refunded by what was agreed', async () => {
  const { orderId } = await scene.goodsOrder(app, buyer, 4)
  await scene.paid(buyer, seller, orderId)
  const itemsOf = async () => contentOf(await buyer.api.orders.buyerRefunds({ orderId })).items
  const [item] = await itemsOf()
  if (item === undefined) throw new Error('No item')
  const items = [{ orderLineId: item.orderLineId, quantity: 4, amount: item.amount }]
  const requestId = requestIdOf(await ask(buyer, { orderId, items, reason: '整批破损' }))
  const request = contentOf(await buyer.api.orders.buyerRefunds({ orderId })).requests[0]
  const quarter = Math.floor(item.amount / 4)
  const lines = [{ lineId: request?.lines[0]?.lineId ?? 0, amount: quarter }]
  contentOf(await answer(seller, requestId, 'agree', { lines, reason: '仅一件破损' }))
  const [left] = await itemsOf()
  expect(left).toMatchObject({ quantity: 3, amount: item.amount - quarter })
})
