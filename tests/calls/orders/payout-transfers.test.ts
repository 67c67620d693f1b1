import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { bankAccounts, users } from '../../../src/db/tables/accounts.ts'
import { ledgerEntries, ledgerMovements, payoutLines, payouts, refunds } from '../../../src/db/tables/payments.ts'
import { bouncePayout } from '../../../src/server/orders/payouts/decide-payout.ts'
import { lockPayout } from '../../../src/server/orders/payouts/move-payout.ts'
import { contentOf, failureOf, fieldsWithErrors } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { ledgerErrors } from '../../support/ledger-errors.ts'
import { companyOf } from '../../support/scenes/orders/cart.ts'
import { prove } from '../../support/scenes/orders/changes.ts'
import * as scene from '../../support/scenes/orders/order.ts'
import { expectBooksAgree, orderRow, refundRows, sendBack, voucherOf } from '../../support/scenes/orders/pay.ts'
import {
  approveTwice,
  duePayout,
  makeDue,
  markBounced,
  markPaid,
  paidOnline,
  partOf,
  paidPayout as payPayout,
  payoutRow,
  refresh,
  removeDemoPayouts,
  retry,
} from '../../support/scenes/orders/payout.ts'
import { give, ofLine, paidBack, receipt, sent } from '../../support/scenes/orders/refund.ts'

/** Bank transfers of payouts with a fee, and those that the bank returned. */

const app = appForFile({ PAYOUT_FEE: '123' })
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
const ops = clientForFile(app, 'ops')
const finance = clientForFile(app, 'finance')
let operatorId = 0
beforeAll(async () => {
  const [operator] = await app.db.select({ id: users.id }).from(users).where(eq(users.loginName, 'ops'))
  operatorId = operator?.id ?? 0
  await scene.payeeOf(app)
  await removeDemoPayouts(app)
  for (const client of [ops, finance]) await prove(client)
})

const detail = async (payoutId: number) => contentOf(await ops.api.orders.payout({ payoutId }))
/** Fee of 1.23 % in fen, rounded down. */
const feeOf = (amount: number) => Math.floor((amount * 123) / 10_000)
const paidPayout = () => payPayout(app, { buyer, seller, finance, ops })
/** A paid payout, ¥300 of which the supplier agreed to transfer back. */
const payoutWithTransfer = async () => {
  const payout = await paidPayout()
  contentOf(await give(seller, ofLine(payout.orderId, payout.lineId, 30_000)))
  const [refund] = await refundRows(app, payout.orderId)
  if (refund === undefined) throw new Error('No refund')
  return { ...payout, refundId: refund.id }
}
/** Transactions that wait for a lock. */
const countWaiting = async () => {
  const [row] = await app.db
    .select({ count: sql<number>`count(*)::int` })
    .from(sql`pg_stat_activity`)
    .where(sql`datname = current_database() and wait_event_type = 'Lock'`)
  return row?.count ?? 0
}
const balanceOf = async (orderId: number) => {
  const rows = await app.db
    .select({ account: ledgerEntries.account, amount: ledgerEntries.amount, kind: ledgerMovements.kind })
    .from(ledgerEntries)
    .innerJoin(ledgerMovements, eq(ledgerMovements.id, ledgerEntries.movementId))
    .where(eq(ledgerMovements.orderId, orderId))
  const sums = new Map<string, number>()
  for (const { account, amount } of rows) sums.set(account, (sums.get(account) ?? 0) + amount)
  return { kinds: new Set(rows.map(({ kind }) => kind)), sums }
}

describe('a fee', () => {
  test('is kept of the payout: the supplier is told and transferred the rest', async () => {
    const companyId = await companyOf(app, 'seller')
    const [account] = await app.db.select().from(bankAccounts).where(eq(bankAccounts.companyId, companyId))
    if (account === undefined) throw new Error('No account')
    await app.db.delete(bankAccounts).where(eq(bankAccounts.companyId, companyId))
    const { payoutId, amount, orderId } = await duePayout(app, buyer, seller)
    const fee = feeOf(amount)
    expect(fee).toBeGreaterThan(0)
    const yuanOf = (fen: number) => (fen / 100).toLocaleString('zh-CN', { minimumFractionDigits: 2 })
    const [asked] = await scene.noticesOf(app, 'seller', '等待收款账户')
    expect(asked?.title).toContain(`¥${yuanOf(amount - fee)}`)
    const { accountHash: _hash, ...row } = account
    await app.db.insert(bankAccounts).values(row)
    expect(await detail(payoutId)).toMatchObject({ amount, fee, net: amount - fee })
    await approveTwice(finance, ops, payoutId, amount)
    contentOf(await markPaid(ops, payoutId))
    const { sums } = await balanceOf(orderId)
    const sellerId = (await payoutRow(app, orderId)).companyId
    expect([sums.get('fee'), sums.get(`seller:${sellerId}`), sums.get('held:demo')]).toEqual([fee, amount - fee, 0])
    const { sums: shown } = contentOf(await seller.api.orders.sellerHeldMoney({}))
    expect(shown.paid).toBe(amount - fee)
    await expectBooksAgree(app, [orderId])
    expect(await ledgerErrors(app.db, orderId)).toEqual([])
  })
})

