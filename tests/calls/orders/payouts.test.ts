import { and, eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { bankAccounts, sessions, users } from '../../../src/db/tables/accounts.ts'
import { dealEntries } from '../../../src/db/tables/deal-record.ts'
import { platformActions } from '../../../src/db/tables/operations.ts'
import { orderMilestones } from '../../../src/db/tables/orders.ts'
import { ledgerMovements, paymentParts, payoutLines, payouts } from '../../../src/db/tables/payments.ts'
import { stateChanges } from '../../../src/db/tables/operations.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { today } from '../../../src/domain/time.ts'
import { companyOf } from '../../support/scenes/orders/cart.ts'
import { prove } from '../../support/scenes/orders/changes.ts'
import * as scene from '../../support/scenes/orders/order.ts'
import { setCompleted } from '../../support/scenes/orders/completed.ts'
import {
  book,
  expectBooksAgree,
  lineOf,
  linesOf,
  refundRows,
  sendBack,
  voucherOf,
} from '../../support/scenes/orders/pay.ts'
import {
  approve,
  approveTwice,
  duePayout,
  makeDue,
  markFailed,
  markPaid,
  paidOnline,
  partOf,
  payOnline,
  payoutRow,
  refresh,
  removeDemoPayouts,
  retry,
  setDisputed,
} from '../../support/scenes/orders/payout.ts'
import { acceptStage, deliveredStage, stagedOrder } from '../../support/scenes/orders/staged.ts'
import { answer, ask, give, ofLine, paidBack, requestIdOf } from '../../support/scenes/orders/refund.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
const seller2 = clientForFile(app, 'seller2')
const ops = clientForFile(app, 'ops')
const finance = clientForFile(app, 'finance')
const risk = clientForFile(app, 'risk')
const reviewer = clientForFile(app, 'reviewer')
beforeAll(async () => {
  await scene.payeeOf(app)
  await removeDemoPayouts(app)
  for (const client of [ops, finance, risk]) await prove(client)
})

const detail = async (payoutId: number) => contentOf(await ops.api.orders.payout({ payoutId }))
const moneyOf = async () => contentOf(await seller.api.orders.sellerHeldMoney({ pageSize: 100 }))
const returns = (payoutId: number, reason: string) =>
  ops.api.orders.payoutReturn({ payoutId, reason }, { idempotencyKey: newKey() })
const entriesOf = (orderId: number) =>
  app.db
    .select({ event: dealEntries.event, side: dealEntries.side })
    .from(dealEntries)
    .where(and(eq(dealEntries.orderId, orderId), eq(dealEntries.kind, 'payout')))
    .orderBy(dealEntries.seq)

describe('a payout', () => {
  test('is made when it is due, approved by two operators, paid with a receipt, and seen by the supplier', async () => {
    const early = await paidOnline(app, buyer, seller, { daysAgo: 6 })
    const { orderId, payoutId, amount, lineId } = await duePayout(app, buyer, seller)
    await expect(payoutRow(app, early.orderId)).rejects.toThrow('No payout')
    expect((await moneyOf()).data.find((row) => row.orderId === early.orderId)).toMatchObject({
      state: 'waiting',
      amount,
    })
    expect((await moneyOf()).data.some((row) => row.orderId === orderId)).toBe(false)
    const listed = contentOf(await finance.api.orders.payouts({ status: 'due' }))
    expect(listed.data).toMatchObject([{ payoutId, net: amount, orders: 1, status: 'due', accountMissing: false }])
    contentOf(await approve(finance, payoutId, amount))
    expect(await detail(payoutId)).toMatchObject({ status: 'first_approved', firstBy: 'finance', secondBy: null })
    expect(contentOf(await approve(ops, payoutId, amount)).status).toBe('approved')
    const sheet = contentOf(await ops.api.orders.payoutsSheet({}))
    expect(sheet).toMatchObject({ rows: 1 })
    const paid = contentOf(await markPaid(finance, payoutId, { bankReference: '2026112800001234' }))
    expect(paid).toMatchObject({ status: 'paid', bankReference: '2026112800001234' })
    expect(paid.history.map(({ event }) => event)).toEqual(['create', 'approve', 'confirm', 'pay'])
    const shown = contentOf(await seller.api.orders.sellerPayouts({})).data[0]
    expect(shown).toMatchObject({ payoutId, status: 'paid', net: amount, lines: [{ orderId, lineId, amount }] })
    expect(shown?.receiptUrl).toContain('/files/')
    expect(await partOf(app, orderId)).toMatchObject({ held: 0, paidOut: amount, received: amount })
    expect(await entriesOf(orderId)).toEqual([
      { event: 'create', side: 'system' },
      { event: 'approve', side: 'operator' },
      { event: 'confirm', side: 'operator' },
      { event: 'pay', side: 'operator' },
    ])
    await expectBooksAgree(app, [orderId, early.orderId])
    expect((await scene.noticesOf(app, 'seller', '已打款')).length).toBe(1)
    // Nothing is made of it again.
    await makeDue(app)
    expect((await payoutRow(app, orderId)).id).toBe(payoutId)
    const order = contentOf(await seller.api.orders.sellerOrder({ orderId }))
    expect(order.payments[0]?.online).toMatchObject([{ state: 'paid', amount }])
    expect(contentOf(await buyer.api.orders.buyerOrder({ orderId })).payments[0]?.online).toEqual([])
  })

  test('needs two operators: the same one is refused, and of 20 parallel approvals one counts', async () => {
    const { payoutId, amount, orderId } = await duePayout(app, buyer, seller)
    const first = await Promise.all(Array.from({ length: 20 }, () => approve(finance, payoutId, amount)))
    expect(new Set(first.map(failureOf))).toEqual(new Set(['none', 'secondOperatorNeeded']))
    expect(first.filter(({ ok }) => ok)).toHaveLength(1)
    expect(failureOf(await approve(finance, payoutId, amount))).toBe('secondOperatorNeeded')
    const second = await Promise.all(Array.from({ length: 20 }, () => approve(ops, payoutId, amount)))
    expect(second.filter(({ ok }) => ok)).toHaveLength(1)
    expect(new Set(second.map(failureOf))).toEqual(new Set(['none', 'payoutMoved']))
    const receiptId = await voucherOf(ops)
    const input = { payoutId, receiptId, bankReference: 'B1', paidOn: today() }
    const paid = await Promise.all(
      Array.from({ length: 20 }, () => ops.api.orders.payoutPaid(input, { idempotencyKey: newKey() })),
    )
    expect(paid.filter(({ ok }) => ok)).toHaveLength(1)
    const out = await app.db
      .select()
      .from(ledgerMovements)
      .where(and(eq(ledgerMovements.orderId, orderId), eq(ledgerMovements.kind, 'paid_out')))
    expect(out).toHaveLength(1)
    const steps = await app.db
      .select({ event: stateChanges.event })
      .from(stateChanges)
      .where(and(eq(stateChanges.entity, 'payout'), eq(stateChanges.entityId, payoutId)))
    expect(steps.map(({ event }) => event)).toEqual(['create', 'approve', 'confirm', 'pay'])
    const actions = await app.db
      .select({ call: platformActions.call })
      .from(platformActions)
      .where(and(eq(platformActions.subjectKind, 'payout'), eq(platformActions.subjectId, payoutId)))
    expect(actions).toHaveLength(3)
  })

  test('pressed twice with one key is one approval', async () => {
    const { payoutId, amount } = await duePayout(app, buyer, seller)
    const key = newKey()
    contentOf(await approve(finance, payoutId, amount, key))
    expect(contentOf(await approve(finance, payoutId, amount, key)).status).toBe('first_approved')
    contentOf(await returns(payoutId, '请核对户名'))
    expect(await detail(payoutId)).toMatchObject({ status: 'due', firstBy: null, reason: '' })
  })

  test('that was returned keeps the reason from the supplier and from the record of the order', async () => {
    const { payoutId, amount, orderId } = await duePayout(app, buyer, seller)
    await approveTwice(finance, ops, payoutId, amount)
    contentOf(await markFailed(ops, payoutId))
    contentOf(await retry(ops, payoutId))
    contentOf(await approve(finance, payoutId, amount))
    contentOf(await returns(payoutId, '疑似关联交易'))
    const { history } = await detail(payoutId)
    expect(history.at(-1)).toMatchObject({ event: 'return', reason: '疑似关联交易' })
    const shown = contentOf(await seller.api.orders.sellerPayouts({})).data[0]
    expect(shown).toMatchObject({ payoutId, status: 'due', reason: '账号与户名不符' })
    const record = await app.db
      .select({ event: dealEntries.event, body: dealEntries.body })
      .from(dealEntries)
      .where(eq(dealEntries.orderId, orderId))
    expect(record.at(-1)?.event).toBe('return')
    expect(record.filter(({ body }) => body.includes('账号与户名不符'))).toHaveLength(1)
    expect(record.filter(({ body }) => body.includes('疑似关联交易'))).toEqual([])
  })

  test('is for the finance role, with identity confirmed, and not for the own company', async () => {
    const { payoutId, amount } = await duePayout(app, buyer, seller)
    expect(failureOf(await visitor(app).api.orders.payouts({}))).toBe('sessionInvalid')
    expect(failureOf(await seller.api.orders.payouts({}))).toBe('forbidden')
    expect(failureOf(await reviewer.api.orders.payouts({}))).toBe('operatorForbidden')
    expect(failureOf(await approve(reviewer, payoutId, amount))).toBe('operatorForbidden')
    expect(failureOf(await approve(ops, missingId, amount))).toBe('notFound')
    expect(failureOf(await approve(ops, payoutId, amount - 1))).toBe('payoutMoved')
    const ofRisk = eq(users.loginName, 'risk')
    for (const company of ['seller', 'buyer'] as const) {
      await app.db
        .update(users)
        .set({ companyId: await companyOf(app, company) })
        .where(ofRisk)
      expect(failureOf(await approve(risk, payoutId, amount))).toBe('ownCompany')
    }
    await app.db.update(users).set({ companyId: null }).where(ofRisk)
    await app.db.update(sessions).set({ reauthenticatedAt: null })
    expect(failureOf(await approve(ops, payoutId, amount))).toBe('reauthNeeded')
    for (const client of [ops, finance, risk]) await prove(client)
    expect((await detail(payoutId)).status).toBe('due')
  })

  test('belongs to its supplier alone, and its receipt is closed to buyers', async () => {
    const { payoutId, amount, orderId } = await duePayout(app, buyer, seller)
    await approveTwice(finance, ops, payoutId, amount)
    contentOf(await markPaid(ops, payoutId))
    const url = (await detail(payoutId)).receiptUrl ?? ''
    const own = contentOf(await seller2.api.orders.sellerPayouts({ pageSize: 100 }))
    expect(own.data.some((row) => row.payoutId === payoutId)).toBe(false)
    const held = contentOf(await seller2.api.orders.sellerHeldMoney({ pageSize: 100 }))
    expect(held.data.some((row) => row.orderId === orderId)).toBe(false)
    const statusFor = async ({ cookies }: typeof seller) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      return (await app.fetch(new Request(`http://localhost${url}`, { headers: { cookie } }))).status
    }
    expect(await statusFor(seller)).toBe(200)
    expect(await statusFor(finance)).toBe(200)
    expect(await statusFor(buyer)).toBe(404)
    expect(await statusFor(seller2)).toBe(404)
  })

  test('that the bank refused is tried again after its reason was shown', async () => {
    const { payoutId, amount, orderId } = await duePayout(app, buyer, seller)
    expect(failureOf(await markPaid(ops, payoutId))).toBe('payoutMoved')
    await approveTwice(finance, ops, payoutId, amount)
    expect(fieldsWithErrors(await markFailed(ops, payoutId, '错'))).toEqual(['reason'])
    contentOf(await markFailed(ops, payoutId))
    expect(failureOf(await markPaid(ops, payoutId))).toBe('payoutMoved')
    expect(contentOf(await seller.api.orders.sellerPayouts({})).data[0]).toMatchObject({
      status: 'failed',
      reason: '账号与户名不符',
    })
    contentOf(await retry(ops, payoutId))
    expect(await detail(payoutId)).toMatchObject({ status: 'due', attempt: 2, firstBy: null, reason: '账号与户名不符' })
    await approveTwice(ops, finance, payoutId, amount)
    expect(fieldsWithErrors(await markPaid(ops, payoutId, { paidOn: '2020-01-01' }))).toEqual(['paidOn'])
    expect(fieldsWithErrors(await markPaid(ops, payoutId, { paidOn: '2099-01-01' }))).toEqual(['paidOn'])
    contentOf(await markPaid(ops, payoutId))
    await expectBooksAgree(app, [orderId])
  })

  test('waits for an account and says so; a changed account is approved anew', async () => {
    const companyId = await companyOf(app, 'seller')
    const [account] = await app.db.select().from(bankAccounts).where(eq(bankAccounts.companyId, companyId))
    if (account === undefined) throw new Error('No account')
    await app.db.delete(bankAccounts).where(eq(bankAccounts.companyId, companyId))
    const { payoutId, amount } = await duePayout(app, buyer, seller)
    await makeDue(app)
    const { payoutNo } = await detail(payoutId)
    const told = await scene.noticesOf(app, 'seller', '等待收款账户')
    expect(told.filter(({ text }) => text.includes(payoutNo))).toHaveLength(1)
    expect(contentOf(await seller.api.orders.sellerPayouts({})).data[0]).toMatchObject({
      payoutId,
      accountMissing: true,
    })
    expect((await moneyOf()).accountMissing).toBe(true)
    expect(failureOf(await approve(finance, payoutId, amount))).toBe('payoutAccountMissing')
    const { accountHash: _hash, ...row } = account
    await app.db.insert(bankAccounts).values(row)
    contentOf(await approve(finance, payoutId, amount))
    await app.db.update(bankAccounts).set({ bankName: '另一家银行' }).where(eq(bankAccounts.companyId, companyId))
    expect((await detail(payoutId)).accountNow).toMatchObject({ bankName: '另一家银行' })
    expect(failureOf(await approve(ops, payoutId, amount))).toBe('payoutAccountChanged')
    await app.db.update(bankAccounts).set({ bankName: account.bankName }).where(eq(bankAccounts.companyId, companyId))
    contentOf(await approve(ops, payoutId, amount))
  })

  test('is approved for the account that its operator saw, the first time too', async () => {
    const companyId = await companyOf(app, 'seller')
    const { payoutId, amount } = await duePayout(app, buyer, seller)
    const { account } = await detail(payoutId)
    if (account === null) throw new Error('No account')
    const approveFor = (who: typeof ops, shown: typeof account | null) =>
      who.api.orders.payoutApprove({ payoutId, amount, account: shown }, { idempotencyKey: newKey() })
    const change = (accountNo: string) =>
      app.db.update(bankAccounts).set({ accountNo }).where(eq(bankAccounts.companyId, companyId))
    await change('6222020200998877')
    expect(failureOf(await approveFor(finance, account))).toBe('payoutAccountChanged')
    expect(failureOf(await approveFor(finance, null))).toBe('payoutAccountChanged')
    const changed = { ...account, accountNo: '6222020200998877' }
    expect((await detail(payoutId)).account).toEqual(changed)
    contentOf(await approveFor(finance, changed))
    await change(account.accountNo)
    // Neither the account of the first approval nor the present one alone will do.
    expect(failureOf(await approveFor(ops, changed))).toBe('payoutAccountChanged')
    expect(failureOf(await approveFor(ops, account))).toBe('payoutAccountChanged')
    await change(changed.accountNo)
    contentOf(await approveFor(ops, changed))
    await change(account.accountNo)
  })
})

