import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { sessions } from '../../../src/db/tables/accounts.ts'
import { changeOrders } from '../../../src/db/tables/change-orders.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import type { Side } from '../../../src/domain/sides.ts'
import { date } from '../../../src/domain/time.ts'
import { expireChanges } from '../../../src/server/orders/change-orders/expire-changes.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { downloadPack, manifestOf } from '../../support/evidence-pack.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { countQueries } from '../../support/query-count.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { open } from '../../support/scenes/demands/annex.ts'
import {
  addedRow,
  changeRows,
  changesOf,
  dayAhead,
  proposalFor,
  propose,
  proposed,
  prove,
  rowWith,
  sign,
  termsVersionOf,
} from '../../support/scenes/orders/changes.ts'
import { stepsOf } from '../../support/scenes/orders/deal-record.ts'
import * as scene from '../../support/scenes/orders/order.ts'
import {
  accept,
  book,
  confirm,
  demandOrder,
  expectBooksAgree,
  linesOf,
  open as openPayment,
  paid,
  paymentRow,
  refundRows,
  submitted,
  voucherOf,
} from '../../support/scenes/orders/pay.ts'
import {
  acceptStage,
  deliveredStage,
  milestoneRows,
  stagedOrder,
  startStage,
} from '../../support/scenes/orders/staged.ts'

const { bought, buys, goodsOrder, noticesOf, payeeOf, rowOf, sells, sold } = scene
const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const buyer2 = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')
const sub = clientForFile(app, 'sub')
const ops = clientForFile(app, 'ops')
beforeAll(async () => {
  await payeeOf(app)
  await prove(buyer)
  await prove(seller)
})

const clientOf = (side: Side): Client => (side === 'buyer' ? buyer : seller)
const [buys1, sells1] = ['buyer', 'seller'] as const
const decline = (side: Side, changeId: number, reason = '价格不能接受') =>
  side === 'buyer'
    ? buyer.api.orders.buyerChangeDecline({ changeId, reason })
    : seller.api.orders.sellerChangeDecline({ changeId, reason })
const withdraw = (side: Side, changeId: number) =>
  side === 'buyer'
    ? buyer.api.orders.buyerChangeWithdraw({ changeId })
    : seller.api.orders.sellerChangeWithdraw({ changeId })
/** Raises the amount of the last stage by ¥500. */
const raised = (rows: Parameters<Parameters<typeof proposed>[3]>[0]) => {
  const last = rows.at(-1)
  return [rowWith(last, { amount: (last?.amount ?? 0) + 50_000 })]
}
const setChange = (changeId: number, status: 'expired') =>
  app.db.update(changeOrders).set({ status, closedAt: new Date() }).where(eq(changeOrders.id, changeId))
const pdfOf = async (client: Client, url: string) => {
  const response = await open(app, client, url)
  expect(response.status).toBe(200)
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { bytes, text: pdfText(bytes).replaceAll('\n', '') }
}