describe('a transfer that the bank returned', () => {
  test('is held again, and paid to the new account of the supplier', async () => {
    const { payoutId, amount, orderId, bankReference, receiptUrl } = await paidPayout()
    expect(fieldsWithErrors(await markBounced(ops, payoutId, { reason: '退' }))).toEqual(['reason'])
    const answers = await Promise.all(Array.from({ length: 5 }, () => markBounced(ops, payoutId)))
    expect(answers.map(failureOf).toSorted()).toEqual(['none', ...Array.from({ length: 4 }, () => 'payoutMoved')])
    expect(await partOf(app, orderId)).toMatchObject({ held: amount, paidOut: 0 })
    const { kinds, sums } = await balanceOf(orderId)
    expect(kinds.has('bounced')).toBe(true)
    const { companyId } = await payoutRow(app, orderId)
    expect([sums.get('fee'), sums.get(`seller:${companyId}`), sums.get('held:demo')]).toEqual([0, 0, amount])
    const shown = contentOf(await seller.api.orders.sellerPayouts({})).data[0]
    expect(shown).toMatchObject({
      payoutId,
      status: 'failed',
      reason: '收款账户已销户',
      bankReference: '',
      paidOn: null,
    })
    const { payoutNo } = await payoutRow(app, orderId)
    const told = await scene.noticesOf(app, 'seller', '被银行退汇')
    expect(told.flatMap(({ text, path }) => (text.includes(payoutNo) ? [path] : []))).toEqual([
      '/platform/sellerCenter/accountInfo?tab=receiving',
    ])
    expect((await detail(payoutId)).bounced).toEqual({ bankReferences: [bankReference], receiptUrls: [receiptUrl] })
    // Nothing else is made of the money meanwhile.
    await makeDue(app)
    expect((await payoutRow(app, orderId)).id).toBe(payoutId)
    await app.db
      .update(bankAccounts)
      .set({ accountNo: '6222020200554433' })
      .where(eq(bankAccounts.companyId, companyId))
    contentOf(await retry(ops, payoutId))
    await approveTwice(finance, ops, payoutId, amount)
    expect((await detail(payoutId)).account?.accountNo).toBe('6222020200554433')
    expect(failureOf(await markPaid(ops, payoutId, { bankReference }))).toBe('payoutReferenceUsed')
    contentOf(await markPaid(ops, payoutId))
    const { history, status } = await detail(payoutId)
    expect(status).toBe('paid')
    expect(history.map(({ event }) => event)).toEqual([
      'create',
      'approve',
      'confirm',
      'pay',
      'bounce',
      'retry',
      'approve',
      'confirm',
      'pay',
    ])
    await expectBooksAgree(app, [orderId])
    expect(await ledgerErrors(app.db, orderId)).toEqual([])
  })

  test('keeps its receipt, for its supplier and for operators', async () => {
    const { payoutId, receiptUrl } = await paidPayout()
    contentOf(await markBounced(ops, payoutId))
    const statusFor = async ({ cookies }: typeof seller) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      return (await app.fetch(new Request(`http://localhost${receiptUrl}`, { headers: { cookie } }))).status
    }
    expect([await statusFor(ops), await statusFor(seller), await statusFor(buyer)]).toEqual([200, 200, 404])
  })

  test('is booked of a paid payout only', async () => {
    const { payoutId, amount } = await duePayout(app, buyer, seller)
    expect(failureOf(await markBounced(ops, payoutId))).toBe('payoutMoved')
    await approveTwice(finance, ops, payoutId, amount)
    expect(failureOf(await markBounced(ops, payoutId))).toBe('payoutMoved')
    expect(failureOf(await markBounced(seller, payoutId))).toBe('forbidden')
  })

  test('sends a refund that the supplier was to transfer back the way it was paid, once the operator confirms it', async () => {
    const { payoutId, orderId, refundId, amount } = await payoutWithTransfer()
    const [refund] = await refundRows(app, orderId)
    expect(refund).toMatchObject({ method: 'bank', status: 'pending' })
    const refundNo = refund?.refundNo ?? ''
    const { orderNo } = await orderRow(app, orderId)
    expect((await detail(payoutId)).reroutes).toEqual([{ refundId, refundNo, orderNo, amount: 30_000 }])
    for (const rerouted of [[], [refundId + 1], [refundId, refundId + 1]])
      expect(failureOf(await markBounced(ops, payoutId, { rerouted }))).toBe('payoutMoved')
    expect(await refundRows(app, orderId)).toMatchObject([{ method: 'bank', status: 'pending' }])
    expect(contentOf(await markBounced(ops, payoutId)).reroutes).toEqual([])
    expect(await refundRows(app, orderId)).toMatchObject([{ method: 'demo', status: 'pending' }])
    const noticesFor = async (loginName: string) => {
      const found = await scene.noticesOf(app, loginName, '改由平台原路退回')
      return found.filter(({ text }) => text.includes(refundNo)).map(({ title, text }) => ({ title, text }))
    }
    const title = `订单 ${orderNo} 的退款 ¥300.00 改由平台原路退回`
    expect(await noticesFor('seller')).toEqual([
      { title: `${title}，请勿再转账`, text: `退款单 ${refundNo}。已转账的请立即联系平台客服。` },
    ])
    expect((await noticesFor('buyer')).map((notice) => notice.title)).toEqual([title])
    const [told] = (await scene.noticesOf(app, 'seller', '被银行退汇')).slice(-1)
    expect(told?.text).toContain('其中 ¥300.00 原路退回买家；其余货款，请核对收款账户，平台将重新打款。')
    await sendBack(app)
    expect(await partOf(app, orderId)).toMatchObject({ refunded: 30_000, held: amount - 30_000, paidOut: 0 })
    contentOf(await retry(ops, payoutId))
    expect(await detail(payoutId)).toMatchObject({ status: 'due', amount: amount - 30_000 })
    await expectBooksAgree(app, [orderId])
    expect(await ledgerErrors(app.db, orderId)).toEqual([])
  })

  test('promises no new payout where all of it goes back to the buyer', async () => {
    const { payoutId, orderId, lineId, amount } = await paidPayout()
    contentOf(await give(seller, ofLine(orderId, lineId, amount)))
    contentOf(await markBounced(ops, payoutId))
    const [told] = (await scene.noticesOf(app, 'seller', '被银行退汇')).slice(-1)
    expect(told?.text).toContain('货款将全部原路退回买家，不再打款。')
    expect(told?.text).not.toContain('重新打款')
    expect(told?.path).toBe('/platform/sellerCenter/orderManage?view=money')
    await sendBack(app)
    await refresh(app)
    expect((await detail(payoutId)).status).toBe('void')
    await expectBooksAgree(app, [orderId])
    expect(await ledgerErrors(app.db, orderId)).toEqual([])
  })

  test('is refused once the supplier has transferred money of it back', async () => {
    const { payoutId, orderId, lineId } = await paidPayout()
    contentOf(await give(seller, ofLine(orderId, lineId, 30_000)))
    const [refund] = await refundRows(app, orderId)
    contentOf(await sent(seller, refund?.id ?? 0, await voucherOf(seller)))
    expect(failureOf(await markBounced(ops, payoutId))).toBe('payoutBounceSent')
    contentOf(await receipt(buyer, refund?.id ?? 0, 'deny', '账户未收到'))
    contentOf(await sent(seller, refund?.id ?? 0, await voucherOf(seller)))
    contentOf(await receipt(buyer, refund?.id ?? 0, 'receive'))
    expect(failureOf(await markBounced(ops, payoutId))).toBe('payoutBounceRefunded')
    expect((await detail(payoutId)).status).toBe('paid')
    await expectBooksAgree(app, [orderId])
  })

  test('waits for another payout that has its money', async () => {
    const { payoutId, orderId } = await paidPayout()
    const [{ id: partId }, { companyId }] = [await partOf(app, orderId), await payoutRow(app, orderId)]
    await app.db.transaction(async (tx) => {
      const [other] = await tx
        .insert(payouts)
        .values({ payoutNo: `S${partId}`, companyId, status: 'held', amount: 100, fee: 0 })
        .returning()
      await tx.insert(payoutLines).values({ payoutId: other?.id ?? 0, orderId, partId, amount: 100, fee: 0 })
    })
    expect(failureOf(await markBounced(ops, payoutId))).toBe('payoutBounceRefused')
    // Nothing is held of it: the other one becomes void.
    await refresh(app)
    contentOf(await markBounced(ops, payoutId))
    expect(await ledgerErrors(app.db, orderId)).toEqual([])
  })

  test('and a transfer back at the same time: one of them counts', async () => {
    for (let round = 0; round < 4; round++) {
      const { payoutId, orderId, refundId } = await payoutWithTransfer()
      const voucher = await voucherOf(seller)
      const [bounced, transferred] = await Promise.all([
        markBounced(ops, payoutId, { rerouted: [refundId] }),
        sent(seller, refundId, voucher),
      ])
      const outcome = [failureOf(bounced), failureOf(transferred)]
      expect([
        ['none', 'stepNotAllowed'],
        ['payoutBounceSent', 'none'],
      ]).toContainEqual(outcome)
      const kept = bounced.ok ? { method: 'demo', status: 'pending' } : { method: 'bank', status: 'sent' }
      expect(await refundRows(app, orderId)).toMatchObject([kept])
      expect(await ledgerErrors(app.db, orderId)).toEqual([])
    }
  })

  test('refuses a transfer back that began before it and waited for it', async () => {
    const { payoutId, orderId, refundId, amount } = await payoutWithTransfer()
    const voucher = await voucherOf(seller)
    const { pending } = await app.db.transaction(async (tx) => {
      const locked = await lockPayout(tx, payoutId)
      const begun = sent(seller, refundId, voucher)
      // The embedded database runs one transaction at a time: there the call begins afterwards.
      if (app.runtime.database.engine === 'postgres') await expect.poll(countWaiting).toBeGreaterThan(0)
      await bouncePayout(tx, locked, { by: operatorId, reason: '收款账户已销户', rerouted: [refundId] })
      return { pending: begun }
    })
    expect(failureOf(await pending)).toBe('stepNotAllowed')
    expect(await refundRows(app, orderId)).toMatchObject([{ method: 'demo', status: 'pending', voucherId: null }])
    await sendBack(app)
    expect(await partOf(app, orderId)).toMatchObject({ refunded: 30_000, held: amount - 30_000, paidOut: 0 })
    await expectBooksAgree(app, [orderId])
    expect(await ledgerErrors(app.db, orderId)).toEqual([])
  })

  test('whose money goes back to the buyer altogether leaves nothing to pay', async () => {
    const { payoutId, orderId, lineId, amount } = await paidPayout()
    contentOf(await markBounced(ops, payoutId))
    contentOf(await give(seller, ofLine(orderId, lineId, amount)))
    await sendBack(app)
    await refresh(app)
    expect((await detail(payoutId)).status).toBe('void')
    expect(failureOf(await retry(ops, payoutId))).toBe('payoutMoved')
    await expectBooksAgree(app, [orderId])
  })

  test('is the only change that the database allows of a paid payout', async () => {
    const { payoutId, orderId } = await paidPayout()
    const refused = async (set: Partial<typeof payouts.$inferInsert>) => {
      const change = app.db.update(payouts).set(set).where(eq(payouts.id, payoutId))
      await expect(change).rejects.toMatchObject({
        cause: { message: expect.stringContaining('stays as it was approved') },
      })
    }
    const { bankReference, receiptId } = await payoutRow(app, orderId)
    await refused({ status: 'failed' })
    await refused({ status: 'failed', bouncedReferences: [bankReference] })
    const kept = { bouncedReferences: [bankReference], bouncedReceiptIds: [receiptId ?? ''] }
    await refused({ status: 'failed', ...kept, amount: 1, fee: 0 })
    await refused({ status: 'due', ...kept })
  })
})

test('two payments in one payout are returned together', async () => {
  const one = await paidOnline(app, buyer, seller)
  const { payoutId, orderId, total } = await duePayout(app, buyer, seller)
  expect(total).toBe(one.amount * 2)
  await approveTwice(finance, ops, payoutId, total)
  contentOf(await markPaid(ops, payoutId))
  contentOf(await give(seller, ofLine(one.orderId, one.lineId, 5_000)))
  await paidBack(app, { buyer, seller }, one.orderId)
  // One of them was paid back in part: nothing of the return is booked.
  expect(failureOf(await markBounced(ops, payoutId))).toBe('payoutBounceRefunded')
  expect(await partOf(app, orderId)).toMatchObject({ held: 0 })
  expect(await app.db.$count(refunds, eq(refunds.orderId, orderId))).toBe(0)
  await expectBooksAgree(app, [orderId, one.orderId])
})
