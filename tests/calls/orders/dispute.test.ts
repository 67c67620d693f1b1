import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { disputes } from '../../../src/db/tables/disputes.ts'
import { refunds } from '../../../src/db/tables/payments.ts'
import { date } from '../../../src/domain/time.ts'
import { ledgerErrors } from '../../support/ledger-errors.ts'
import { newKey } from '../../support/sentinels.ts'
import { pdf } from '../../support/uploads.ts'
import { origin } from '../../support/app.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import * as scene from '../../support/scenes/orders/order.ts'
import { paidBack } from '../../support/scenes/orders/refund.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const { bought, buys, deliver, goodsOrder, noticesOf, offerOrder, paid, payeeOf, rowOf, sells } = scene
const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
const ops = clientForFile(app, 'ops')
const buyer2 = clientForFile(app, 'buyer2')
beforeAll(async () => {
  await payeeOf(app)
})

type Verdict = Parameters<Client['api']['orders']['disputeVerdict']>[0]
const reason = '双方提供的记录已核实，按此处理。'
const decides = (who: Client, disputeId: number, event: Verdict['event'], more: Partial<Verdict> = {}) =>
  who.api.orders.disputeVerdict({ disputeId, event, reason, ...more })
const disputeOf = async (orderId: number) => {
  const [row] = contentOf(await buyer.api.orders.buyerDisputes({ orderId })).data
  if (row === undefined) throw new Error(`Order ${orderId} was never disputed`)
  return row
}
const idOf = async (orderId: number) => (await disputeOf(orderId)).disputeId
const uploaded = async (client: Client) =>
  contentOf(await client.upload('attachment', new File([pdf], '检测记录.pdf'))).fileId
