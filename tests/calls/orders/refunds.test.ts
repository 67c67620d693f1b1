import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { refundRequests, refunds } from '../../../src/db/tables/payments.ts'
import { platformActions, stateChanges } from '../../../src/db/tables/operations.ts'
import { remindRefunds } from '../../../src/server/orders/refunds/remind-refunds.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import {
  book,
  demandOrder,
  expectBooksAgree,
  lineOf,
  linesOf,
  open,
  paid,
  refundRows,
  sendBack,
  voucherOf,
} from '../../support/scenes/orders/pay.ts'
import { answer, ask, give, ofLine, paidBack, receipt, requestIdOf, sent } from '../../support/scenes/orders/refund.ts'
import * as scene from '../../support/scenes/orders/order.ts'
import { ask as askInvoice, issue } from '../../support/scenes/orders/invoice.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')
const ops = clientForFile(app, 'ops')
beforeAll(() => scene.payeeOf(app))

const both = { buyer, seller }
async function paidOrder(): Promise<number> {
  const orderId = await demandOrder(app, buyer, seller)
  await paid(app, both, orderId)
  return orderId
}
const refundsOf = async (orderId: number) => contentOf(await buyer.api.orders.buyerRefunds({ orderId }))
const requestRow = async (requestId: number) => {
  const [row] = await app.db.select().from(refundRequests).where(eq(refundRequests.id, requestId))
  if (row === undefined) throw new Error('No request')
  return row
}
/** Lets the time for an answer pass. */
const expire = (requestId: number) =>
  app.db
    .update(refundRequests)
    .set({ answerUntil: new Date(Date.now() - 1_000) })
    .where(eq(refundRequests.id, requestId))
const remind = () => remindRefunds(app.db, app.runtime)

