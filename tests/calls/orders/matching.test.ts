import { eq } from 'drizzle-orm'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'
import { bankAccounts, companies } from '../../../src/db/tables/accounts.ts'
import { invoiceAllocations, matchChanges, orderMatches } from '../../../src/db/tables/matching.ts'
import { orderLines, orders, paymentLines } from '../../../src/db/tables/orders.ts'
import { paymentParts, payments } from '../../../src/db/tables/payments.ts'
import { matchChangedOrders } from '../../../src/server/orders/matching/refresh-matches.ts'
import { contentOf, failureOf, visitor } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { countQueries, statementsOf } from '../../support/query-count.ts'
import { missingId } from '../../support/sentinels.ts'
import { open } from '../../support/scenes/demands/annex.ts'
import { openDemand, submittedOffer } from '../../support/scenes/demands/demand.ts'
import { companyOf } from '../../support/scenes/orders/cart.ts'
import { completedOrder, setPaid } from '../../support/scenes/orders/completed.ts'
import { ask, nextNumber, step } from '../../support/scenes/orders/invoice.ts'
import {
  digitalNumber,
  exceptionRows,
  invoiced,
  invoiceFile,
  kindsOf,
  matchOf,
  ownVoucher,
  paidWith,
} from '../../support/scenes/orders/matching.ts'
import * as scene from '../../support/scenes/orders/order.ts'
import { linesOf } from '../../support/scenes/orders/pay.ts'
import { give, ofLine, paidBack } from '../../support/scenes/orders/refund.ts'
import { acceptStage, deliveredStage, stagedOrder } from '../../support/scenes/orders/staged.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')
const operator = clientForFile(app, 'ops')
const both = { app, buyer, seller }
beforeAll(() => scene.payeeOf(app))

const noticesOf = async (login: 'buyer' | 'seller', part: string) => (await scene.noticesOf(app, login, part)).length
const orderNoOf = async (orderId: number) => (await scene.rowOf(app, orderId)).orderNo