/** Status of a file for somebody with the cookies of their browser. */
const opens = async (client: Client, path: string) => {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return (await app.fetch(new Request(origin + path, { headers: { cookie } }))).status
}

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
      expect(failureOf(await decides(client, await idOf(orderId), 'cancel'))).toBe('forbidden')
    }
    expect(failureOf(await visitor(app).api.orders.disputes({}))).toBe('sessionInvalid')
    expect(fieldsWithErrors(await decides(ops, await idOf(orderId), 'cancel', { reason: '太短的理由' }))).toEqual([
      'reason',
    ])
    expect((await rowOf(app, orderId)).status).toBe('disputed')
  })

  test('is decided once: continued, completed, or cancelled with a refund', async () => {
    const [first, second] = [await disputed(), await disputed()]
    contentOf(await decides(ops, await idOf(first), 'resume'))
    expect(await rowOf(app, first)).toMatchObject({ status: 'in_progress', deliveredAt: null })
    const id = await idOf(second)
    const names = (await Promise.all([decides(ops, id, 'complete'), decides(ops, id, 'cancel')])).map(failureOf)
    expect(names.toSorted()).toEqual(['disputeRuled', 'none'])
    const { orderNo, history } = await bought(buyer, first)
    expect(history.at(-1)).toMatchObject({ event: 'resume', by: '平台', reason })
    for (const who of ['buyer', 'seller']) {
      expect((await noticesOf(app, who, orderNo)).at(-1)?.title, who).toContain('已由平台裁定')
    }
  })

  test('a cancellation refunds the amount of the verdict, at most the paid amount', async () => {
    const { orderId } = await goodsOrder(app, buyer)
    const amount = await paid(buyer, seller, orderId)
    contentOf(await sells(seller, orderId, 'confirm'))
    contentOf(await buys(buyer, orderId, 'dispute', { reason: '迟迟不发货' }))
    const id = await idOf(orderId)
    const [line] = (await bought(buyer, orderId)).payments
    const lineId = line?.lineId ?? 0
    const over = [
      { lineId, amount: amount - 1 },
      { lineId, amount: 2 },
    ]
    expect(failureOf(await decides(ops, id, 'cancel', { refunds: over }))).toBe('refundTooMuch')
    const other = (await goodsOrder(app, buyer)).orderId
    const foreign = (await bought(buyer, other)).payments.map((each) => ({ lineId: each.lineId, amount: 1 }))
    expect(failureOf(await decides(ops, id, 'cancel', { refunds: foreign }))).toBe('notFound')
    expect((await rowOf(app, orderId)).status).toBe('disputed')
    contentOf(await decides(ops, id, 'cancel', { refunds: [{ lineId, amount: amount - 1 }] }))
    const rows = await app.db.select().from(refunds).where(eq(refunds.orderId, orderId))
    expect(rows.reduce((sum, row) => sum + row.amount, 0)).toBe(amount - 1)
    expect(await rowOf(app, orderId)).toMatchObject({ status: 'cancelled', holdsStock: false })
    expect(await disputeOf(orderId)).toMatchObject({ outcome: 'cancel', ruling: reason, refunded: amount - 1 })
    await paidBack(app, { buyer, seller }, orderId)
    expect(await ledgerErrors(app.db, orderId)).toEqual([])
  })

  test('takes evidence of both sides until its time is over, and keeps it readable after the ruling', async () => {
    const orderId = await disputed()
    const disputeId = await idOf(orderId)
    const fileId = await uploaded(buyer)
    const key = { idempotencyKey: newKey() }
    const mine = { disputeId, text: '实测纯度 91.2%，见检测记录。', fileIds: [fileId] }
    for (let press = 0; press < 2; press += 1) contentOf(await buyer.api.orders.buyerEvidenceSave(mine, key))
    const theirs = { disputeId, text: '出厂检验合格。' }
    contentOf(await seller.api.orders.sellerEvidenceSave(theirs, { idempotencyKey: newKey() }))
    const stolen = { ...theirs, fileIds: [fileId] }
    const fresh = () => ({ idempotencyKey: newKey() })
    expect(failureOf(await seller.api.orders.sellerEvidenceSave(stolen, fresh()))).toBe('notFound')
    expect(failureOf(await buyer2.api.orders.buyerEvidenceSave({ ...theirs }, fresh()))).toBe('notFound')
    expect(failureOf(await buyer2.api.orders.buyerDisputes({ orderId }))).toBe('notFound')
    const both = contentOf(await seller.api.orders.sellerDisputes({ orderId })).data[0]?.evidence ?? []
    expect(both.map(({ side, text }) => [side, text])).toEqual([
      ['buyer', mine.text],
      ['seller', theirs.text],
    ])
    const path = both[0]?.files[0]?.url ?? ''
    for (const client of [buyer, seller, ops]) expect(await opens(client, path)).toBe(200)
    expect(await opens(buyer2, path)).toBe(404)
    await app.db
      .update(disputes)
      .set({ evidenceUntil: new Date(0) })
      .where(eq(disputes.id, disputeId))
    expect(failureOf(await buyer.api.orders.buyerEvidenceSave(theirs, fresh()))).toBe('evidenceClosed')
    const until = date(new Date(Date.now() + 5 * 86_400_000).toISOString())
    expect(fieldsWithErrors(await ops.api.orders.disputeExtend({ disputeId, until: '2026-01-01' }))).toEqual(['until'])
    contentOf(await ops.api.orders.disputeExtend({ disputeId, until }))
    contentOf(await buyer.api.orders.buyerEvidenceSave(theirs, fresh()))
    contentOf(await decides(ops, disputeId, 'resume'))
    expect(failureOf(await buyer.api.orders.buyerEvidenceSave(theirs, fresh()))).toBe('evidenceClosed')
    expect(await disputeOf(orderId)).toMatchObject({ outcome: 'resume', ruling: reason, mayAdd: false })
    expect((await disputeOf(orderId)).evidence).toHaveLength(3)
    expect(await opens(seller, path)).toBe(200)
  })

  test('shows operators only messages that both sides released', async () => {
    const orderId = await disputed()
    const disputeId = await idOf(orderId)
    const said = `到货外观正常 ${newKey()}`
    const sellerCompanyId = (await rowOf(app, orderId)).sellerCompanyId
    contentOf(await buyer.api.chat.sendMessage({ isOrg: true, receiveOrgId: sellerCompanyId, content: said }))
    const excerpt = async () => contentOf(await ops.api.orders.dispute({ disputeId })).excerpt
    const today = date(new Date().toISOString())
    const range = { disputeId, from: today, until: today }
    expect(await excerpt()).toBeNull()
    contentOf(await buyer.api.orders.buyerDisputeRelease(range))
    expect(await excerpt()).toBeNull()
    contentOf(await seller.api.orders.sellerDisputeRelease({ ...range, from: '2020-01-01', until: '2020-01-02' }))
    expect(await excerpt()).toBeNull()
    contentOf(await seller.api.orders.sellerDisputeRelease(range))
    expect((await excerpt())?.map(({ text }) => text)).toContain(said)
    const later = `后来说的 ${newKey()}`
    contentOf(await buyer.api.chat.sendMessage({ isOrg: true, receiveOrgId: sellerCompanyId, content: later }))
    expect((await excerpt())?.map(({ text }) => text)).not.toContain(later)
    expect(failureOf(await buyer.api.orders.buyerDisputeRelease(range))).toBe('stepNotAllowed')
    expect(failureOf(await buyer2.api.orders.buyerDisputeRelease(range))).toBe('notFound')
    expect(failureOf(await buyer.api.orders.dispute({ disputeId }))).toBe('forbidden')
  })
})
