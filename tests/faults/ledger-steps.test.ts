import { and, eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { CallFailed } from '../../src/contract/failures.ts'
import type { Db } from '../../src/db/open.ts'
import { users } from '../../src/db/tables/accounts.ts'
import { files } from '../../src/db/tables/operations.ts'
import { orders, paymentLines } from '../../src/db/tables/orders.ts'
import {
  ledgerEntries,
  paymentParts,
  payments,
  payouts,
  refundRequests,
  refunds,
} from '../../src/db/tables/payments.ts'
import { changeablePayouts, type PayoutStatus } from '../../src/domain/orders/payouts.ts'
import { findOrCreateAttempt } from '../../src/server/orders/payments/payment-attempt.ts'
import { bookGatewayPayment } from '../../src/server/orders/payments/book-gateway-payment.ts'
import { closeAttempt, closePayments } from '../../src/server/orders/payments/close-payments.ts'
import { movePaymentLine } from '../../src/server/orders/payments/move-payment-line.ts'
import { postLowerAmount } from '../../src/server/orders/payments/ledger-postings.ts'
import { lockOrders, lockPayment, lockPaymentLines } from '../../src/server/orders/payments/payment-locks.ts'
import { reverseConfirmedReceipt } from '../../src/server/orders/payments/payment-verdict.ts'
import { receivePayment } from '../../src/server/orders/payments/receive-payment.ts'
import { approvePayout, bookPayout, bouncePayout, retryPayout } from '../../src/server/orders/payouts/decide-payout.ts'
import { makePayout, refreshPayout } from '../../src/server/orders/payouts/make-payouts.ts'
import { lockPayout, movePayout } from '../../src/server/orders/payouts/move-payout.ts'
import { loadReroutable } from '../../src/server/orders/payouts/reroute-refunds.ts'
import { createRefunds } from '../../src/server/orders/refunds/create-refunds.ts'
import { finishRefund } from '../../src/server/orders/refunds/finish-refund.ts'
import { moveRefund } from '../../src/server/orders/refunds/move-refund.ts'
import { refundOrder } from '../../src/server/orders/refunds/refund-order.ts'
import { loadRefundable, refundableOfLine } from '../../src/server/orders/refunds/refundable.ts'
import {
  assertRefundable,
  carryOutRequest,
  createRequest,
  loadAskedLines,
  loadLineRooms,
  moveRequest,
} from '../../src/server/orders/refunds/refund-requests.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { ledgerErrors } from '../support/ledger-errors.ts'
import { appForFile } from '../support/fixtures.ts'

/** Quality figure 7: random steps of orders, payments and refunds, with ledger checks after each. */
const steps = 10_000
const pool = 40
/** Steps per transaction, each in its own savepoint, so that refused steps leave nothing behind. */
const batch = 100

const app = appForFile()

const roll = seededRandom(20_261_121)
const pick = <T>(list: readonly T[]): T | undefined => list[roll(list.length)]

const silentContext = () => ({ push: app.runtime.push, after: () => {}, jobs: { wake: async () => {} } })
const receiptKinds = ['exact', 'less', 'more'] as const
/** Received amount for a requested one: often equal, sometimes less or more. */
function receivedAmount(asked: number): number {
  const fate = roll(3) === 0 ? pick(receiptKinds) : 'exact'
  if (fate === 'less') return Math.max(1, asked - 1 - roll(asked))
  return fate === 'more' ? asked + 1 + roll(asked) : asked
}

let trades = 0
let [buyerId, sellerId, userId] = [0, 0, 0]
const buyerActor = () => ({ userId, companyId: buyerId })

async function newOrder(tx: Db): Promise<number> {
  const amounts = [1 + roll(100_000), 1 + roll(100_000), 1 + roll(100_000)].slice(0, 1 + roll(3))
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  const [order] = await tx
    .insert(orders)
    .values({
      orderNo: `R${trades++}-${roll(1e9)}`,
      source: 'cart',
      title: '随机订单',
      total,
      buyerUserId: userId,
      buyerCompanyId: buyerId,
      sellerCompanyId: sellerId,
    })
    .returning()
  const orderId = order?.id ?? 0
  await tx.insert(paymentLines).values(
    amounts.map((amount, at) => ({
      orderId,
      seq: at + 1,
      name: `第 ${at + 1} 笔`,
      percent: 0,
      amount,
      status: at === 0 ? ('due' as const) : ('scheduled' as const),
    })),
  )
  return orderId
}

const attemptsOf = (tx: Db, orderId: number) =>
  tx
    .select({ payment: payments })
    .from(payments)
    .where(
      inArray(
        payments.id,
        tx.select({ id: paymentParts.paymentId }).from(paymentParts).where(eq(paymentParts.orderId, orderId)),
      ),
    )
    .then((rows) => rows.map(({ payment }) => payment))

/** Operators of the platform: one approves first, the other confirms. */
const operators: [number, number] = [0, 0]
const account = { accountName: '供应商', bankName: '银行', accountNo: '6222000011112222' }
const payoutSettings = { days: 7, fee: 123 }

/** File of a bank receipt. */
async function newReceipt(tx: Db): Promise<string> {
  const id = `receipt-${trades++}`
  const kind = { purpose: 'attachment', audience: 'private', contentType: 'application/pdf' } as const
  await tx.insert(files).values({ id, ...kind, userId, name: '银行回单.pdf', size: 1, sha256: id, storageKey: id })
  return id
}

/** Orders that the step changed besides its own. */
const touched = new Set<number>()

/** A payout of the supplier in one of the states; throws stepNotAllowed without one. */
async function someLockedPayout(tx: Db, statuses: readonly PayoutStatus[]) {
  const rows = await tx
    .select({ id: payouts.id })
    .from(payouts)
    .where(and(eq(payouts.companyId, sellerId), inArray(payouts.status, [...statuses])))
  const one = pick(rows)
  if (one === undefined) throw new CallFailed('stepNotAllowed')
  const locked = await lockPayout(tx, one.id)
  for (const { orderId } of locked.lines) touched.add(orderId)
  return locked
}

type Step = (tx: Db, orderId: number) => Promise<unknown>

const stepsByName: Readonly<Record<string, Step>> = {
  open: async (tx, orderId) => {
    const lines = await tx.select().from(paymentLines).where(eq(paymentLines.orderId, orderId))
    const some = lines.filter(() => roll(2) === 0)
    const lineIds = (some.length > 0 ? some : lines.slice(0, 1)).map(({ id }) => id)
    await findOrCreateAttempt(tx, buyerActor(), { lineIds, method: roll(2) === 0 ? 'bank' : 'demo', device: null })
  },
  submit: async (tx, orderId) => {
    const open = (await attemptsOf(tx, orderId)).filter((one) => one.method === 'bank' && one.status === 'open')
    const locked = await lockPayment(tx, pick(open)?.id ?? 0)
    if (locked === undefined) return
    await tx.update(payments).set({ status: 'submitted' }).where(eq(payments.id, locked.payment.id))
    for (const line of locked.lines.values())
      await movePaymentLine(tx, line, 'submit', { side: 'buyer', actor: buyerActor() })
  },
  verdict: async (tx, orderId) => {
    const waiting = (await attemptsOf(tx, orderId)).filter(({ status }) => status === 'submitted')
    const locked = await lockPayment(tx, pick(waiting)?.id ?? 0)
    if (locked === undefined) return
    await receivePayment(tx, silentContext(), locked, {
      amount: receivedAmount(locked.payment.amount),
      at: new Date(),
      by: { side: 'seller', actor: { userId, companyId: sellerId } },
    })
  },
  reject: async (tx, orderId) => {
    const waiting = (await attemptsOf(tx, orderId)).filter(({ status }) => status === 'submitted')
    const locked = await lockPayment(tx, pick(waiting)?.id ?? 0)
    if (locked === undefined) return
    await tx.update(payments).set({ status: 'rejected' }).where(eq(payments.id, locked.payment.id))
    for (const line of locked.lines.values()) await movePaymentLine(tx, line, 'reject', { side: 'seller' })
  },
  // The newest receipt, or one that is confirmed by mistake right before.
  undo: async (tx, orderId) => {
    const by = { side: 'seller', actor: { userId, companyId: sellerId } } as const
    const attempts = (await attemptsOf(tx, orderId)).toSorted((one, other) => one.id - other.id)
    const waits = await lockPayment(tx, attempts.find(({ status }) => status === 'submitted')?.id ?? 0)
    if (waits !== undefined) {
      await receivePayment(tx, silentContext(), waits, {
        amount: receivedAmount(waits.payment.amount),
        at: new Date(),
        by,
      })
    }
    const newest = attempts.findLast(({ method, status }) => method === 'bank' && status === 'confirmed')
    const locked = await lockPayment(tx, waits?.payment.id ?? newest?.id ?? 0)
    if (locked === undefined) throw new CallFailed('stepNotAllowed')
    await reverseConfirmedReceipt(tx, silentContext(), locked, by, '金额填错')
  },
  gateway: async (tx, orderId) => {
    const online = pick((await attemptsOf(tx, orderId)).filter(({ method }) => method === 'demo'))
    if (online === undefined) return
    // Sometimes the same trade again, or another one for the same payment.
    const tradeNo = online.tradeNo !== null && roll(2) === 0 ? online.tradeNo : `trade ${trades++}`
    const receipt = { method: 'demo' as const, paymentNo: online.paymentNo, tradeNo, paidAt: new Date() }
    await bookGatewayPayment(tx, silentContext(), { ...receipt, amount: receivedAmount(online.amount) })
  },
  giveUp: async (tx, orderId) => {
    const living = (await attemptsOf(tx, orderId)).filter(({ status }) => status === 'open' || status === 'submitted')
    const locked = await lockPayment(tx, pick(living)?.id ?? 0)
    if (locked !== undefined) await closeAttempt(tx, locked.payment, { side: 'buyer', actor: buyerActor() }, '')
  },
  // A request or a refund by the supplier, of some lines and parts of them.
  refund: async (tx, orderId) => {
    const [order] = await lockOrders(tx, [orderId])
    if (order === undefined) return
    const rooms = await loadLineRooms(tx, orderId)
    const lines = rooms
      .filter(() => roll(2) === 0)
      .map(({ lineId, amount }) => ({ lineId, amount: 1 + roll(Math.max(1, amount + (roll(8) === 0 ? 2 : 0))) }))
    if (lines.length === 0) throw new CallFailed('stepNotAllowed')
    await assertRefundable(tx, order, lines)
    const side = roll(2) === 0 ? 'buyer' : 'seller'
    const by = { userId, companyId: side === 'buyer' ? buyerId : sellerId }
    const request = await createRequest(tx, order, { side, by, lines, items: [], reason: '随机', files: [] })
    if (side === 'seller') await carryOutRequest(tx, silentContext(), order, request, lines, { side, actor: by })
  },
  answer: async (tx, orderId) => {
    const [order] = await lockOrders(tx, [orderId])
    const rows = await tx.select().from(refundRequests).where(eq(refundRequests.orderId, orderId))
    const asked = pick(rows.filter(({ status }) => status === 'requested'))
    if (asked === undefined || order === undefined) return
    const event = pick(['agree', 'agree', 'refuse', 'withdraw'] as const) ?? 'agree'
    const side = event === 'withdraw' ? 'buyer' : 'seller'
    const by = { userId, companyId: side === 'buyer' ? buyerId : sellerId }
    const lines = await loadAskedLines(tx, asked.id)
    // All of it, or less of each line.
    const agreed = roll(2) === 0 ? lines : lines.map(({ lineId, amount }) => ({ lineId, amount: 1 + roll(amount) }))
    await moveRequest(tx, asked, { event, side, by, agreed })
    if (event === 'agree') await carryOutRequest(tx, silentContext(), order, asked, agreed, { side, actor: by })
  },
  // A transfer back is sent and received or not; a gateway answers by itself.
  goBack: async (tx, orderId) => {
    const [order] = await lockOrders(tx, [orderId])
    const rows = await tx
      .select({ refund: refunds, method: refunds.method })
      .from(refunds)
      .where(eq(refunds.orderId, orderId))
    // Sometimes one that is done already, which must be refused.
    const one = pick(roll(10) === 0 ? rows : rows.filter(({ refund }) => refund.status !== 'done'))
    if (one === undefined || order === undefined) return
    const { refund, method } = one
    const buyer = { side: 'buyer', actor: buyerActor() } as const
    if (method !== 'bank') {
      const end = { event: 'done', tradeNo: `back ${trades++}` } as const
      await finishRefund(tx, silentContext(), order, refund.id, { side: 'system' }, end)
    } else if (refund.status === 'pending') {
      await moveRefund(tx, refund, { event: 'send', by: { side: 'seller' } })
    } else if (roll(4) === 0) {
      await moveRefund(tx, refund, { event: 'deny', by: buyer, reason: '未到账' })
    } else {
      await finishRefund(tx, silentContext(), order, refund.id, buyer, { event: 'receive' })
    }
  },
  // The work is accepted so long ago that its money falls due, or is disputed for a while.
  finish: async (tx, orderId) => {
    const [order] = await lockOrders(tx, [orderId])
    if (order === undefined || order.status === 'cancelled') throw new CallFailed('stepNotAllowed')
    const status = order.status === 'completed' && roll(8) === 0 ? 'disputed' : 'completed'
    await tx
      .update(orders)
      .set({ status, completedAt: new Date(0) })
      .where(eq(orders.id, orderId))
  },
  payouts: async (tx) => {
    const made = await makePayout(tx, silentContext(), payoutSettings, sellerId)
    if (made === 0) throw new CallFailed('stepNotAllowed')
  },
  refresh: async (tx) => {
    const locked = await someLockedPayout(tx, changeablePayouts)
    await refreshPayout(tx, silentContext(), payoutSettings, locked)
  },
  approve: async (tx) => {
    const locked = await someLockedPayout(tx, ['due', 'first_approved'])
    const { status, amount } = locked.payout
    const shown = { amount, account }
    const by = operators[status === 'due' ? 0 : 1]
    await approvePayout(tx, payoutSettings, locked, { by, shown, present: account })
  },
  // The bank pays, or does not; a failed transfer is tried again.
  bank: async (tx) => {
    const locked = await someLockedPayout(tx, ['approved', 'failed'])
    const by = operators[0]
    if (locked.payout.status === 'failed') {
      await retryPayout(tx, payoutSettings, locked, by)
    } else if (roll(4) === 0) {
      const { payout, lines } = locked
      await movePayout(tx, payout, lines, { event: 'fail', by, reason: '户名不符', set: { reason: '户名不符' } })
    } else {
      const id = await newReceipt(tx)
      await bookPayout(tx, locked, {
        by,
        receipt: { id, sha256: id },
        bankReference: `B${trades++}`,
        paidOn: '2026-11-28',
      })
    }
  },
  // The bank returns a transfer that was registered as paid.
  bounce: async (tx) => {
    const locked = await someLockedPayout(tx, ['paid'])
    const rerouted = (await loadReroutable(tx, locked.lines)).map(({ refundId }) => refundId)
    await bouncePayout(tx, locked, { by: operators[0], reason: '收款账户已销户', rerouted })
  },
  // A change order skips the stage of a line: its amount becomes nothing, and what was paid goes back.
  skip: async (tx, orderId) => {
    if (roll(6) > 0) return
    const [order] = await lockOrders(tx, [orderId])
    if (order === undefined || order.status !== 'pending_confirm') throw new CallFailed('stepNotAllowed')
    const rooms = await loadLineRooms(tx, orderId)
    const lines = await lockPaymentLines(
      tx,
      rooms.filter(({ isOpen, amount, paid }) => !isOpen && amount === paid).map(({ lineId }) => lineId),
    )
    const line = pick([...lines.values()].filter(({ status, amount }) => status !== 'submitted' && amount > 0))
    if (line === undefined) throw new CallFailed('stepNotAllowed')
    const parts = await tx.select().from(paymentParts).where(eq(paymentParts.lineId, line.id))
    const newest = parts.filter(({ received }) => received > 0).toSorted((a, b) => b.id - a.id)[0]
    if (newest !== undefined) await postLowerAmount(tx, { order, line, part: newest, amount: 0 })
    await tx
      .update(orders)
      .set({ total: order.total - line.amount })
      .where(eq(orders.id, orderId))
    const [lowered] = await tx.update(paymentLines).set({ amount: 0 }).where(eq(paymentLines.id, line.id)).returning()
    if (lowered === undefined) throw new Error('No line')
    if (lowered.paid === 0) return void (await movePaymentLine(tx, lowered, 'skip', { side: 'system' }))
    await movePaymentLine(tx, lowered, 'refund', { side: 'system' })
    const refundable = refundableOfLine(await loadRefundable(tx, orderId), line.id)
    const by = { side: 'system' } as const
    await createRefunds(tx, silentContext(), order, { refundable, amount: lowered.paid, reason: '里程碑取消', by })
  },
  end: async (tx, orderId) => {
    if (roll(4) > 0) return
    await lockOrders(tx, [orderId])
    const [order] = await tx.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, orderId)).returning()
    if (order === undefined) return
    await closePayments(tx, [orderId])
    await refundOrder(tx, silentContext(), order, { amount: roll(3) === 0 ? roll(200_000) : 'all', reason: '取消' })
  },
}
/** Frequent steps are listed more than once. */
const names = [
  'open',
  'open',
  'open',
  'submit',
  'submit',
  'verdict',
  'verdict',
  'gateway',
  'gateway',
  'undo',
  'undo',
  'reject',
  'giveUp',
  'refund',
  'refund',
  'answer',
  'answer',
  'goBack',
  'goBack',
  'goBack',
  'end',
  'finish',
  'finish',
  'payouts',
  'refresh',
  'refresh',
  'approve',
  'approve',
  'bank',
  'bank',
  'bounce',
  'skip',
]