describe('the match of an order', () => {
  test('follows acceptance, payment, voucher and invoice by payment', async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    expect(await kindsOf(buyer, 'buyer', orderId)).toEqual([])
    await deliveredStage(seller, orderId, ids[0])
    contentOf(await acceptStage(buyer, orderId, ids[0]))
    expect(await kindsOf(seller, 'seller', orderId)).toEqual(['acceptedUnpaid'])
    const amount = await paidWith(app, both, orderId, 2)
    expect(await kindsOf(buyer, 'buyer', orderId)).toEqual([])
    const half = Math.floor(amount / 2)
    await invoiced(both, orderId, half, { isRead: true })
    expect(await kindsOf(buyer, 'buyer', orderId)).toEqual(['paidNotInvoiced'])
    await invoiced(both, orderId, amount - half)
    const match = await matchOf(buyer, 'buyer', orderId)
    expect(match.exceptions.map(({ kind, status }) => [kind, status])).toEqual([
      ['paidNotInvoiced', 'resolved'],
      ['acceptedUnpaid', 'resolved'],
    ])
    expect(match).toMatchObject({ accepted: amount, paid: amount, vouched: amount, invoiced: amount, unallocated: 0 })
    expect(match.lines[1]).toMatchObject({
      acceptance: { state: 'accepted', name: '方案' },
      payment: { status: 'confirmed', paid: amount },
      voucher: { confirmed: amount, submitted: 0 },
      invoice: { issued: amount },
      isMatched: true,
    })
    expect(match.invoices).toMatchObject([
      { fields: { source: 'xml', edited: [] }, allocations: [{ lineId: match.lines[1]?.lineId, amount: half }] },
      { fields: { source: 'hand' }, allocations: [{ lineId: match.lines[1]?.lineId, amount: amount - half }] },
    ])
    expect((await open(app, buyer, match.invoices[0]?.fileUrl ?? '')).status).toBe(200)
    expect((await open(app, buyer, match.payments[0]?.voucherUrl ?? '')).status).toBe(200)
    const history = match.exceptions[0]?.history.map(({ event, by }) => `${by} ${event}`)
    expect(history).toEqual(['系统 find', '系统 resolve'])
  })

  test('is the same whichever came first: acceptance, payment or invoice', async () => {
    const pair = [await stagedOrder(app, buyer, seller), await stagedOrder(app, buyer, seller)] as const
    const [first, second] = pair
    await deliveredStage(seller, first.orderId, first.ids[0])
    contentOf(await acceptStage(buyer, first.orderId, first.ids[0]))
    const amount = await paidWith(app, both, first.orderId, 2)
    await paidWith(app, both, first.orderId, 1)
    await invoiced(both, first.orderId, amount)

    await paidWith(app, both, second.orderId, 1)
    await paidWith(app, both, second.orderId, 2)
    await invoiced(both, second.orderId, amount)
    expect(await kindsOf(buyer, 'buyer', second.orderId)).toEqual(['paidNotAccepted'])
    await deliveredStage(seller, second.orderId, second.ids[0])
    contentOf(await acceptStage(buyer, second.orderId, second.ids[0]))
    const [one, two] = await Promise.all(pair.map(({ orderId }) => matchOf(buyer, 'buyer', orderId)))
    const shapeOf = (match: typeof one) =>
      match?.lines.map(({ amount: due, payment, invoice, isMatched, acceptance }) => [
        due,
        payment.paid,
        invoice.issued,
        acceptance.state,
        isMatched,
      ])
    expect(shapeOf(one)).toEqual(shapeOf(two))
    expect(await kindsOf(buyer, 'buyer', first.orderId)).toEqual(await kindsOf(buyer, 'buyer', second.orderId))
  })

  test('finds a wrong tax number, which a corrected invoice resolves', async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    await deliveredStage(seller, orderId, ids[0])
    contentOf(await acceptStage(buyer, orderId, ids[0]))
    const amount = await paidWith(app, both, orderId, 2)
    const before = await noticesOf('buyer', await orderNoOf(orderId))
    const invoiceId = await invoiced(both, orderId, amount, { buyerTaxNo: '91510100MA6WRONG01' })
    const match = await matchOf(buyer, 'buyer', orderId)
    const wrong = match.exceptions.find(({ kind }) => kind === 'wrongTaxNo')
    expect(wrong).toMatchObject({ severity: 'high', status: 'open', lineId: null })
    expect(wrong?.detail).toContain('91510100MA6WRONG01')
    // The issue of the invoice, and the exception.
    expect(await noticesOf('buyer', await orderNoOf(orderId))).toBe(before + 2)
    contentOf(await step(seller, { invoiceId, event: 'reverse', number: digitalNumber(), reason: '购买方税号有误' }))
    expect(await kindsOf(buyer, 'buyer', orderId)).toEqual(['paidNotInvoiced'])
    await invoiced(both, orderId, amount)
    expect(await kindsOf(seller, 'seller', orderId)).toEqual([])
    const rows = await exceptionRows(app, orderId)
    expect(rows.map(({ kind, status }) => `${kind} ${status}`).toSorted()).toEqual([
      'paidNotInvoiced resolved',
      'wrongTaxNo resolved',
    ])
  })

  test('finds a voucher and an invoice given twice, in both orders, until one is taken back', async () => {
    const [{ orderId: first }, { orderId: second }] = [
      await stagedOrder(app, buyer, seller),
      await stagedOrder(app, buyer, seller),
    ]
    const voucher = await ownVoucher(buyer, 'the same')
    const amount = await paidWith(app, both, first, 1, voucher)
    expect(await kindsOf(buyer, 'buyer', first)).toEqual([])
    await paidWith(app, both, second, 1, await ownVoucher(buyer, 'the same'))
    for (const [orderId, otherId] of [
      [first, second],
      [second, first],
    ] as const) {
      expect(await kindsOf(buyer, 'buyer', orderId)).toEqual(['voucherTwice'])
      const [paymentNo = ''] = (await matchOf(buyer, 'buyer', otherId)).payments.map((payment) => payment.paymentNo)
      expect((await matchOf(seller, 'seller', orderId)).exceptions[0]?.detail).toContain(paymentNo)
    }

    const issue = async (orderId: number, text: string) => {
      const { invoiceId } = contentOf(await ask(buyer, orderId, amount)).invoice
      const { fileId } = contentOf(await invoiceFile(seller, text))
      contentOf(await step(seller, { invoiceId, event: 'issue', number: digitalNumber(), fileId }))
      return invoiceId
    }
    const text = '<?xml version="1.0"?><EInvoice>same</EInvoice>'
    await issue(first, text)
    const again = await issue(second, text)
    for (const orderId of [first, second])
      expect(await kindsOf(buyer, 'buyer', orderId)).toEqual(['invoiceTwice', 'voucherTwice'])
    const twice = (await matchOf(buyer, 'buyer', first)).exceptions.find(({ kind }) => kind === 'invoiceTwice')
    expect(twice?.detail).toContain(`订单 ${await orderNoOf(second)}`)
    contentOf(await step(seller, { invoiceId: again, event: 'reverse', number: digitalNumber(), reason: '文件有误' }))
    expect(await kindsOf(buyer, 'buyer', first)).toEqual(['voucherTwice'])
  })

  test('tells of a duplicate in the order of other companies that there is one, and no number of it', async () => {
    const [own, { orderId: foreign }] = [await stagedOrder(app, buyer, seller), await stagedOrder(app, other, seller3)]
    const amount = await paidWith(app, both, own.orderId, 1, await ownVoucher(buyer, 'of two companies'))
    const number = digitalNumber()
    await invoiced(both, own.orderId, amount, { number })

    await app.db
      .insert(bankAccounts)
      .values({
        companyId: await companyOf(app, 'seller3'),
        accountName: '另一供应商',
        bankName: '演示银行',
        accountNo: '6222020200112234',
      })
      .onConflictDoNothing()
    const strangers = { app, buyer: other, seller: seller3 }
    await paidWith(app, strangers, foreign, 1, await ownVoucher(other, 'of two companies'))
    await invoiced(strangers, foreign, amount, { number })
    for (const [client, side, orderId, otherId] of [
      [buyer, 'buyer', own.orderId, foreign],
      [seller, 'seller', own.orderId, foreign],
      [other, 'buyer', foreign, own.orderId],
      [seller3, 'seller', foreign, own.orderId],
    ] as const) {
      expect(await kindsOf(client, side, orderId)).toEqual(['invoiceTwice', 'voucherTwice'])
      const details = (await matchOf(client, side, orderId)).exceptions.map(({ detail }) => detail).join()
      expect(details).toContain('另一订单的发票')
      expect(details).toContain('另一订单的付款')
      const hidden = await app.db
        .select({ orderNo: orders.orderNo, paymentNo: payments.paymentNo })
        .from(orders)
        .innerJoin(paymentParts, eq(paymentParts.orderId, orders.id))
        .innerJoin(payments, eq(payments.id, paymentParts.paymentId))
        .where(eq(orders.id, otherId))
      for (const { orderNo, paymentNo } of hidden) {
        expect(details).not.toContain(orderNo)
        expect(details).not.toContain(paymentNo)
      }
      expect(hidden).toHaveLength(1)
    }
  })

  test('does not compare older numbers of eight digits, which repeat', async () => {
    const [own, strange] = [await stagedOrder(app, buyer, seller), await stagedOrder(app, other, seller3)]
    const number = nextNumber()
    for (const [client, supplier, { orderId }] of [
      [buyer, seller, own],
      [other, seller3, strange],
    ] as const) {
      await setPaid(app, orderId, 100_000)
      await invoiced({ app, buyer: client, seller: supplier }, orderId, 100_000, { number })
    }
    expect(await kindsOf(buyer, 'buyer', own.orderId)).toEqual([])
    expect(await kindsOf(other, 'buyer', strange.orderId)).toEqual([])
  })

  test('compares invoices with the tax number that the supplier has now', async () => {
    const { orderId } = await stagedOrder(app, buyer, seller)
    await invoiced(both, orderId, await paidWith(app, both, orderId, 1))
    expect(await kindsOf(buyer, 'buyer', orderId)).toEqual([])
    const supplier = eq(companies.id, await companyOf(app, 'seller'))
    const [before] = await app.db.select({ creditCode: companies.creditCode }).from(companies).where(supplier)
    await app.db.update(companies).set({ creditCode: '91510100MA6OTHER01' }).where(supplier)
    expect(await kindsOf(buyer, 'buyer', orderId)).toEqual(['wrongTaxNo'])
    await app.db
      .update(companies)
      .set(before ?? {})
      .where(supplier)
    expect(await kindsOf(buyer, 'buyer', orderId)).toEqual([])
  })

  test('of a completed order misses an invoice only if one was chosen or requested', async () => {
    const orderId = await completedOrder(app, buyer, seller)
    const match = await matchOf(buyer, 'buyer', orderId)
    expect(match.exceptions).toEqual([])
    expect(match.lines.every(({ isMatched }) => isMatched)).toBe(true)
    const { invoiceId } = contentOf(await ask(buyer, orderId, 1_000)).invoice
    expect(new Set(await kindsOf(buyer, 'buyer', orderId))).toEqual(new Set(['paidNotInvoiced']))
    contentOf(await buyer.api.orders.invoiceWithdraw({ invoiceId }))
    expect(await kindsOf(buyer, 'buyer', orderId)).toEqual([])
  })

  test('takes refunds into account: what was invoiced beyond the rest is to be reversed', async () => {
    const { orderId } = await stagedOrder(app, buyer, seller)
    const amount = await paidWith(app, both, orderId, 1)
    await invoiced(both, orderId, amount)
    const [line] = await linesOf(app, orderId)
    contentOf(await give(seller, ofLine(orderId, line?.id ?? 0, 40_000)))
    // Agreed and not transferred back yet: the money counts as gone.
    expect(await kindsOf(buyer, 'buyer', orderId)).toEqual(['invoicedBeyondPaid'])
    await paidBack(app, both, orderId)
    const match = await matchOf(seller, 'seller', orderId)
    expect(match.exceptions.filter(({ status }) => status === 'open')).toMatchObject([
      { kind: 'invoicedBeyondPaid', amount: 40_000, lineId: line?.id },
    ])
    expect(match.lines[0]?.payment).toMatchObject({ refunded: 40_000, pendingRefund: 0 })
  })

  test('finds another tax rate than the offer stated', async () => {
    const demandId = await openDemand(app, buyer)
    const offerId = await submittedOffer(seller, demandId, { taxRate: 600 })
    const { orderId } = contentOf(await buyer.api.demands.deal({ offerId }, { idempotencyKey: crypto.randomUUID() }))
    contentOf(await seller.api.orders.sellerOrderStep({ orderId, event: 'confirm' }))
    expect((await scene.bought(buyer, orderId)).lines.map(({ taxRate }) => taxRate)).toEqual([600, 600])
    const amount = await paidWith(app, both, orderId, 1)
    await invoiced(both, orderId, amount, { taxRate: 300 })
    expect(await kindsOf(buyer, 'buyer', orderId)).toEqual(['taxRateDiffers'])
    expect((await matchOf(buyer, 'buyer', orderId)).taxRate).toBe(600)
  })

  test('is computed once by parallel readers and the job', async () => {
    const { orderId } = await stagedOrder(app, buyer, seller)
    await paidWith(app, both, orderId, 2)
    const readers = [buyer, buyer, buyer].map((client) => matchOf(client, 'buyer', orderId))
    await Promise.all([...readers, matchChangedOrders(app.db, app.runtime)])
    const rows = await exceptionRows(app, orderId)
    expect(rows.map(({ kind }) => kind)).toEqual(['paidNotAccepted'])
    expect(await app.db.select().from(matchChanges).where(eq(matchChanges.orderId, orderId))).toEqual([])
  })

  test('of many orders is computed with as many statements as of one, from facts that no writer changes meanwhile', async () => {
    const orderIds: number[] = []
    for (let n = 0; n < 4; n += 1) {
      const { orderId } = await stagedOrder(app, buyer, seller)
      await paidWith(app, both, orderId, 2)
      orderIds.push(orderId)
    }
    await matchChangedOrders(app.db, app.runtime)
    /** Statements that match the orders anew, each with an exception to resolve, or to reopen. */
    const refreshed = async (ids: readonly number[], paid: boolean) => {
      for (const id of ids) await setStagePaid(id, paid)
      return statementsOf(() => matchChangedOrders(app.db, app.runtime))
    }
    for (const paid of [false, true]) {
      const one = await refreshed(orderIds.slice(0, 1), paid)
      const three = await refreshed(orderIds.slice(1), paid)
      expect(three).toHaveLength(one.length)
      const at = (part: RegExp) => one.findIndex((text) => part.test(text))
      const locked = at(/from "orders".*order by "orders"\."id".*for key share/s)
      expect(locked).toBeGreaterThan(at(/pg_advisory_xact_lock/))
      expect(locked).toBeLessThan(at(/delete from "match_changes"/))
    }
  })
})