describe.each([
  ['seller', 'buyer'],
  ['buyer', 'seller'],
] as const)('a change proposed by the %s and signed by the %s', (from, to) => {
  test('reprices, moves, adds and skips, raises the version, and is in history, record, notices and papers', async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    contentOf(await startStage(seller, orderId, ids[0]))
    const { orderNo } = await rowOf(app, orderId)
    const contractBefore = await pdfOf(buyer, contentOf(await buyer.api.orders.buyerOrderContract({ orderId })).url)
    const change = await proposed(
      clientOf(from),
      from,
      orderId,
      ([, one, two, three]) => [
        rowWith(one, { name: '试验方案', deliverables: '签字的试验方案（第二版）', on: dayAhead(40), amount: 250_000 }),
        rowWith(two, { skip: true }),
        rowWith(three, { amount: 410_001 }),
        addedRow(),
      ],
      { scope: '增加一组对照', promisedOn: dayAhead(210) },
    )
    expect(change).toMatchObject({
      number: 1,
      baseVersion: 1,
      side: from,
      status: 'proposed',
      refund: 0,
      obstacle: null,
    })
    expect(change.after.total).toBe(810_001)
    expect(change.signatures).toMatchObject([{ side: from, method: 'password' }])
    expect(change.steps).toEqual(['withdraw'])
    // Nothing has changed before the second signature.
    expect(await termsVersionOf(app, orderId)).toEqual({ version: 1, total: 1_000_001 })
    const told = await noticesOf(app, to, orderNo)
    expect(told.at(-1)?.title).toContain('提出变更单 1，请签署或拒绝')
    const shown = (await changesOf(clientOf(to), to, orderId)).data[0]
    if (shown === undefined) throw new Error('Nothing is shown')
    expect(shown.steps).toEqual(['sign', 'decline'])
    expect(shown.fingerprint).toBe(change.fingerprint)
    const desk =
      to === 'buyer'
        ? contentOf(await buyer.api.orders.buyerDashboard({}))
        : contentOf(await seller.api.orders.sellerDashboard({}))
    expect(desk.todos.filter(({ kind, path }) => kind === 'change' && path.includes(`${orderId}`))).toHaveLength(1)

    const answer = contentOf(await sign(clientOf(to), to, shown))
    expect(answer.data[0]).toMatchObject({ status: 'applied', steps: [] })
    expect(answer.data[0]?.signatures.map(({ side }) => side)).toEqual([from, to])
    const order = await bought(buyer, orderId)
    expect(order).toMatchObject({ total: 810_001, termsVersion: 2, status: 'in_progress' })
    expect(date(order.promisedAt ?? '')).toBe(dayAhead(210))
    expect(order.payments.map(({ seq, name, amount, percent }) => [seq, name, amount, percent])).toEqual([
      [1, '预付款', 100_000, 12],
      [2, '试验方案', 250_000, 31],
      [3, '中期报告', 0, 0],
      [4, '总结报告', 410_001, 51],
      [5, '补充试验', 50_000, 6],
    ])
    expect(
      order.milestones.map(({ name, status, deliverables, plannedAt }) => [
        name,
        status,
        deliverables,
        date(plannedAt),
      ]),
    ).toEqual([
      ['试验方案', 'in_work', '签字的试验方案（第二版）', dayAhead(40)],
      ['中期报告', 'skipped', '中期数据；脏器称重', dayAhead(60)],
      ['总结报告', 'planned', 'GLP 总结报告', dayAhead(120)],
      ['补充试验', 'planned', '补充试验报告', dayAhead(200)],
    ])
    const events = order.history.map(({ event }) => event)
    expect(events.slice(-3)).toEqual(['proposeChange', 'signChange', 'applyChange'])
    const record = await stepsOf(app, orderId)
    expect(record.filter((step) => step.startsWith('change'))).toHaveLength(3)
    expect(record.some((step) => step.startsWith('milestone skip'))).toBe(true)
    for (const side of [from, to])
      expect((await noticesOf(app, side, orderNo)).at(-1)?.title).toContain('已由双方签署，立即生效')

    // The supplement is the same for both; the contract stays and names it.
    const own = await pdfOf(buyer, contentOf(await buyer.api.orders.buyerSupplement({ orderId, supplement: 1 })).url)
    const theirs = await pdfOf(
      seller,
      contentOf(await seller.api.orders.sellerSupplement({ orderId, supplement: 1 })).url,
    )
    expect(theirs.bytes).toEqual(own.bytes)
    for (const words of [
      '补充协议 1',
      '检测指标增加',
      '增加一组对照',
      '¥8,100.01',
      '不再执行',
      '登录密码',
      change.fingerprint,
    ])
      expect(own.text, words).toContain(words)
    const contractAfter = await pdfOf(buyer, contentOf(await buyer.api.orders.buyerOrderContract({ orderId })).url)
    expect(contractAfter.text).toContain('补充协议 1')
    expect(contractAfter.text).toContain('¥10,000.01')
    const printOf = (text: string) => /SHA-256）：([0-9a-f]{64})/.exec(text)?.[1]
    expect(printOf(contractAfter.text)).toBe(printOf(contractBefore.text))
    expect((await stepsOf(app, orderId)).filter((step) => step.startsWith('document supplement'))).toHaveLength(1)
    const pack = await downloadPack(app, buyer, `/files/evidence-pack/buyer/${orderId}`)
    expect(manifestOf(pack).files.filter(({ path }) => path.includes('补充协议 1'))).toHaveLength(1)
    await expectBooksAgree(app, [orderId])
  })
})

