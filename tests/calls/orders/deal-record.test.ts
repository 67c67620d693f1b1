import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { dealEntries } from '../../../src/db/tables/deal-record.ts'
import { files } from '../../../src/db/tables/operations.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { canonicalJson } from '../../../src/domain/orders/deal-record.ts'
import { date } from '../../../src/domain/time.ts'
import { checkRecords } from '../../../src/server/orders/deal-record/check-records.ts'
import { recordDeal } from '../../../src/server/orders/deal-record/record-deal.ts'
import { contentOf, failureOf, visitor, type Client } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { entriesOf, stepsOf, tamper } from '../../support/scenes/orders/deal-record.ts'
import { ask as askInvoice, issue, step as invoiceStep } from '../../support/scenes/orders/invoice.ts'
import { buys, deliver, goodsOrder, payeeOf, rowOf, sells, transferred } from '../../support/scenes/orders/order.ts'
import * as pay from '../../support/scenes/orders/pay.ts'
import * as back from '../../support/scenes/orders/refund.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { pdf } from '../../support/uploads.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')
const ops = clientForFile(app, 'ops')
beforeAll(() => payeeOf(app))

const uploaded = async (client: Client, name = '检测报告.pdf') =>
  contentOf(await client.upload('attachment', new File([pdf], name))).fileId
const countOf = async (orderId: number) => (await entriesOf(app, orderId)).length
const bodyOf = async (orderId: number, seq: number): Promise<unknown> => {
  const entry = (await entriesOf(app, orderId)).find((each) => each.entry.seq === seq)
  return JSON.parse(entry?.entry.body ?? 'null')
}
const read = async (orderId: number, more: object = {}) =>
  contentOf(await buyer.api.orders.buyerDealRecord({ orderId, ...more }))