describe('a refund by transfer', () => {
  test('is requested with a file, agreed to, transferred with a voucher and confirmed by the buyer', async () => {
    const orderId = await paidOrder()
    const line = await lineOf(app, orderId)
    const fileIds = [await voucherOf(buyer)]
    const requestId = requestIdOf(await ask(buyer, ofLine(orderId, line.id, 300_000, { fileIds })))
    expect((await lineOf(app, orderId)).status).toBe('confirmed')
    const asked = contentOf(await seller.api.orders.sellerRefunds({ orderId })).requests[0]
    expect(asked).toMatchObject({
      status: 'requested',
      asked: 300_000,
      agreed: null,
      files: [{ name: '转账回单.pdf' }],
    })
    contentOf(await answer(seller, requestId, 'agree'))
    expect((await lineOf(app, orderId)).status).toBe('refund_pending')
    const [row] = await refundRows(app, orderId)
    const refundId = row?.id ?? 0
    expect(row).toMatchObject({ status: 'pending', requestId, amount: 300_000 })
    expect(fieldsWithErrors(await sent(seller, refundId, ''))).toEqual(['voucherId'])
    expect(failureOf(await sent(seller, refundId, await voucherOf(buyer)))).toBe('notFound')
    expect(failureOf(await receipt(buyer, refundId, 'receive'))).toBe('stepNotAllowed')
    contentOf(await sent(seller, refundId, await voucherOf(seller)))
    // Nothing is booked before the buyer confirms.
    expect(await lineOf(app, orderId)).toMatchObject({ status: 'refund_pending', paid: 300_000 })
    expect(fieldsWithErrors(await receipt(buyer, refundId, 'deny'))).toEqual(['reason'])
    contentOf(await receipt(buyer, refundId, 'deny', '11 月 28 日查询未到账'))
    contentOf(await sent(seller, refundId, await voucherOf(seller)))
    const done = contentOf(await receipt(buyer, refundId, 'receive')).refund
    expect(done).toMatchObject({ status: 'done', amount: 300_000, requestId })
    expect(done.voucherUrl).toContain('/files/')
    expect(done.history.map(({ event }) => event)).toEqual(['give', 'send', 'deny', 'send', 'receive'])
    expect(await lineOf(app, orderId)).toMatchObject({ status: 'refunded', paid: 0, refunded: 300_000 })
    expect(failureOf(await sent(seller, refundId, await voucherOf(seller)))).toBe('stepNotAllowed')
    expect(failureOf(await receipt(buyer, refundId, 'receive'))).toBe('stepNotAllowed')
    expect(contentOf(await buyer.api.orders.buyerOrder({ orderId })).paymentState).toBe('refunded')
    await expectBooksAgree(app, [orderId])
  })

  test('of a part leaves the line partly refunded with its sums, and the rest is not owed again', async () => {
    const orderId = await paidOrder()
    const line = await lineOf(app, orderId)
    contentOf(await give(seller, ofLine(orderId, line.id, 100_000)))
    await paidBack(app, both, orderId)
    expect(await lineOf(app, orderId)).toMatchObject({ status: 'part_refunded', paid: 200_000, refunded: 100_000 })
    const order = contentOf(await buyer.api.orders.buyerOrder({ orderId }))
    expect(order.paymentState).toBe('part_refunded')
    expect(order.payments[0]).toMatchObject({ paid: 200_000, refunded: 100_000, status: 'part_refunded' })
    expect(failureOf(await open(buyer, [line.id]))).toBe('paidAlready')
    expect((await refundsOf(orderId)).refundable).toMatchObject([{ lineId: line.id, amount: 200_000, isOpen: false }])
    // Another part, and then the rest.
    contentOf(await give(seller, ofLine(orderId, line.id, 50_000)))
    contentOf(await give(seller, ofLine(orderId, line.id, 150_000)))
    await paidBack(app, both, orderId)
    expect(await lineOf(app, orderId)).toMatchObject({ status: 'refunded', paid: 0, refunded: 300_000 })
    await expectBooksAgree(app, [orderId])
  })

  test('of several lines is one request, agreed to for less with a reason', async () => {
    const orderId = await paidOrder()
    await paid(app, both, orderId, 2)
    const [first, second] = await linesOf(app, orderId)
    const lines = [
      { lineId: first?.id ?? 0, amount: 120_000 },
      { lineId: second?.id ?? 0, amount: 80_000 },
    ]
    const requestId = requestIdOf(await ask(buyer, { orderId, lines, reason: '检测项目减少' }))
    const less = [{ lineId: second?.id ?? 0, amount: 30_000 }]
    expect(fieldsWithErrors(await answer(seller, requestId, 'agree', { lines: less }))).toEqual(['reason'])
    const tooMuch = [{ lineId: second?.id ?? 0, amount: 80_001 }]
    expect(failureOf(await answer(seller, requestId, 'agree', { lines: tooMuch, reason: '多退' }))).toBe(
      'refundTooMuch',
    )
    const zero = [{ lineId: second?.id ?? 0, amount: 0 }]
    expect(fieldsWithErrors(await answer(seller, requestId, 'agree', { lines: zero, reason: '不退' }))).toEqual([
      'lines',
    ])
    contentOf(await answer(seller, requestId, 'agree', { lines: less, reason: '只退未做的部分' }))
    expect((await refundRows(app, orderId)).map(({ amount }) => amount)).toEqual([30_000])
    await expectBooksAgree(app, [orderId])
  })

  test('agreed to for less refunds only that', async () => {
    const orderId = await paidOrder()
    const line = await lineOf(app, orderId)
    const requestId = requestIdOf(await ask(buyer, ofLine(orderId, line.id, 120_000)))
    const lines = [{ lineId: line.id, amount: 30_000 }]
    const { request } = contentOf(await answer(seller, requestId, 'agree', { lines, reason: '样品已消耗一部分' }))
    expect(request).toMatchObject({ status: 'agreed', asked: 120_000, agreed: 30_000, answer: '样品已消耗一部分' })
    expect((await refundRows(app, orderId)).map(({ amount }) => amount)).toEqual([30_000])
    await paidBack(app, both, orderId)
    expect(await lineOf(app, orderId)).toMatchObject({ paid: 270_000, refunded: 30_000 })
    await expectBooksAgree(app, [orderId])
  })

  test('of a surplus leaves the line fully paid', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    await paid(app, both, orderId, 1, 350_000)
    const line = await lineOf(app, orderId)
    const requestId = requestIdOf(await ask(buyer, ofLine(orderId, line.id, 50_000)))
    contentOf(await answer(seller, requestId, 'agree'))
    expect((await lineOf(app, orderId)).status).toBe('confirmed')
    await paidBack(app, both, orderId)
    expect(await lineOf(app, orderId)).toMatchObject({ status: 'confirmed', paid: 300_000, refunded: 50_000 })
    await expectBooksAgree(app, [orderId])
  })

  test('of a partly paid line leaves the line due as before', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    await paid(app, both, orderId, 1, 120_000)
    const line = await lineOf(app, orderId)
    contentOf(await give(seller, ofLine(orderId, line.id, 120_000)))
    await paidBack(app, both, orderId)
    expect(await lineOf(app, orderId)).toMatchObject({ status: 'due', paid: 0, refunded: 120_000 })
    expect(contentOf(await open(buyer, [line.id])).payment.amount).toBe(300_000)
    await expectBooksAgree(app, [orderId])
  })

  test('that is agreed and not made is reported to operators once, and listed for them until it is made', async () => {
    const orderId = await paidOrder()
    const line = await lineOf(app, orderId)
    contentOf(await give(seller, ofLine(orderId, line.id, 10_000)))
    const [row] = await refundRows(app, orderId)
    const refundId = row?.id ?? 0
    const { orderNo } = await scene.rowOf(app, orderId)
    const waiting = (days: number) =>
      app.db
        .update(refunds)
        .set({ pendingSince: new Date(Date.now() - days * 86_400_000) })
        .where(eq(refunds.id, refundId))
    const listed = async () =>
      contentOf(await ops.api.orders.overdueTransfers({ pageSize: 100 })).data.filter(
        (each) => each.orderId === orderId,
      )
    const titles = async (who: string) => (await scene.noticesOf(app, who, orderNo)).map(({ title }) => title)
    await waiting(6)
    await remind()
    expect([await listed(), await titles('ops')]).toEqual([[], []])
    await waiting(8)
    await remind()
    await remind()
    expect(await listed()).toMatchObject([
      { refundId, orderNo, amount: 10_000, paidBy: 'bank', reason: '检测项目减少' },
    ])
    expect(await scene.noticesOf(app, 'ops', orderNo)).toMatchObject([
      { event: 'order.disputed', path: '/ops/disputes?view=transfers' },
    ])
    expect((await titles('seller')).filter((title) => title.includes('已逾期'))).toHaveLength(1)
    expect((await titles('buyer')).filter((title) => title.includes('逾期未转账'))).toHaveLength(1)
    contentOf(await sent(seller, refundId, await voucherOf(seller)))
    expect(await listed()).toEqual([])
    expect(failureOf(await buyer.api.orders.overdueTransfers({}))).toBe('forbidden')
  })

  test('that nobody confirms counts as received after seven days; both are reminded before', async () => {
    const orderId = await paidOrder()
    const line = await lineOf(app, orderId)
    contentOf(await give(seller, ofLine(orderId, line.id, 10_000)))
    const [row] = await refundRows(app, orderId)
    const id = row?.id ?? 0
    const since = (column: 'pendingSince' | 'sentAt', days: number) =>
      app.db
        .update(refunds)
        .set({ [column]: new Date(Date.now() - days * 86_400_000) })
        .where(eq(refunds.id, id))
    const { orderNo } = await scene.rowOf(app, orderId)
    const titles = async (who: string) => (await scene.noticesOf(app, who, orderNo)).map(({ title }) => title)
    await since('pendingSince', 4)
    await remind()
    await remind()
    expect((await titles('seller')).filter((title) => title.includes('尚未转账'))).toHaveLength(1)
    // A transfer that did not arrive is reminded of some days later, not at once.
    contentOf(await sent(seller, id, await voucherOf(seller)))
    contentOf(await receipt(buyer, id, 'deny', '11 月 28 日查询未到账'))
    await remind()
    expect((await titles('seller')).filter((title) => title.includes('尚未转账'))).toHaveLength(1)
    contentOf(await sent(seller, id, await voucherOf(seller)))
    await since('sentAt', 4)
    await remind()
    await remind()
    expect((await titles('buyer')).filter((title) => title.startsWith('请确认是否收到'))).toHaveLength(1)
    expect((await lineOf(app, orderId)).refunded).toBe(0)
    await since('sentAt', 8)
    await remind()
    await remind()
    expect(await lineOf(app, orderId)).toMatchObject({ status: 'part_refunded', refunded: 10_000 })
    await expectBooksAgree(app, [orderId])
  })
})