describe('proposing', () => {
  test('needs a confirmed identity, a running order of the company and the permission', async () => {
    const { orderId } = await stagedOrder(app, buyer, seller)
    const proposal = await proposalFor(buyer, 'buyer', orderId, raised)
    await app.db.update(sessions).set({ reauthenticatedAt: null })
    expect(failureOf(await propose(buyer, 'buyer', proposal))).toBe('reauthNeeded')
    await prove(buyer)
    await prove(seller)
    await prove(buyer2)
    await prove(seller3)
    expect(failureOf(await propose(buyer2, 'buyer', proposal))).toBe('notFound')
    expect(failureOf(await propose(seller3, 'seller', proposal))).toBe('notFound')
    expect(failureOf(await propose(seller, 'buyer', proposal))).toBe('notFound')
    expect(failureOf(await propose(sub, 'buyer', proposal))).toBe('forbidden')
    expect(failureOf(await propose(visitor(app), 'buyer', proposal))).toBe('sessionInvalid')
    expect(failureOf(await propose(ops, 'buyer', proposal))).toBe('notCertified')
    expect(failureOf(await propose(buyer, 'buyer', { ...proposal, orderId: missingId }))).toBe('notFound')
    expect(await changeRows(app, orderId)).toEqual([])
    contentOf(await propose(buyer, 'buyer', proposal))
  })

  test('is refused for goods, before the confirmation and after the end', async () => {
    const { orderId: goods } = await goodsOrder(app, buyer)
    contentOf(await sells(seller, goods, 'confirm'))
    expect(failureOf(await propose(buyer, 'buyer', await proposalFor(buyer, 'buyer', goods, raised)))).toBe(
      'changeGoods',
    )
    const waiting = await demandOrder(app, buyer, seller, { confirmed: false })
    const early = await proposalFor(seller, 'seller', waiting, raised)
    expect(failureOf(await propose(seller, 'seller', early))).toBe('changeNotRunning')
    await scene.setStatus(app, waiting, 'completed')
    expect(failureOf(await propose(seller, 'seller', early))).toBe('changeNotRunning')
  })

  test('names the fields at fault and keeps expiry between 3 and 30 days', async () => {
    const { orderId } = await stagedOrder(app, buyer, seller)
    const proposal = await proposalFor(buyer, 'buyer', orderId, raised)
    expect(fieldsWithErrors(await propose(buyer, 'buyer', { ...proposal, reason: ' ' }))).toEqual(['reason'])
    expect(fieldsWithErrors(await propose(buyer, 'buyer', { ...proposal, expiresInDays: 2 }))).toEqual([
      'expiresInDays',
    ])
    expect(fieldsWithErrors(await propose(buyer, 'buyer', { ...proposal, expiresInDays: 31 }))).toEqual([
      'expiresInDays',
    ])
    expect(fieldsWithErrors(await propose(buyer, 'buyer', { ...proposal, scope: '字'.repeat(5001) }))).toEqual([
      'scope',
    ])
    const rows = [{ ...addedRow(), name: '' }]
    expect(fieldsWithErrors(await propose(buyer, 'buyer', { ...proposal, rows }))).toEqual(['rows.0.name'])
  })

  test('is done once for a key, and there is one open change order', async () => {
    const { orderId } = await stagedOrder(app, buyer, seller)
    const proposal = await proposalFor(buyer, 'buyer', orderId, raised)
    const key = newKey()
    const first = contentOf(await propose(buyer, 'buyer', proposal, key))
    expect(contentOf(await propose(buyer, 'buyer', proposal, key))).toEqual(first)
    expect(failureOf(await propose(buyer, 'buyer', proposal))).toBe('changeOpen')
    expect(failureOf(await propose(seller, 'seller', proposal))).toBe('changeOpen')
    const changeId = first.data[0]?.changeId ?? 0
    expect(failureOf(await withdraw('seller', changeId))).toBe('stepNotAllowed')
    contentOf(await withdraw('buyer', changeId))
    expect(failureOf(await withdraw('buyer', changeId))).toBe('stepNotAllowed')
    const second = contentOf(await propose(seller, 'seller', proposal))
    expect(second.data.map(({ number, status }) => [number, status])).toEqual([
      [2, 'proposed'],
      [1, 'withdrawn'],
    ])
    contentOf(await decline('buyer', second.data[0]?.changeId ?? 0))
    expect((await changesOf(seller, 'seller', orderId)).data[0]).toMatchObject({
      status: 'declined',
      answer: '价格不能接受',
    })
  })

  test('refuses a stale version, a wrong total and what the plan refuses, with the row', async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    const proposal = await proposalFor(buyer, 'buyer', orderId, raised)
    expect(failureOf(await propose(buyer, 'buyer', { ...proposal, baseVersion: 2 }))).toBe('changeBaseGone')
    expect(failureOf(await propose(buyer, 'buyer', { ...proposal, total: 1 }))).toBe('changeTotalWrong')
    expect(failureOf(await propose(buyer, 'buyer', { ...proposal, rows: [], total: 1_000_001 }))).toBe('changeNothing')
    await deliveredStage(seller, orderId, ids[0])
    contentOf(await acceptStage(buyer, orderId, ids[0]))
    const closed = await proposalFor(seller, 'seller', orderId, (rows) => [rowWith(rows[1], { amount: 1 })])
    const answer = await propose(seller, 'seller', closed)
    expect(failureOf(answer)).toBe('changeAccepted')
    expect(answer.ok ? null : answer.failure.content).toEqual({ row: 0 })
  })
})