/** Sets the amount that the second payment of an order has, as a reversal or a receipt would. */
async function setStagePaid(orderId: number, isPaid: boolean): Promise<void> {
  const line = (await linesOf(app, orderId))[1]
  if (line === undefined) throw new Error('The order has no second payment')
  await app.db
    .update(paymentLines)
    .set({ paid: isPaid ? line.amount : 0 })
    .where(eq(paymentLines.id, line.id))
}

describe('explanation and dismissal', () => {
  const exceptionOf = async (orderId: number) =>
    (await matchOf(buyer, 'buyer', orderId)).exceptions[0]?.exceptionId ?? 0
  const explain = (client: typeof buyer, exceptionId: number, reason = '月底合并开票') =>
    client.api.orders.buyerMatchExplain({ exceptionId, reason })
  const dismiss = (exceptionId: number) =>
    operator.api.orders.matchExceptionDismiss({ exceptionId, reason: '双方已线下核对' })

  test('either side explains, the other is told; operators dismiss with a reason', async () => {
    const { orderId } = await stagedOrder(app, buyer, seller)
    const amount = await paidWith(app, both, orderId, 2)
    const exceptionId = await exceptionOf(orderId)
    const orderNo = await orderNoOf(orderId)
    const before = await noticesOf('seller', orderNo)
    const explained = contentOf(await explain(buyer, exceptionId))
    expect(explained.exceptions[0]).toMatchObject({
      status: 'explained',
      explanation: '月底合并开票',
      explainedSide: 'buyer',
      mayExplain: true,
    })
    expect(await noticesOf('seller', orderNo)).toBe(before + 1)
    const answered = await seller.api.orders.sellerMatchExplain({ exceptionId, reason: '下月 5 日前开具' })
    expect(contentOf(answered).exceptions[0]).toMatchObject({ explainedSide: 'seller', explanation: '下月 5 日前开具' })

    const listed = contentOf(await operator.api.orders.matchExceptions({ keyword: orderNo, status: 'explained' }))
    expect(listed.data).toMatchObject([{ exceptionId, orderId, kind: 'paidNotAccepted', explainedSide: 'seller' }])
    expect(contentOf(await operator.api.orders.operatorMatch({ orderId })).payments[0]?.voucherUrl).toBeNull()
    expect(contentOf(await dismiss(exceptionId))).toEqual({ status: 'dismissed' })
    expect(failureOf(await dismiss(exceptionId))).toBe('exceptionClosed')
    expect(failureOf(await explain(buyer, exceptionId))).toBe('exceptionClosed')
    const [shown] = (await matchOf(seller, 'seller', orderId)).exceptions
    expect(shown).toMatchObject({ status: 'dismissed', dismissal: '双方已线下核对', mayExplain: false })
    expect(shown?.history.map(({ event, by }) => [event, by === '平台'])).toEqual([
      ['find', false],
      ['explain', false],
      ['explain', false],
      ['dismiss', true],
    ])
    // Another amount is another difference.
    const line = (await linesOf(app, orderId))[1]
    contentOf(await give(seller, ofLine(orderId, line?.id ?? 0, 50_000)))
    expect((await matchOf(seller, 'seller', orderId)).exceptions[0]).toMatchObject({
      status: 'open',
      amount: amount - 50_000,
    })
  })

  test('is refused to other companies, and of what has gone', async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    await paidWith(app, both, orderId, 2)
    const exceptionId = await exceptionOf(orderId)
    expect(failureOf(await explain(other, exceptionId))).toBe('notFound')
    expect(failureOf(await explain(buyer, missingId))).toBe('notFound')
    expect(failureOf(await explain(seller, exceptionId))).toBe('notFound')
    expect(failureOf(await seller3.api.orders.sellerMatchExplain({ exceptionId, reason: '无关' }))).toBe('notFound')
    await deliveredStage(seller, orderId, ids[0])
    contentOf(await acceptStage(buyer, orderId, ids[0]))
    expect(failureOf(await explain(buyer, exceptionId))).toBe('exceptionClosed')
    expect(failureOf(await dismiss(exceptionId))).toBe('exceptionClosed')
  })
})