describe('a request', () => {
  test('is refused by name: too much, an unpaid line, an open request, a dispute', async () => {
    const orderId = await paidOrder()
    const [first, second] = await linesOf(app, orderId)
    const [lineId, unpaid] = [first?.id ?? 0, second?.id ?? 0]
    expect(failureOf(await ask(buyer, ofLine(orderId, lineId, 300_001)))).toBe('refundTooMuch')
    expect(failureOf(await give(seller, ofLine(orderId, lineId, 300_001)))).toBe('refundTooMuch')
    expect(failureOf(await ask(buyer, ofLine(orderId, unpaid, 1)))).toBe('refundLineUnpaid')
    expect(fieldsWithErrors(await ask(buyer, ofLine(orderId, lineId, 0)))).toEqual(['lines'])
    const otherOrder = await paidOrder()
    expect(failureOf(await ask(buyer, ofLine(otherOrder, lineId, 1)))).toBe('notFound')
    const requestId = requestIdOf(await ask(buyer, ofLine(orderId, lineId, 1)))
    expect(failureOf(await ask(buyer, ofLine(orderId, lineId, 1)))).toBe('refundOpen')
    expect(failureOf(await give(seller, ofLine(orderId, lineId, 1)))).toBe('refundOpen')
    contentOf(await scene.buys(buyer, orderId, 'dispute', { reason: '纯度不符' }))
    expect(failureOf(await answer(seller, requestId, 'agree'))).toBe('refundDisputed')
    contentOf(await buyer.api.orders.refundWithdraw({ requestId }))
    expect(failureOf(await ask(buyer, ofLine(orderId, lineId, 1)))).toBe('refundDisputed')
    expect(failureOf(await give(seller, ofLine(orderId, lineId, 1)))).toBe('refundDisputed')
    expect((await refundsOf(orderId)).disputed).toBe(true)
    await expectBooksAgree(app, [orderId])
  })

  test('pressed twice is one, and of many parallel ones one is made', async () => {
    const orderId = await paidOrder()
    const line = await lineOf(app, orderId)
    const key = newKey()
    const [one, two] = [
      await ask(buyer, ofLine(orderId, line.id, 1_000), key),
      await ask(buyer, ofLine(orderId, line.id, 1_000), key),
    ]
    expect(requestIdOf(one)).toBe(requestIdOf(two))
    contentOf(await buyer.api.orders.refundWithdraw({ requestId: requestIdOf(one) }))
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(buyer, ofLine(orderId, line.id, 100_000))))
    expect(answers.map(failureOf).toSorted()).toEqual(['none', ...Array.from({ length: 5 }, () => 'refundOpen')])
  })

  test('of 50 parallel agreements one counts', { timeout: 60_000 }, async () => {
    const orderId = await paidOrder()
    const line = await lineOf(app, orderId)
    const requestId = requestIdOf(await ask(buyer, ofLine(orderId, line.id, 70_000)))
    const answers = await Promise.all(Array.from({ length: 50 }, () => answer(seller, requestId, 'agree')))
    const names = answers.map(failureOf)
    expect(names.filter((name) => name === 'none')).toHaveLength(1)
    expect(new Set(names)).toEqual(new Set(['none', 'stepNotAllowed']))
    expect((await refundRows(app, orderId)).map(({ amount }) => amount)).toEqual([70_000])
    const steps = await app.db.select().from(stateChanges).where(eq(stateChanges.entityId, requestId))
    expect(steps.filter(({ entity, event }) => entity === 'refund_request' && event === 'agree')).toHaveLength(1)
    await expectBooksAgree(app, [orderId])
  })

  test('can be refused with a reason or withdrawn by its requester, and is 404 for others', async () => {
    const orderId = await paidOrder()
    const line = await lineOf(app, orderId)
    const requestId = requestIdOf(await ask(buyer, ofLine(orderId, line.id, 10_000)))
    expect(fieldsWithErrors(await answer(seller, requestId, 'refuse'))).toEqual(['reason'])
    expect(failureOf(await answer(seller3, requestId, 'agree'))).toBe('notFound')
    expect(failureOf(await answer(seller, missingId, 'agree'))).toBe('notFound')
    expect(failureOf(await other.api.orders.refundWithdraw({ requestId }))).toBe('notFound')
    expect(failureOf(await other.api.orders.refundEscalate({ requestId, reason: '处理' }))).toBe('notFound')
    expect(failureOf(await other.api.orders.buyerRefunds({ orderId }))).toBe('notFound')
    expect(failureOf(await ask(other, ofLine(orderId, line.id, 10_000)))).toBe('notFound')
    expect(failureOf(await give(seller3, ofLine(orderId, line.id, 10_000)))).toBe('notFound')
    const foreign = ofLine(orderId, line.id, 1, { fileIds: [await voucherOf(other)] })
    contentOf(await answer(seller, requestId, 'refuse', { reason: '服务已完成' }))
    expect(failureOf(await ask(buyer, foreign))).toBe('notFound')
    expect(failureOf(await buyer.api.orders.refundWithdraw({ requestId }))).toBe('stepNotAllowed')
    expect(await refundRows(app, orderId)).toEqual([])
    expect((await refundsOf(orderId)).requests[0]).toMatchObject({ status: 'refused', answer: '服务已完成' })
  })

  test('is on the desks of both sides while they have to act', async () => {
    const orderId = await paidOrder()
    const line = await lineOf(app, orderId)
    const requestId = requestIdOf(await ask(buyer, ofLine(orderId, line.id, 10_000)))
    const todo = async (client: Client) => {
      const desk =
        client === buyer ? await client.api.orders.buyerDashboard({}) : await client.api.orders.sellerDashboard({})
      return contentOf(desk)
        .todos.filter(({ kind, path }) => kind === 'refund' && path.includes(`${orderId}`))
        .map(({ title }) => title)
    }
    expect(await todo(seller)).toEqual([expect.stringContaining('请答复')])
    contentOf(await answer(seller, requestId, 'agree'))
    expect(await todo(seller)).toEqual([expect.stringContaining('转账退回')])
    const [row] = await refundRows(app, orderId)
    contentOf(await sent(seller, row?.id ?? 0, await voucherOf(seller)))
    expect(await todo(seller)).toEqual([])
    expect(await todo(buyer)).toEqual([expect.stringContaining('确认收到')])
    contentOf(await receipt(buyer, row?.id ?? 0, 'receive'))
    expect(await todo(buyer)).toEqual([])
  })
})