describe('signing', () => {
  test('belongs to the other side of the order, with a confirmed identity and the shown fingerprint', async () => {
    const { orderId } = await stagedOrder(app, buyer, seller)
    const change = await proposed(seller, 'seller', orderId, raised)
    expect(failureOf(await sign(seller, 'seller', change))).toBe('stepNotAllowed')
    expect(failureOf(await sign(buyer2, 'buyer', change))).toBe('notFound')
    expect(failureOf(await sign(sub, 'buyer', change))).toBe('forbidden')
    expect(failureOf(await sign(buyer, 'buyer', { ...change, changeId: missingId }))).toBe('notFound')
    const wrong = { ...change, fingerprint: '0'.repeat(64) }
    expect(failureOf(await sign(buyer, 'buyer', wrong))).toBe('changeFingerprint')
    await app.db.update(sessions).set({ reauthenticatedAt: null })
    expect(failureOf(await sign(buyer, 'buyer', change))).toBe('reauthNeeded')
    await prove(buyer)
    await prove(seller)
    const key = newKey()
    const first = contentOf(await sign(buyer, 'buyer', change, key))
    expect(contentOf(await sign(buyer, 'buyer', change, key))).toEqual(first)
    expect(failureOf(await sign(buyer, 'buyer', change))).toBe('stepNotAllowed')
    expect(await termsVersionOf(app, orderId)).toEqual({ version: 2, total: 1_050_001 })
  })

  test('is refused once a stage was accepted, or more was paid than its new amount', async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    const change = await proposed(seller, 'seller', orderId, ([, one, two]) => [
      rowWith(one, { amount: 150_000 }),
      rowWith(two, { amount: 350_000 }),
    ])
    await submitted(app, buyer, orderId, 2)
    expect(failureOf(await sign(buyer, 'buyer', change))).toBe('changeBelowPaid')
    expect((await changesOf(buyer, 'buyer', orderId)).data[0]?.obstacle).toContain('不能低于已付')
    await deliveredStage(seller, orderId, ids[0])
    contentOf(await acceptStage(buyer, orderId, ids[0]))
    expect(failureOf(await sign(buyer, 'buyer', change))).toBe('changeAccepted')
    expect(await termsVersionOf(app, orderId)).toEqual({ version: 1, total: 1_000_001 })
    contentOf(await decline('buyer', change.changeId))
  })

  test('waits while the order is disputed, and goes on after a ruling that it continues', async () => {
    const { orderId } = await stagedOrder(app, buyer, seller)
    const change = await proposed(seller, 'seller', orderId, raised)
    contentOf(await buys(buyer, orderId, 'dispute', { reason: '进度不符' }))
    expect((await changesOf(buyer, 'buyer', orderId)).data[0]).toMatchObject({ status: 'proposed', steps: ['decline'] })
    expect(failureOf(await sign(buyer, 'buyer', change))).toBe('changeDisputed')
    const proposal = await proposalFor(seller, 'seller', orderId, raised)
    expect(failureOf(await propose(seller, 'seller', proposal))).toBe('changeOpen')
    const disputeId = contentOf(await buyer.api.orders.buyerDisputes({ orderId })).data[0]?.disputeId ?? 0
    const shown = contentOf(await ops.api.orders.dispute({ disputeId }))
    expect(shown.changes).toMatchObject([{ number: 1, status: 'proposed', after: { total: 1_050_001 } }])
    const record = contentOf(await ops.api.operations.tradeRecord({ kind: 'order', id: orderId }))
    const section = record.sections.find((each) => each.title === '变更单')
    expect(JSON.stringify(section)).toContain('变更单 1，供应商提出，待另一方签署')
    const reason = '双方提供的记录已核实，继续执行。'
    contentOf(await ops.api.orders.disputeVerdict({ disputeId, event: 'resume', reason }))
    contentOf(await sign(buyer, 'buyer', change))
    expect((await termsVersionOf(app, orderId)).total).toBe(1_050_001)
  })

  test('is over with its time: by name at once, by the job for both sides, and a new one may be proposed', async () => {
    const { orderId } = await stagedOrder(app, buyer, seller)
    await proposed(seller, 'seller', orderId, raised)
    const { orderNo } = await rowOf(app, orderId)
    const past = new Date(Date.now() - 1000)
    await app.db.transaction(async (tx) => {
      await tx.execute('set local session_replication_role = replica')
      await tx.update(changeOrders).set({ expiresAt: past }).where(eq(changeOrders.orderId, orderId))
    })
    const [row] = await changeRows(app, orderId)
    const change = { changeId: row?.id ?? 0, fingerprint: row?.fingerprint ?? '' }
    expect(failureOf(await sign(buyer, 'buyer', change))).toBe('changeExpired')
    await expireChanges(app.db, app.runtime)
    await expireChanges(app.db, app.runtime)
    expect((await changesOf(buyer, 'buyer', orderId)).data[0]?.status).toBe('expired')
    for (const side of [buys1, sells1])
      expect((await noticesOf(app, side, orderNo)).filter(({ title }) => title.includes('已过期'))).toHaveLength(1)
    expect(failureOf(await sign(buyer, 'buyer', change))).toBe('stepNotAllowed')
    await proposed(buyer, 'buyer', orderId, raised)
  })

  test('is void with the end of the order', async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    const change = await proposed(seller, 'seller', orderId, raised)
    for (const id of ids) {
      await deliveredStage(seller, orderId, id)
      contentOf(await acceptStage(buyer, orderId, id))
    }
    expect((await changesOf(buyer, 'buyer', orderId)).data[0]).toMatchObject({ status: 'void', steps: [] })
    expect(failureOf(await sign(buyer, 'buyer', change))).toBe('stepNotAllowed')
    const cancelled = await stagedOrder(app, buyer, seller)
    await proposed(buyer, 'buyer', cancelled.orderId, raised)
    contentOf(await buys(buyer, cancelled.orderId, 'cancel', { reason: '项目终止' }))
    contentOf(await sells(seller, cancelled.orderId, 'agreeCancel', { refundAmount: 0 }))
    expect((await changeRows(app, cancelled.orderId)).map(({ status }) => status)).toEqual(['void'])
  })

  test('completes the order where no stage is left to be carried out', async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    await deliveredStage(seller, orderId, ids[0])
    contentOf(await acceptStage(buyer, orderId, ids[0]))
    contentOf(await startStage(seller, orderId, ids[1]))
    const change = await proposed(buyer, 'buyer', orderId, ([, , two, three]) => [
      rowWith(two, { skip: true }),
      rowWith(three, { skip: true }),
    ])
    contentOf(await sign(seller, 'seller', change))
    const order = await sold(seller, orderId)
    expect(order).toMatchObject({ status: 'completed', total: 300_000 })
    expect(order.history.at(-1)?.reason).toContain('不再有待执行的里程碑')
    expect((await changeRows(app, orderId))[0]?.status).toBe('applied')
  })
})