describe('lists', () => {
  test('show the own orders with sums, by state, kind, other side and day', async () => {
    const { orderId } = await stagedOrder(app, buyer, seller)
    const amount = await paidWith(app, both, orderId, 2)
    const keyword = await orderNoOf(orderId)
    const list = async (more: Parameters<typeof buyer.api.orders.buyerMatches>[0] = {}) =>
      contentOf(await buyer.api.orders.buyerMatches({ keyword, ...more }))
    const all = await list()
    expect(all).toMatchObject({ total: 1, counts: { urgent: 0, pending: 1, matched: 0 } })
    expect(all.data).toMatchObject([
      { orderId, paid: amount, vouched: amount, invoiced: 0, exceptions: 1, kinds: ['paidNotAccepted'] },
    ])
    expect(all.sums).toMatchObject({ total: 1_000_001, paid: amount, invoiced: 0 })
    expect((await list({ status: 'matched' })).data).toEqual([])
    expect((await list({ status: 'pending', exceptions: true, kind: 'paidNotAccepted' })).total).toBe(1)
    expect((await list({ kind: 'voucherTwice' })).total).toBe(0)
    const otherOrgId = all.data[0]?.otherOrgId ?? 0
    expect((await list({ otherOrgId })).total).toBe(1)
    expect((await list({ otherOrgId: missingId })).total).toBe(0)
    expect((await list({ until: '2020-01-01' })).total).toBe(0)
    expect(contentOf(await seller.api.orders.sellerMatches({ keyword })).data).toMatchObject([{ orderId }])
    expect(contentOf(await other.api.orders.buyerMatches({ keyword })).data).toEqual([])
    expect(contentOf(await seller3.api.orders.sellerMatches({ keyword })).data).toEqual([])
  })

  test('and details are of the own side only', async () => {
    const { orderId } = await stagedOrder(app, buyer, seller)
    expect(failureOf(await other.api.orders.buyerMatch({ orderId }))).toBe('notFound')
    expect(failureOf(await seller.api.orders.buyerMatch({ orderId }))).toBe('notFound')
    expect(failureOf(await seller3.api.orders.sellerMatch({ orderId }))).toBe('notFound')
    expect(failureOf(await visitor(app).api.orders.buyerMatches({}))).toBe('sessionInvalid')
    expect(failureOf(await buyer.api.orders.matchExceptions({}))).not.toBe('none')
  })

  test('take the same number of queries for one order and for many', async () => {
    await buyer.api.orders.buyerMatches({})
    const few = await countQueries(app, () => buyer.api.orders.buyerMatches({ pageSize: 1, current: 1 }))
    const many = await countQueries(app, () => buyer.api.orders.buyerMatches({ pageSize: 100 }))
    expect(many).toBe(few)
  })

  test('come as a statement in Excel: a row for each payment, and the exceptions', async () => {
    const { orderId } = await stagedOrder(app, buyer, seller)
    const amount = await paidWith(app, both, orderId, 2)
    const keyword = await orderNoOf(orderId)
    const made = contentOf(await buyer.api.orders.buyerMatchSheet({ keyword }))
    expect(made).toMatchObject({ rows: 4, more: false })
    expect(made.name).toMatch(/^采购对账单 \d{4}-\d{2}-\d{2}\.xlsx$/)
    const bytes = Buffer.from(await (await open(app, buyer, made.url)).arrayBuffer())
    const [head = [], , stage = []] = await readSheet(bytes)
    const of = (name: string) => stage[head.indexOf(name)]
    expect([of('订单编号'), of('付款节点'), of('已付（元）')]).toEqual([keyword, '方案', amount / 100])
    const exceptions = await readSheet(bytes, '差异')
    expect(exceptions[1]?.slice(0, 3)).toEqual([keyword, '已付款未验收', '待推进'])
    const sold = contentOf(await seller.api.orders.sellerMatchSheet({ keyword }))
    expect(sold.name).toContain('销售对账单')
    const [soldHead] = await readSheet(Buffer.from(await (await open(app, seller, sold.url)).arrayBuffer()))
    expect([head[2], soldHead?.[2]]).toEqual(['供应商', '买家'])
  })
})