describe('a request that the platform rules', () => {
  const reason = '双方材料已核实，按检测比例退还。'
  const rule = (client: Client, requestId: number, lines: { lineId: number; amount: number }[], text = reason) =>
    client.api.orders.refundRule({ requestId, lines, reason: text })
  const escalate = (requestId: number) => buyer.api.orders.refundEscalate({ requestId, reason: '供应商未处理' })

  test('was not answered in time; the platform names the amount once', async () => {
    const orderId = await paidOrder()
    const line = await lineOf(app, orderId)
    const requestId = requestIdOf(await ask(buyer, ofLine(orderId, line.id, 90_000)))
    expect(failureOf(await escalate(requestId))).toBe('refundAnswerPending')
    await expire(requestId)
    await remind()
    await remind()
    const { orderNo } = await scene.rowOf(app, orderId)
    const told = (await scene.noticesOf(app, 'buyer', orderNo)).filter(({ title }) => title.includes('未在答复期内'))
    expect(told).toHaveLength(1)
    expect((await refundsOf(orderId)).requests[0]?.mayEscalate).toBe(true)
    contentOf(await escalate(requestId))
    expect(failureOf(await escalate(requestId))).toBe('stepNotAllowed')
    const cases = contentOf(await ops.api.orders.refundCases({ pageSize: 100 })).data
    expect(cases.find((each) => each.requestId === requestId)).toMatchObject({ orderNo, asked: 90_000 })
    const lines = [{ lineId: line.id, amount: 40_000 }]
    for (const client of [buyer, seller]) expect(failureOf(await rule(client, requestId, lines))).toBe('forbidden')
    expect(failureOf(await visitor(app).api.orders.refundCases({}))).toBe('sessionInvalid')
    expect(fieldsWithErrors(await rule(ops, requestId, lines, '太短'))).toEqual(['reason'])
    expect(failureOf(await rule(ops, requestId, [{ lineId: line.id, amount: 90_001 }]))).toBe('refundTooMuch')
    const names = (await Promise.all(Array.from({ length: 10 }, () => rule(ops, requestId, lines)))).map(failureOf)
    expect(names.filter((name) => name === 'none')).toHaveLength(1)
    expect(new Set(names)).toEqual(new Set(['none', 'refundRuled']))
    expect((await refundsOf(orderId)).requests[0]).toMatchObject({ status: 'agreed', agreed: 40_000, ruling: reason })
    const actions = await app.db
      .select({ detail: platformActions.detail })
      .from(platformActions)
      .where(eq(platformActions.call, 'orders.refundRule'))
    expect(actions.filter(({ detail }) => detail.startsWith(orderNo))).toHaveLength(1)
    await paidBack(app, both, orderId)
    expect(await lineOf(app, orderId)).toMatchObject({ paid: 260_000, refunded: 40_000 })
    await expectBooksAgree(app, [orderId])
  })

  test('was refused; without an amount it is not supported and ends', async () => {
    const orderId = await paidOrder()
    const line = await lineOf(app, orderId)
    const requestId = requestIdOf(await ask(buyer, ofLine(orderId, line.id, 90_000)))
    contentOf(await answer(seller, requestId, 'refuse', { reason: '检测已完成' }))
    contentOf(await escalate(requestId))
    contentOf(await rule(ops, requestId, []))
    expect((await requestRow(requestId)).status).toBe('dismissed')
    expect(failureOf(await escalate(requestId))).toBe('stepNotAllowed')
    expect(await refundRows(app, orderId)).toEqual([])
  })
})