describe('a payout on hold', () => {
  test('waits for a dispute; other orders leave it, and it is released afterwards', async () => {
    const one = await paidOnline(app, buyer, seller)
    const { payoutId, orderId, total } = await duePayout(app, buyer, seller)
    expect(total).toBe(one.amount * 2)
    contentOf(await approve(finance, payoutId, total))
    await setDisputed(app, one.orderId, 'disputed')
    // Before the job has run.
    expect(failureOf(await approve(ops, payoutId, total))).toBe('payoutMoved')
    expect((await detail(payoutId)).lines.map(({ blocker }) => blocker).toSorted()).toEqual(['dispute', null])
    await refresh(app)
    expect(await detail(payoutId)).toMatchObject({
      status: 'held',
      amount: one.amount,
      reason: '订单争议处理中',
      firstBy: null,
    })
    expect(failureOf(await approve(ops, payoutId, one.amount))).toBe('payoutMoved')
    await makeDue(app)
    const next = await payoutRow(app, orderId)
    expect(next).toMatchObject({ status: 'due', amount: one.amount })
    await setDisputed(app, one.orderId, 'completed')
    await refresh(app)
    expect((await detail(payoutId)).status).toBe('due')
    await approveTwice(finance, ops, payoutId, one.amount)
    await expectBooksAgree(app, [orderId, one.orderId])
  })

  test('of an accepted stage is due before the order ends, and waits while the order is disputed', async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    const [first, stage] = await linesOf(app, orderId)
    if (first === undefined || stage === undefined) throw new Error('No lines')
    await payOnline(app, buyer, first.id)
    await payOnline(app, buyer, stage.id)
    await deliveredStage(seller, orderId, ids[0])
    contentOf(await acceptStage(buyer, orderId, ids[0]))
    await makeDue(app)
    await expect(payoutRow(app, orderId)).rejects.toThrow('No payout')
    await app.db
      .update(orderMilestones)
      .set({ acceptedAt: sql`now() - interval '8 days'` })
      .where(eq(orderMilestones.id, ids[0]))
    await makeDue(app)
    const { id: payoutId, amount } = await payoutRow(app, orderId)
    expect(amount).toBe(stage.amount)
    expect((await moneyOf()).data.find((row) => row.orderId === orderId)).toMatchObject({
      state: 'unfinished',
      amount: first.amount,
      dueAt: null,
    })
    contentOf(await scene.buys(buyer, orderId, 'dispute', { reason: '方案未按约定修改' }))
    await refresh(app)
    expect(await detail(payoutId)).toMatchObject({ status: 'held', reason: '订单争议处理中' })
    expect((await moneyOf()).data.find((row) => row.orderId === orderId)).toMatchObject({ state: 'dispute' })
    const disputes = contentOf(await ops.api.orders.disputes({ pageSize: 100 })).data
    const disputeId = disputes.find((row) => row.orderId === orderId)?.disputeId ?? 0
    const reason = '双方证据表明方案已按约定修改，合同继续履行'
    contentOf(await ops.api.orders.disputeVerdict({ disputeId, event: 'resume', reason }))
    await refresh(app)
    expect(await detail(payoutId)).toMatchObject({ status: 'due', amount: stage.amount, reason: '' })
    await approveTwice(finance, ops, payoutId, stage.amount)
    contentOf(await markPaid(ops, payoutId))
    await expectBooksAgree(app, [orderId])
  })

  test('waits for a refund that is asked for, and pays what is left of it', async () => {
    const { payoutId, orderId, lineId, amount } = await duePayout(app, buyer, seller)
    const requestId = requestIdOf(await ask(buyer, ofLine(orderId, lineId, 100_000)))
    await refresh(app)
    expect(await detail(payoutId)).toMatchObject({ status: 'held', reason: '退款处理中' })
    contentOf(await answer(seller, requestId, 'agree'))
    await sendBack(app)
    expect(await partOf(app, orderId)).toMatchObject({ refunded: 100_000, held: amount - 100_000 })
    await refresh(app)
    expect(await detail(payoutId)).toMatchObject({ status: 'due', amount: amount - 100_000 })
    await expectBooksAgree(app, [orderId])
  })

  test('becomes void when everything goes back', async () => {
    const { payoutId, orderId, lineId, amount } = await duePayout(app, buyer, seller)
    contentOf(await give(seller, ofLine(orderId, lineId, amount)))
    await sendBack(app)
    await refresh(app)
    expect(await detail(payoutId)).toMatchObject({ status: 'void', amount: 0, lines: [] })
    expect((await entriesOf(orderId)).at(-1)).toEqual({ event: 'void', side: 'system' })
  })
})