describe('money', () => {
  test('of a skipped stage is refunded whole, and the books agree before and after', async () => {
    const { orderId } = await stagedOrder(app, buyer, seller)
    await paid(app, { buyer, seller }, orderId, 4)
    const change = await proposed(seller, 'seller', orderId, (rows) => [rowWith(rows[3], { skip: true })])
    expect(change.refund).toBe(400_001)
    contentOf(await sign(buyer, 'buyer', change))
    expect(await refundRows(app, orderId)).toMatchObject([{ amount: 400_001, status: 'pending' }])
    const before = (await linesOf(app, orderId))[3]
    expect(before).toMatchObject({ amount: 0, paid: 400_001, status: 'refund_pending' })
    await expectBooksAgree(app, [orderId])
    const [refund] = await refundRows(app, orderId)
    const voucherId = await voucherOf(seller)
    const refundId = refund?.id ?? 0
    contentOf(await seller.api.orders.refundSend({ refundId, voucherId }, { idempotencyKey: newKey() }))
    contentOf(await buyer.api.orders.refundReceipt({ refundId, event: 'receive' }, { idempotencyKey: newKey() }))
    expect((await linesOf(app, orderId))[3]).toMatchObject({ amount: 0, paid: 0, status: 'skipped' })
    expect(await bought(buyer, orderId)).toMatchObject({ total: 600_000, paid: 0, paymentState: 'unpaid' })
    await expectBooksAgree(app, [orderId])
  })

  test('paid in part over a gateway for a skipped stage goes back', async () => {
    const { orderId } = await stagedOrder(app, buyer, seller)
    const line = (await linesOf(app, orderId))[2]
    const { payment } = contentOf(await openPayment(buyer, [line?.id ?? 0], 'demo'))
    const skip = () => proposalFor(seller, 'seller', orderId, (rows) => [rowWith(rows[2], { skip: true })])
    expect(failureOf(await propose(seller, 'seller', await skip()))).toBe('changePaymentOpen')
    await book(app, payment.paymentNo, 120_000)
    const change = await proposed(seller, 'seller', orderId, (rows) => [rowWith(rows[2], { skip: true })])
    expect(change.refund).toBe(120_000)
    contentOf(await sign(buyer, 'buyer', change))
    await expectBooksAgree(app, [orderId])
    expect((await linesOf(app, orderId))[2]).toMatchObject({ amount: 0, paid: 120_000, status: 'refund_pending' })
    expect(await refundRows(app, orderId)).toMatchObject([{ amount: 120_000, status: 'pending' }])
  })

  test('lowered to what was paid confirms the line; an open transfer over the old amount is closed', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    const [, second, third] = await linesOf(app, orderId)
    await paid(app, { buyer, seller }, orderId, 2, 100_000)
    const { payment } = contentOf(await openPayment(buyer, [third?.id ?? 0]))
    const change = await proposed(buyer, 'buyer', orderId, (rows) => [
      rowWith(rows[1], { amount: 100_000 }),
      rowWith(rows[2], { amount: 1_000, on: dayAhead(90) }),
    ])
    expect(second?.amount).toBeGreaterThan(100_000)
    contentOf(await sign(seller, 'seller', change))
    const lines = await linesOf(app, orderId)
    expect(lines[1]).toMatchObject({ amount: 100_000, paid: 100_000, status: 'confirmed' })
    expect(lines[2]?.amount).toBe(1_000)
    expect(date(lines[2]?.dueAt?.toISOString() ?? '')).toBe(dayAhead(90))
    expect((await paymentRow(app, payment.paymentId)).status).toBe('closed')
    await expectBooksAgree(app, [orderId])
    const again = contentOf(await openPayment(buyer, [third?.id ?? 0])).payment
    expect(again.amount).toBe(1_000)
    contentOf(await confirm(buyer, again.paymentId, await voucherOf(buyer)))
    contentOf(await accept(seller, again.paymentId, 1_000))
    await expectBooksAgree(app, [orderId])
  })

  test('of a transfer that waits for verification stays whole while its line is raised', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    const [first] = await linesOf(app, orderId)
    const before = first?.amount ?? 0
    const paymentId = await submitted(app, buyer, orderId, 1)
    const change = await proposed(seller, 'seller', orderId, (rows) => [rowWith(rows[0], { amount: before + 70_000 })])
    contentOf(await sign(buyer, 'buyer', change))
    contentOf(await accept(seller, paymentId, before))
    const [line] = await linesOf(app, orderId)
    expect(line).toMatchObject({ amount: before + 70_000, paid: before })
    expect(line?.status).not.toBe('confirmed')
    await expectBooksAgree(app, [orderId])
  })

  test('overdue with a later day is due again; an order without stages gets a further payment', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    const [first] = await linesOf(app, orderId)
    await app.db.execute(
      `update payment_lines set status = 'overdue', due_at = now() - interval '3 days' where id = ${first?.id ?? 0}`,
    )
    const change = await proposed(seller, 'seller', orderId, (rows) => [
      rowWith(rows[0], { on: dayAhead(10) }),
      addedRow({ deliverables: '', on: dayAhead(50) }),
    ])
    contentOf(await sign(buyer, 'buyer', change))
    const lines = await linesOf(app, orderId)
    expect(lines[0]?.status).toBe('due')
    expect(lines.at(-1)).toMatchObject({ name: '补充试验', amount: 50_000, status: 'scheduled' })
    expect((await milestoneRows(app, orderId)).length).toBe(0)
  })
})