describe('a refund of goods', () => {
  test('is asked for by item and quantity, never beyond what is left of the item', async () => {
    const { orderId, total } = await scene.goodsOrder(app, buyer, 4)
    const amount = await scene.paid(buyer, seller, orderId)
    expect(amount).toBe(total)
    const [item] = (await refundsOf(orderId)).items
    if (item === undefined) throw new Error('No item')
    const quarter = Math.floor(item.amount / 4)
    const wish = (quantity: number, sum: number) => ({
      orderId,
      items: [{ orderLineId: item.orderLineId, quantity, amount: sum }],
      reason: '一件破损',
    })
    expect(failureOf(await ask(buyer, wish(5, 1)))).toBe('refundTooMuch')
    expect(failureOf(await ask(buyer, wish(1, quarter + 1)))).toBe('refundTooMuch')
    const requestId = requestIdOf(await ask(buyer, wish(1, quarter)))
    const request = (await refundsOf(orderId)).requests[0]
    expect(request).toMatchObject({ asked: quarter, items: [{ quantity: 1, amount: quarter }] })
    expect(request?.lines.map(({ asked }) => asked)).toEqual([quarter])
    contentOf(await answer(seller, requestId, 'agree'))
    await paidBack(app, both, orderId)
    const left = (await refundsOf(orderId)).items[0]
    expect(left).toMatchObject({ quantity: 3, amount: item.amount - quarter })
    expect(failureOf(await ask(buyer, wish(4, 1)))).toBe('refundTooMuch')
    const demanded = await paidOrder()
    const ofService = { ...wish(1, 1), orderId: demanded }
    expect(fieldsWithErrors(await ask(buyer, ofService))).toEqual(['items'])
    await expectBooksAgree(app, [orderId])
  })

  test('of a completed order names the invoiced amount that a red invoice has to reverse', async () => {
    const { orderId } = await scene.goodsOrder(app, buyer, 4)
    const total = await scene.paid(buyer, seller, orderId)
    contentOf(await scene.sells(seller, orderId, 'confirm'))
    contentOf(await scene.deliver(seller, orderId))
    contentOf(await scene.buys(buyer, orderId, 'accept'))
    const { invoice } = contentOf(await askInvoice(buyer, orderId, total))
    contentOf(await issue(seller, invoice.invoiceId))
    const line = await lineOf(app, orderId)
    contentOf(await give(seller, ofLine(orderId, line.id, 1_000)))
    await paidBack(app, both, orderId)
    expect((await refundsOf(orderId)).invoicedOver).toBe(1_000)
    const { orderNo } = await scene.rowOf(app, orderId)
    const notices = await scene.noticesOf(app, 'seller', orderNo)
    expect(notices.at(-1)?.text).toContain('红字发票')
  })
})