describe('a refund after the payout', () => {
  test('is refused while the money is on its way, and then transferred by the supplier who has it', async () => {
    const { payoutId, orderId, lineId, amount } = await duePayout(app, buyer, seller)
    await approveTwice(finance, ops, payoutId, amount)
    expect(failureOf(await give(seller, ofLine(orderId, lineId, 50_000)))).toBe('payoutUnderWay')
    expect(failureOf(await ask(buyer, ofLine(orderId, lineId, 50_000)))).toBe('payoutUnderWay')
    contentOf(await markPaid(ops, payoutId))
    contentOf(await give(seller, ofLine(orderId, lineId, 50_000)))
    expect(await refundRows(app, orderId)).toMatchObject([{ method: 'bank', status: 'pending', amount: 50_000 }])
    await sendBack(app)
    expect((await refundRows(app, orderId))[0]?.status).toBe('pending')
    await paidBack(app, { buyer, seller }, orderId)
    expect(await lineOf(app, orderId)).toMatchObject({ paid: amount - 50_000, refunded: 50_000 })
    expect(await partOf(app, orderId)).toMatchObject({ refunded: 50_000, paidOut: amount - 50_000, held: 0 })
    const moves = contentOf(await buyer.api.orders.buyerOrder({ orderId })).moneyMoves
    expect(moves.map(({ kind, method }) => [kind, method])).toEqual([
      ['received', 'demo'],
      ['refunded', 'bank'],
    ])
    await expectBooksAgree(app, [orderId])
  })

  test('and the last approval exclude each other: one of the two is made', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { payoutId, orderId, lineId, amount } = await duePayout(app, buyer, seller)
      contentOf(await approve(finance, payoutId, amount))
      const answers = await Promise.all([approve(ops, payoutId, amount), give(seller, ofLine(orderId, lineId, 10_000))])
      const made = answers.map(failureOf)
      expect([
        ['none', 'payoutUnderWay'],
        ['payoutMoved', 'none'],
      ]).toContainEqual(made)
      expect(await refundRows(app, orderId)).toHaveLength(made[1] === 'none' ? 1 : 0)
      if (made[0] === 'none') contentOf(await markFailed(ops, payoutId))
      await sendBack(app)
      await refresh(app)
      await expectBooksAgree(app, [orderId])
    }
  })

  test('is refused for a request taken to the platform, and for a cancellation, while the money is on its way', async () => {
    const { payoutId, orderId, lineId, amount } = await duePayout(app, buyer, seller)
    const requestId = requestIdOf(await ask(buyer, ofLine(orderId, lineId, 100_000)))
    contentOf(await answer(seller, requestId, 'refuse', { reason: '已按约定交付' }))
    await approveTwice(finance, ops, payoutId, amount)
    expect(failureOf(await buyer.api.orders.refundEscalate({ requestId, reason: '请平台核实' }))).toBe('payoutUnderWay')
    // An order that goes on after an accepted stage may be cancelled by both.
    await scene.setStatus(app, orderId, 'in_progress')
    const refundAmount = amount
    contentOf(await scene.buys(buyer, orderId, 'cancel', { reason: '项目中止', refundAmount }))
    expect(failureOf(await scene.sells(seller, orderId, 'agreeCancel', { refundAmount }))).toBe('payoutUnderWay')
    expect(await refundRows(app, orderId)).toEqual([])
    contentOf(await markFailed(ops, payoutId))
    contentOf(await scene.sells(seller, orderId, 'agreeCancel', { refundAmount }))
    expect((await refundRows(app, orderId)).map(({ method, amount: sum }) => [method, sum])).toEqual([['demo', amount]])
    await sendBack(app)
    await refresh(app)
    expect((await detail(payoutId)).status).toBe('void')
    await expectBooksAgree(app, [orderId])
  })

  test('by items says that the money is on its way, and is paid once', async () => {
    const { orderId } = await scene.goodsOrder(app, buyer, 4)
    const line = await lineOf(app, orderId)
    await payOnline(app, buyer, line.id)
    contentOf(await scene.sells(seller, orderId, 'confirm'))
    await setCompleted(app, orderId, 8)
    await makeDue(app)
    const { id: payoutId, amount } = await payoutRow(app, orderId)
    const [item] = contentOf(await buyer.api.orders.buyerRefunds({ orderId })).items
    if (item === undefined) throw new Error('No item')
    const quarter = { orderId, items: [{ orderLineId: item.orderLineId, quantity: 1, amount: 1_000 }], reason: '破损' }
    await approveTwice(finance, ops, payoutId, amount)
    expect(failureOf(await ask(buyer, quarter))).toBe('payoutUnderWay')
    expect(failureOf(await give(seller, quarter))).toBe('payoutUnderWay')
    expect(await refundRows(app, orderId)).toEqual([])
    contentOf(await markPaid(ops, payoutId))
    contentOf(await give(seller, quarter))
    expect(await refundRows(app, orderId)).toMatchObject([{ method: 'bank', amount: 1_000 }])
    await paidBack(app, { buyer, seller }, orderId)
    expect(await partOf(app, orderId)).toMatchObject({ refunded: 1_000, paidOut: amount - 1_000, held: 0 })
    await expectBooksAgree(app, [orderId])
  })

  test('of a payment with a surplus goes back online for the surplus only', async () => {
    const { orderId, lineId, amount, paymentNo } = await paidOnline(app, buyer, seller)
    await book(app, paymentNo, 7_000)
    await makeDue(app)
    const { id: payoutId, amount: total } = await payoutRow(app, orderId)
    expect(total).toBe(amount)
    await approveTwice(finance, ops, payoutId, amount)
    contentOf(await markPaid(ops, payoutId))
    contentOf(await give(seller, ofLine(orderId, lineId, 10_000)))
    const rows = (await refundRows(app, orderId)).map(({ method, amount: sum }) => [method, sum])
    expect(rows.toSorted()).toEqual([
      ['bank', 3_000],
      ['demo', 7_000],
    ])
    await expectBooksAgree(app, [orderId])
  })
})

