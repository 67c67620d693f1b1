import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { CallFailed } from '../../src/contract/failures.ts'
import type { Db } from '../../src/db/open.ts'
import { orders, paymentLines } from '../../src/db/tables/orders.ts'
import { ledgerEntries, paymentParts, payments, refunds } from '../../src/db/tables/payments.ts'
import { findOrCreateAttempt } from '../../src/server/orders/payments/payment-attempt.ts'
import { bookGatewayPayment } from '../../src/server/orders/payments/book-gateway-payment.ts'
import { closeAttempt, closePayments } from '../../src/server/orders/payments/close-payments.ts'
import { movePaymentLine } from '../../src/server/orders/payments/move-payment-line.ts'
import { lockOrders, lockPayment } from '../../src/server/orders/payments/payment-locks.ts'
import { reverseConfirmedReceipt } from '../../src/server/orders/payments/payment-verdict.ts'
import { receivePayment } from '../../src/server/orders/payments/receive-payment.ts'
import { finishRefund } from '../../src/server/orders/refunds/finish-refund.ts'
import { revertLines } from '../../src/server/orders/refunds/revert-lines.ts'
import { createRefunds } from '../../src/server/orders/refunds/create-refunds.ts'
import { moveRefund } from '../../src/server/orders/refunds/refunds.ts'
import { refundOrder } from '../../src/server/orders/refunds/refund-order.ts'
import { loadRefundable } from '../../src/server/orders/refunds/refundable.ts'
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
  refund: async (tx, orderId) => {
    const [order] = await lockOrders(tx, [orderId])
    const room = await loadRefundable(tx, orderId)
    const all = room.parts.reduce((sum, part) => sum + part.room, 0)
    if (order === undefined) return
    const asked = roll(2) === 0
    await createRefunds(tx, silentContext(), order, {
      refundable: room,
      amount: 1 + roll(all + 1),
      reason: '随机',
      event: asked ? 'ask' : 'give',
      status: asked ? 'requested' : 'pending',
      by: { side: asked ? 'buyer' : 'seller' },
    })
  },
  answer: async (tx, orderId) => {
    const [order] = await lockOrders(tx, [orderId])
    const rows = await tx.select().from(refunds).where(eq(refunds.orderId, orderId))
    const asked = pick(rows.filter(({ status }) => status === 'requested'))
    if (asked === undefined || order === undefined) return
    const event = pick(['agree', 'refuse', 'withdraw'] as const) ?? 'agree'
    const moved = await moveRefund(tx, asked, event, { side: event === 'withdraw' ? 'buyer' : 'seller' })
    if (event === 'agree') await revertLines(tx, [moved], { side: 'seller' })
  },
  goBack: async (tx, orderId) => {
    const [order] = await lockOrders(tx, [orderId])
    const rows = await tx.select().from(refunds).where(eq(refunds.orderId, orderId))
    // Sometimes one that is not pending, which must be refused.
    const one = pick(roll(10) === 0 ? rows : rows.filter(({ status }) => status === 'pending'))
    if (one === undefined || order === undefined) return
    await finishRefund(tx, silentContext(), order, one.id, { side: 'system' }, { tradeNo: `back ${trades++}` })
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
  'goBack',
  'goBack',
  'end',
]

test(`${steps} random steps keep the ledger consistent after each`, { timeout: 900_000 }, async () => {
  const [some] = await app.db.select().from(orders).limit(1)
  if (some === undefined) throw new Error('The demo has orders')
  ;[buyerId, sellerId, userId] = [some.buyerCompanyId, some.sellerCompanyId, some.buyerUserId]
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
        const wrong = await ledgerErrors(tx, orderId)
        if (wrong.length > 0) expect.fail(`step ${at}, ${name} of order ${orderId}: ${JSON.stringify(wrong)}`)
      }
    })
  }
  expect(Object.keys(stepsByName).filter((name) => (done.get(name) ?? 0) < 50)).toEqual([])
  expect(refused.get('refundTooMuch') ?? 0).toBeGreaterThan(10)
  const [all] = await app.db.select({ sum: sql<string>`sum(${ledgerEntries.amount})::text` }).from(ledgerEntries)
  expect(all).toMatchObject({ sum: '0' })
})