describe('allocation of an invoice', () => {
  test('by the supplier stays, and must add up to the total', async () => {
    const { orderId } = await stagedOrder(app, buyer, seller)
    await paidWith(app, both, orderId, 1)
    await paidWith(app, both, orderId, 2)
    const [first, second] = await linesOf(app, orderId)
    const { invoiceId } = contentOf(await ask(buyer, orderId, 100_000)).invoice
    const issue = (allocations: { lineId: number; amount: number }[]) =>
      step(seller, { invoiceId, event: 'issue', number: digitalNumber(), allocations })
    const [one, two] = [first?.id ?? 0, second?.id ?? 0]
    expect(failureOf(await issue([{ lineId: two, amount: 99_999 }]))).toBe('allocationWrong')
    expect(failureOf(await issue([{ lineId: missingId, amount: 100_000 }]))).toBe('allocationWrong')
    const halves = [
      { lineId: two, amount: 50_000 },
      { lineId: two, amount: 50_000 },
    ]
    expect(failureOf(await issue(halves))).toBe('allocationWrong')
    contentOf(await issue([{ lineId: two, amount: 100_000 }]))
    const match = await matchOf(buyer, 'buyer', orderId)
    expect(match.lines.map(({ invoice }) => invoice.issued)).toEqual([0, 100_000, 0, 0])
    const stored = () => app.db.select().from(invoiceAllocations).where(eq(invoiceAllocations.invoiceId, invoiceId))
    expect(await stored()).toEqual([{ invoiceId, lineId: two, amount: 100_000 }])
    // Without a choice the first payment would have had it.
    await invoiced(both, orderId, 100_000)
    expect((await matchOf(buyer, 'buyer', orderId)).lines[0]).toMatchObject({
      lineId: one,
      invoice: { issued: 100_000 },
    })
    // What follows from the rule is computed, and not stored.
    expect(await app.db.select().from(invoiceAllocations).where(eq(invoiceAllocations.lineId, one))).toEqual([])
  })
})