describe('a refund through a gateway', () => {
  async function paidOnline(orderId: number): Promise<void> {
    const { url } = contentOf(await open(buyer, [(await lineOf(app, orderId)).id], 'demo'))
    const ticket = new URL(url ?? '').searchParams.get('ticket') ?? ''
    contentOf(await visitor(app).api.orders.demoPay({ ticket }))
  }

  test('goes back in several parts of one payment; the supplier cannot complete it', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    await paidOnline(orderId)
    const line = await lineOf(app, orderId)
    for (const amount of [100_000, 50_000]) contentOf(await give(seller, ofLine(orderId, line.id, amount)))
    const [first] = await refundRows(app, orderId)
    expect(failureOf(await sent(seller, first?.id ?? 0, await voucherOf(seller)))).toBe('stepNotAllowed')
    await Promise.all([sendBack(app), sendBack(app)])
    await sendBack(app)
    const rows = await refundRows(app, orderId)
    expect(rows.map(({ status, amount, tradeNo }) => [status, amount, tradeNo])).toEqual([
      ['done', 100_000, rows[0]?.refundNo],
      ['done', 50_000, rows[1]?.refundNo],
    ])
    expect(await lineOf(app, orderId)).toMatchObject({ status: 'part_refunded', paid: 150_000, refunded: 150_000 })
    await expectBooksAgree(app, [orderId])
  })

  test('stays on its way and is retried after a failed attempt', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    const { payment } = contentOf(await open(buyer, [(await lineOf(app, orderId)).id], 'demo'))
    await book(app, payment.paymentNo, payment.amount)
    const line = await lineOf(app, orderId)
    contentOf(await give(seller, ofLine(orderId, line.id, 100_000)))
    // The demo gateway does not know this payment: it refuses, and the refund is retried later.
    await sendBack(app)
    await sendBack(app)
    const [row] = await refundRows(app, orderId)
    expect(row).toMatchObject({ status: 'pending', attempts: 1 })
    expect(row?.answer).not.toBe('')
    await expectBooksAgree(app, [orderId])
  })
})