/** Text of the database's refusal, from anywhere in the cause chain. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const thrown: unknown = await work.then(
    () => undefined,
    (err: unknown) => err,
  )
  const texts: string[] = []
  for (let at = thrown; at instanceof Error; at = at.cause) texts.push(at.message)
  return texts.join(' ')
}

test('the database keeps what two operators approved, and one operator is not two', async () => {
  const { payoutId, amount, orderId } = await duePayout(app, buyer, seller)
  const set = (values: Partial<typeof payouts.$inferInsert>) =>
    refusal(app.db.update(payouts).set(values).where(eq(payouts.id, payoutId)))
  expect(await set({ amount: amount + 1 })).toContain('is not the sum of its lines')
  expect(await set({ status: 'approved' })).toContain('payouts_approved')
  contentOf(await approve(finance, payoutId, amount))
  const { firstBy } = await payoutRow(app, orderId)
  expect(await set({ secondBy: firstBy })).toContain('payouts_two_operators')
  contentOf(await approve(ops, payoutId, amount))
  expect(await set({ accountName: '他人' })).toContain('stays as it was approved')
  const lines = eq(payoutLines.payoutId, payoutId)
  expect(await refusal(app.db.delete(payoutLines).where(lines))).toContain('stay as they were approved')
  const { id } = await partOf(app, orderId)
  const own = inArray(paymentParts.id, [id])
  const twice = app.db.update(paymentParts).set({ paidOut: amount }).where(own)
  expect(await refusal(twice)).toContain('payment_parts_once')
  const again = app.db.insert(payoutLines).values({ payoutId, orderId, partId: id, amount, fee: 0 })
  expect(await refusal(again)).toContain('payout_lines_part')
})