describe('each step leaves exactly one entry', () => {
  test('of an order from an offer: creation, confirmation, start, delivery, changes and acceptance', async () => {
    const orderId = await pay.demandOrder(app, buyer, seller)
    expect(await stepsOf(app, orderId)).toEqual(['order create buyer', 'order confirm seller', 'line due system'])
    expect(await bodyOf(orderId, 1)).toMatchObject({
      total: 1_000_001,
      schedule: [{ line: 1 }, { line: 2 }, { line: 3 }],
    })
    const fileId = await uploaded(seller)
    contentOf(await sells(seller, orderId, 'start'))
    contentOf(await deliver(seller, orderId, { fileIds: [fileId] }))
    contentOf(await buys(buyer, orderId, 'requestChanges', { reason: '请补充图谱' }))
    contentOf(await deliver(seller, orderId))
    contentOf(await buys(buyer, orderId, 'accept'))
    expect(await stepsOf(app, orderId, 3)).toEqual([
      'order start seller',
      'delivery deliver seller',
      'delivery requestChanges buyer',
      'delivery deliver seller',
      'delivery accept buyer',
    ])
    const [file] = await app.db.select().from(files).where(eq(files.id, fileId))
    expect(await bodyOf(orderId, 5)).toMatchObject({
      delivery: 1,
      files: [
        { fileId, name: '检测报告.pdf', size: file?.size, sha256: createHash('sha256').update(pdf).digest('hex') },
      ],
    })
    expect(await bodyOf(orderId, 6)).toMatchObject({ delivery: 1, reason: '请补充图谱', from: 'delivered' })
  })

  test('of goods from a cart: the first entry has the terms', async () => {
    const { orderId, total } = await goodsOrder(app, buyer)
    expect(await stepsOf(app, orderId)).toEqual(['order submit buyer'])
    expect(await bodyOf(orderId, 1)).toMatchObject({
      source: 'cart',
      total,
      lines: [{ quantity: 5 }],
      to: 'pending_confirm',
    })
    const text = JSON.stringify(await bodyOf(orderId, 1))
    const { address } = await rowOf(app, orderId)
    for (const personal of [address?.mobile, address?.receiver, address?.street])
      expect(text).not.toContain(personal ?? 'absent')
  })

  test('of a transfer: voucher, rejection, receipt and its reversal', async () => {
    const orderId = await pay.demandOrder(app, buyer, seller)
    const first = await pay.submitted(app, buyer, orderId)
    contentOf(await pay.reject(seller, first))
    const second = await pay.submitted(app, buyer, orderId)
    contentOf(await pay.accept(seller, second, (await pay.lineOf(app, orderId)).amount))
    const undo = { paymentId: second, reason: '核对有误' }
    contentOf(await seller.api.orders.paymentUndo(undo, { idempotencyKey: newKey() }))
    expect(await stepsOf(app, orderId, 3)).toEqual([
      'line submit buyer',
      'payment submit buyer',
      'line reject seller',
      'payment reject seller',
      'line submit buyer',
      'payment submit buyer',
      'payment receive seller',
      'line confirm seller',
      'line undo seller',
      'payment undo seller',
    ])
    const { amount } = await pay.lineOf(app, orderId)
    expect(await bodyOf(orderId, 5)).toMatchObject({ amount, method: 'bank', files: [{ name: '转账回单.pdf' }] })
    expect(await bodyOf(orderId, 10)).toMatchObject({ amount, tradeNo: null })
    expect(await bodyOf(orderId, 13)).toMatchObject({ amount, reason: '核对有误' })
  })

  test('of a withdrawn transfer and of a receipt at a gateway', async () => {
    const orderId = await pay.demandOrder(app, buyer, seller)
    const paymentId = await pay.submitted(app, buyer, orderId)
    contentOf(await buyer.api.orders.paymentClose({ paymentId }))
    const line = await pay.lineOf(app, orderId)
    const { payment } = contentOf(await pay.open(buyer, [line.id], 'demo'))
    await pay.book(app, payment.paymentNo, payment.amount)
    await pay.book(app, payment.paymentNo, payment.amount, 'T-again')
    expect(await stepsOf(app, orderId, 5)).toEqual([
      'line drop buyer',
      'payment close buyer',
      'payment receive system',
      'line confirm system',
      'payment receive system',
    ])
    expect(await bodyOf(orderId, 10)).toMatchObject({ tradeNo: 'T-again', amount: line.amount })
  })

  test('of a refund: asked for, agreed to, paid back', async () => {
    const orderId = await pay.demandOrder(app, buyer, seller)
    await pay.paid(app, { buyer, seller }, orderId)
    const before = await countOf(orderId)
    const { id: lineId, amount } = await pay.lineOf(app, orderId)
    const requestId = back.requestIdOf(await back.ask(buyer, back.ofLine(orderId, lineId, amount)))
    contentOf(await back.answer(seller, requestId, 'agree'))
    await back.paidBack(app, { buyer, seller }, orderId)
    expect(await stepsOf(app, orderId, before)).toEqual([
      'refund ask buyer',
      'refund agree seller',
      'refund give seller',
      'line refund seller',
      'refund send seller',
      'refund receive buyer',
      'line refunded system',
    ])
    expect(await bodyOf(orderId, before + 2)).toMatchObject({ requestId, amount, lines: [{ line: 1, amount }] })
    expect(await bodyOf(orderId, before + 5)).toMatchObject({ amount, files: [{ name: '转账回单.pdf' }] })
  })

  test('of an invoice: requested, issued, reversed', async () => {
    const orderId = await pay.demandOrder(app, buyer, seller)
    await pay.paid(app, { buyer, seller }, orderId)
    const before = await countOf(orderId)
    const { invoice } = contentOf(await askInvoice(buyer, orderId, 1000))
    contentOf(await issue(seller, invoice.invoiceId))
    const reversal = {
      invoiceId: invoice.invoiceId,
      event: 'reverse',
      number: '26990000000000000001',
      reason: '重开',
    } as const
    contentOf(await invoiceStep(seller, reversal))
    expect(await stepsOf(app, orderId, before)).toEqual([
      'invoice request buyer',
      'invoice issue seller',
      'invoice reverse seller',
    ])
    expect(await bodyOf(orderId, before + 2)).toMatchObject({ amount: 1000, files: [{ sha256: expect.any(String) }] })
  })

  test('of files of an order: a repeated call leaves none', async () => {
    const orderId = await pay.demandOrder(app, buyer, seller)
    const fileId = await uploaded(buyer)
    const file = { orderId, fileId, kind: 'requirement' } as const
    contentOf(await buyer.api.orders.buyerOrderFileSave(file))
    contentOf(await buyer.api.orders.buyerOrderFileSave(file))
    contentOf(await buyer.api.orders.buyerOrderFileDelete({ orderId, fileId }))
    contentOf(await buyer.api.orders.buyerOrderFileDelete({ orderId, fileId }))
    expect(await stepsOf(app, orderId, 3)).toEqual(['document add buyer', 'document remove buyer'])
  })

  test('of a dispute: opened, evidence of both sides, longer time, ruling with refund', async () => {
    const orderId = await pay.demandOrder(app, buyer, seller)
    await pay.paid(app, { buyer, seller }, orderId)
    const before = await countOf(orderId)
    contentOf(await buys(buyer, orderId, 'dispute', { reason: '未按约定执行' }))
    const disputeId = contentOf(await buyer.api.orders.buyerDisputes({ orderId })).data[0]?.disputeId ?? 0
    const fileIds = [await uploaded(seller, '原始记录.pdf')]
    const key = () => ({ idempotencyKey: newKey() })
    contentOf(await buyer.api.orders.buyerEvidenceSave({ disputeId, text: '未收到方案' }, key()))
    contentOf(await seller.api.orders.sellerEvidenceSave({ disputeId, text: '已发送', fileIds }, key()))
    const until = date(new Date(Date.now() + 20 * 86_400_000).toISOString())
    contentOf(await ops.api.orders.disputeExtend({ disputeId, until }))
    const reason = '双方提供的记录已核实，按此处理。'
    contentOf(await ops.api.orders.disputeVerdict({ disputeId, event: 'cancel', reason }))
    expect(await stepsOf(app, orderId, before)).toEqual([
      'dispute dispute buyer',
      'evidence add buyer',
      'evidence add seller',
      'dispute extend operator',
      'dispute cancel operator',
      'refund give system',
      'line refund system',
    ])
    expect(await bodyOf(orderId, before + 3)).toMatchObject({ text: '已发送', files: [{ name: '原始记录.pdf' }] })
  })

  test('of a cancellation that is asked for, refused and withdrawn', async () => {
    const orderId = await pay.demandOrder(app, buyer, seller)
    contentOf(await sells(seller, orderId, 'cancel', { reason: '设备故障' }))
    contentOf(await buys(buyer, orderId, 'refuseCancel', { reason: '请按期完成' }))
    contentOf(await buys(buyer, orderId, 'cancel', { reason: '项目暂停' }))
    contentOf(await buys(buyer, orderId, 'dropCancel'))
    expect(await stepsOf(app, orderId, 3)).toEqual([
      'order askCancel seller',
      'order refuseCancel buyer',
      'order askCancel buyer',
      'order dropCancel buyer',
    ])
  })

  test('and a step that is refused or rolled back leaves none', async () => {
    const orderId = await pay.demandOrder(app, buyer, seller)
    const before = await countOf(orderId)
    expect(failureOf(await sells(seller, orderId, 'confirm'))).toBe('stepNotAllowed')
    const foreign = await uploaded(buyer)
    contentOf(await sells(seller, orderId, 'start'))
    expect(failureOf(await deliver(seller, orderId, { fileIds: [foreign] }))).toBe('notFound')
    const undone = app.db.transaction(async (tx) => {
      const step = { orderId, kind: 'document', event: 'add', side: 'buyer' } as const
      await recordDeal(tx, [step, step])
      expect(await tx.$count(dealEntries, eq(dealEntries.orderId, orderId))).toBe(before + 3)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await countOf(orderId)).toBe(before + 1)
  })
})

describe('the chain', () => {
  test('is SHA-256 over canonical JSON that has the hash before, with times that never go back', async () => {
    const orderId = await pay.demandOrder(app, buyer, seller)
    await pay.paid(app, { buyer, seller }, orderId)
    let previous = ''
    let at = ''
    for (const [index, { entry, text }] of (await entriesOf(app, orderId)).entries()) {
      const parsed = JSON.parse(text)
      expect(canonicalJson(parsed)).toBe(text)
      expect(parsed).toMatchObject({ seq: index + 1, previous, orderId, body: JSON.parse(entry.body) })
      expect(createHash('sha256').update(text).digest('hex')).toBe(entry.hash)
      expect(parsed.at >= at).toBe(true)
      ;[previous, at] = [entry.hash, parsed.at]
    }
    expect(await checkRecords(app.db, [orderId])).toEqual([{ orderId, entries: 7, broken: null }])
  })

  test('of every demo order is sound, and begins with its terms', async () => {
    const ids = (await app.db.select({ id: orders.id }).from(orders)).map(({ id }) => id)
    const checks = await checkRecords(app.db, ids)
    expect(checks.filter(({ broken, entries }) => broken !== null || entries === 0)).toEqual([])
  })

  test('cannot be changed: neither updated, deleted nor truncated', async () => {
    const refused = /only added to|deal_record_kept/
    const causeOf = (doing: Promise<unknown>) =>
      doing.then(
        () => 'done',
        (err: unknown) => (err instanceof Error ? `${err.message} ${String(err.cause)}` : ''),
      )
    expect(await causeOf(app.db.update(dealEntries).set({ event: 'other' }))).toMatch(refused)
    expect(await causeOf(app.db.delete(dealEntries))).toMatch(refused)
    expect(await causeOf(app.db.execute(sql`truncate deal_entries`))).toMatch(refused)
  })

  test('names the first entry that was changed behind its guards', async () => {
    const orderId = await pay.demandOrder(app, buyer, seller)
    expect(await read(orderId)).toMatchObject({ state: 'verified', broken: null, entries: 3 })
    const second = and(eq(dealEntries.orderId, orderId), eq(dealEntries.seq, 2))
    await tamper(app.db, (tx) => tx.update(dealEntries).set({ body: '{"promisedAt":null}' }).where(second))
    expect(await read(orderId)).toMatchObject({ state: 'broken', broken: 2 })
    contentOf(await sells(seller, orderId, 'start'))
    expect(await read(orderId)).toMatchObject({ state: 'broken', broken: 2, entries: 4 })
  })
})

describe('reading a record', () => {
  test('gives both sides the same entries, newest first and in pages', async () => {
    const orderId = await pay.demandOrder(app, buyer, seller)
    const first = await read(orderId, { pageSize: 2 })
    expect(first.data.map(({ seq }) => seq)).toEqual([3, 2])
    expect(first.next).toBe(2)
    const rest = await read(orderId, { pageSize: 2, before: first.next })
    expect([rest.data.map(({ seq }) => seq), rest.next]).toEqual([[1], null])
    const theirs = contentOf(await seller.api.orders.sellerDealRecord({ orderId }))
    expect(theirs.data).toEqual([...first.data, ...rest.data])
    expect(theirs.data[2]).toMatchObject({ kind: 'order', event: 'create', side: 'buyer' })
    expect(theirs.data[2]?.detail).toContain('¥10,000.01')
  })

  test('is for the two sides of the order: the other side, strangers and visitors are refused', async () => {
    const orderId = await pay.demandOrder(app, buyer, seller)
    const calls = [
      other.api.orders.buyerDealRecord({ orderId }),
      seller3.api.orders.sellerDealRecord({ orderId }),
      seller.api.orders.buyerDealRecord({ orderId }),
      buyer.api.orders.buyerDealRecord({ orderId: missingId }),
    ]
    for (const call of calls) expect(failureOf(await call)).toBe('notFound')
    expect(failureOf(await visitor(app).api.orders.buyerDealRecord({ orderId }))).toBe('sessionInvalid')
  })

  test('is for operators only while the order is disputed', async () => {
    const { orderId } = await goodsOrder(app, buyer)
    contentOf(await sells(seller, orderId, 'confirm'))
    await transferred(buyer, orderId)
    contentOf(await buys(buyer, orderId, 'dispute', { reason: '纯度不符' }))
    const disputeId = contentOf(await buyer.api.orders.buyerDisputes({ orderId })).data[0]?.disputeId ?? 0
    const seen = contentOf(await ops.api.orders.disputeRecord({ disputeId }))
    expect(seen.data).toEqual((await read(orderId)).data)
    expect(failureOf(await buyer.api.orders.disputeRecord({ disputeId }))).not.toBe('none')
    const reason = '双方提供的记录已核实，按此处理。'
    contentOf(await ops.api.orders.disputeVerdict({ disputeId, event: 'resume', reason }))
    expect(failureOf(await ops.api.orders.disputeRecord({ disputeId }))).toBe('notFound')
  })
})