describe('the usual tax rate of a shop', () => {
  test('is of its orders from the next one on', async () => {
    const rate = async () => contentOf(await seller.api.orders.sellerTaxRate({})).taxRate
    contentOf(await seller.api.orders.sellerTaxRateSave({ taxRate: null }))
    const before = await scene.goodsOrder(app, buyer)
    contentOf(await seller.api.orders.sellerTaxRateSave({ taxRate: 1300 }))
    expect(await rate()).toBe(1300)
    expect(failureOf(await seller.api.orders.sellerTaxRateSave({ taxRate: 1234 }))).toBe('invalidInput')
    const after = await scene.goodsOrder(app, buyer)
    const rates = async (orderId: number) =>
      (await app.db.select().from(orderLines).where(eq(orderLines.orderId, orderId))).map(({ taxRate }) => taxRate)
    expect([await rates(before.orderId), await rates(after.orderId)]).toEqual([[null], [1300]])
    contentOf(await seller.api.orders.sellerTaxRateSave({ taxRate: null }))
    expect(await rate()).toBeNull()
  })
})

test('an unmatched order has no row until something happens', async () => {
  const { orderId } = await stagedOrder(app, buyer, seller, { confirmed: false })
  await buyer.api.orders.buyerMatches({})
  expect(await app.db.select().from(orderMatches).where(eq(orderMatches.orderId, orderId))).toEqual([])
  expect((await matchOf(buyer, 'buyer', orderId)).lines).toHaveLength(4)
})