test(`${steps} random steps keep the ledger consistent after each`, { timeout: 900_000 }, async () => {
  const [some] = await app.db.select().from(orders).limit(1)
  if (some === undefined) throw new Error('The demo has orders')
  ;[buyerId, sellerId, userId] = [some.buyerCompanyId, some.sellerCompanyId, some.buyerUserId]
  const staff = await app.db.select({ id: users.id }).from(users).where(eq(users.isOperator, true)).limit(2)
  operators.splice(0, 2, ...staff.map(({ id }) => id))
  const living: number[] = []
  const refused = new Map<string, number>()
  const done = new Map<string, number>()
  for (let from = 0; from < steps; from += batch) {
    await app.db.transaction(async (tx) => {
      for (let at = from; at < Math.min(steps, from + batch); at += 1) {
        if (living.length < pool || roll(60) === 0) living.push(await newOrder(tx))
        const orderId = living[Math.max(0, living.length - pool) + roll(Math.min(pool, living.length))] ?? 0
        const name = pick(names) ?? 'open'
        try {
          await tx.transaction((inner) => stepsByName[name]?.(inner, orderId) ?? Promise.resolve())
          done.set(name, (done.get(name) ?? 0) + 1)
        } catch (err) {
          if (!(err instanceof CallFailed)) throw err
          refused.set(err.failure, (refused.get(err.failure) ?? 0) + 1)
        }
        for (const checked of new Set([orderId, ...touched])) {
          const wrong = await ledgerErrors(tx, checked)
          if (wrong.length > 0) expect.fail(`step ${at}, ${name} of order ${checked}: ${JSON.stringify(wrong)}`)
        }
        touched.clear()
      }
    })
  }
  expect(Object.keys(stepsByName).filter((name) => (done.get(name) ?? 0) < 50)).toEqual([])
  expect(refused.get('refundTooMuch') ?? 0).toBeGreaterThan(10)
  const [all] = await app.db.select({ sum: sql<string>`sum(${ledgerEntries.amount})::text` }).from(ledgerEntries)
  expect(all).toMatchObject({ sum: '0' })
})