test('what was proposed cannot be changed in the database, nor one that was answered', async () => {
  const { orderId } = await stagedOrder(app, buyer, seller)
  const change = await proposed(seller, 'seller', orderId, raised)
  const rows = app.db.update(changeOrders).set({ reason: '另一原因' }).where(eq(changeOrders.id, change.changeId))
  await expect(rows).rejects.toThrow(/change_orders/)
  await expect(app.db.delete(changeOrders).where(eq(changeOrders.id, change.changeId))).rejects.toThrow(/change_orders/)
  contentOf(await withdraw('seller', change.changeId))
  await expect(setChange(change.changeId, 'expired')).rejects.toThrow(/change_orders/)
})

test('reading an order costs no query more with change orders, and supplements are for its sides only', async () => {
  const { orderId } = await stagedOrder(app, buyer, seller)
  const read = () => countQueries(app, () => buyer.api.orders.buyerOrder({ orderId }).then(contentOf))
  const list = () => countQueries(app, () => buyer.api.orders.buyerChangeOrders({ orderId }).then(contentOf))
  const [before, listed] = [await read(), await list()]
  contentOf(await sign(buyer, 'buyer', await proposed(seller, 'seller', orderId, raised)))
  await proposed(buyer, 'buyer', orderId, raised)
  expect(await read()).toBe(before)
  expect(await list()).toBe(listed)
  expect(failureOf(await buyer2.api.orders.buyerSupplement({ orderId, supplement: 1 }))).toBe('notFound')
  expect(failureOf(await buyer.api.orders.buyerSupplement({ orderId, supplement: 2 }))).toBe('notFound')
  expect(failureOf(await buyer2.api.orders.buyerChangeOrders({ orderId }))).toBe('notFound')
  expect(failureOf(await seller3.api.orders.sellerChangeOrders({ orderId }))).toBe('notFound')
  const [row] = await app.db.select().from(orders).where(eq(orders.id, orderId))
  expect(row?.termsVersion).toBe(2)
})
