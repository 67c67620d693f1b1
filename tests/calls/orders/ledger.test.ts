import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { orders } from '../../../src/db/tables/orders.ts'
import { ledgerEntries, ledgerMovements, paymentParts, payments } from '../../../src/db/tables/payments.ts'
import type { LedgerAccount } from '../../../src/domain/orders/ledger.ts'
import { contentOf } from '../../support/client.ts'
import {
  book,
  clock,
  demandOrder,
  expectBooksAgree,
  lineOf,
  linesOf,
  open,
  paymentRow,
} from '../../support/scenes/orders/pay.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')

/** Error message of the database, from anywhere in the cause chain. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const thrown: unknown = await work.then(
    () => undefined,
    (err: unknown) => err,
  )
  for (let at = thrown; at instanceof Error; at = at.cause) {
    if (/does not balance|only added to/.test(at.message)) return at.message
  }
  return 'none'
}

async function onlinePayment(seqs: readonly number[] = [1]) {
  const orderId = await demandOrder(app, buyer, seller)
  const ids: number[] = []
  for (const seq of seqs) ids.push((await lineOf(app, orderId, seq)).id)
  return { orderId, payment: contentOf(await open(buyer, ids, 'demo')).payment }
}

describe('the database', () => {
  test('has a balanced ledger of the demo data', async () => {
    const all = await app.db.select({ id: orders.id }).from(orders)
    await expectBooksAgree(
      app,
      all.map(({ id }) => id),
    )
    const [count] = await app.db.select({ count: sql<number>`count(*)::int` }).from(ledgerMovements)
    expect(count?.count).toBeGreaterThan(20)
  })

  test('rejects a movement that does not sum to zero, or has no entries', async () => {
    const { orderId, payment } = await onlinePayment()
    const [part] = await app.db.select().from(paymentParts).where(eq(paymentParts.paymentId, payment.paymentId))
    const write = (amounts: readonly number[]) =>
      app.db.transaction(async (tx) => {
        const [movement] = await tx
          .insert(ledgerMovements)
          .values({ kind: 'received', orderId, partId: part?.id ?? 0 })
          .returning()
        const accounts = ['bank', 'alipay', 'wechat'] as const
        const entries = amounts.map((amount, at) => {
          const account: LedgerAccount = accounts[at] ?? 'demo'
          return { movementId: movement?.id ?? 0, amount, account }
        })
        if (entries.length > 0) await tx.insert(ledgerEntries).values(entries)
      })
    expect(await refusal(write([100, -99]))).toContain('does not balance')
    expect(await refusal(write([]))).toContain('does not balance')
    expect(await refusal(write([100]))).toContain('does not balance')
    expect(await refusal(write([100, -40, -60]))).toBe('none')
  })

  test('rejects updates and deletions of ledger rows', async () => {
    expect(await refusal(app.db.update(ledgerEntries).set({ amount: 1 }))).toContain('only added to')
    expect(await refusal(app.db.delete(ledgerEntries))).toContain('only added to')
    expect(await refusal(app.db.delete(ledgerMovements))).toContain('only added to')
    expect(await refusal(app.db.execute(sql`truncate ledger_entries, ledger_movements`))).toContain('only added to')
  })
})

describe('money of a gateway', () => {
  test('is booked once per trade, also for repeated callbacks', async () => {
    const { orderId, payment } = await onlinePayment([1, 2])
    expect(await book(app, payment.paymentNo, 750_000, 'T1')).toBe('booked')
    expect(await book(app, payment.paymentNo, 750_000, 'T1')).toBe('repeated')
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ status: 'confirmed', received: 750_000 })
    expect((await linesOf(app, orderId)).map(({ status }) => status)).toEqual(['confirmed', 'confirmed', 'scheduled'])
    expect(contentOf(await buyer.api.orders.paymentState({ paymentId: payment.paymentId })).status).toBe('confirmed')
    await expectBooksAgree(app, [orderId])
  })

  test('for an unknown payment changes nothing', async () => {
    expect(await book(app, 'P209901010001', 100)).toBe('unknown')
    const orderId = await demandOrder(app, buyer, seller)
    const bank = contentOf(await open(buyer, [(await lineOf(app, orderId)).id])).payment
    expect(await book(app, bank.paymentNo, 300_000)).toBe('unknown')
    expect((await lineOf(app, orderId)).paid).toBe(0)
  })

  test('from a second trade for the same payment is booked as surplus of the buyer', async () => {
    const { orderId, payment } = await onlinePayment()
    expect(await book(app, payment.paymentNo, 300_000, 'A1')).toBe('booked')
    expect(await book(app, payment.paymentNo, 300_000, 'A2')).toBe('booked')
    expect(await book(app, payment.paymentNo, 300_000, 'A2')).toBe('repeated')
    expect(await lineOf(app, orderId)).toMatchObject({ status: 'confirmed', paid: 600_000 })
    const { refundable } = contentOf(await buyer.api.orders.buyerRefunds({ orderId }))
    expect(refundable).toMatchObject([{ amount: 600_000 }])
    await expectBooksAgree(app, [orderId])
  })

  test('received after its attempt was closed is booked', async () => {
    const { orderId, payment } = await onlinePayment()
    contentOf(await open(buyer, [(await lineOf(app, orderId)).id]))
    expect((await paymentRow(app, payment.paymentId)).status).toBe('closed')
    expect(await book(app, payment.paymentNo, 300_000)).toBe('booked')
    expect(await lineOf(app, orderId)).toMatchObject({ status: 'confirmed', paid: 300_000 })
    await expectBooksAgree(app, [orderId])
  })

  test('without a callback is found by a query before its attempt is closed', async () => {
    const { orderId, payment } = await onlinePayment()
    const { pay } = app.runtime.providers
    const { demo } = pay
    if (demo === undefined) throw new Error('The demo has its gateway')
    const quiet = await onlinePayment()
    for (const { paymentId } of [payment, quiet.payment]) {
      const expiresAt = new Date(Date.now() - 1000)
      await app.db.update(payments).set({ expiresAt }).where(eq(payments.id, paymentId))
    }
    const query: typeof demo.query = async (paymentNo) =>
      paymentNo === payment.paymentNo
        ? { state: 'paid', tradeNo: 'Q1', amount: 300_000, paidAt: new Date() }
        : { state: 'unknown' }
    const told = { ...app.runtime.providers, pay: { ...pay, demo: { ...demo, query } } }
    const with_ = { ...app, runtime: { ...app.runtime, providers: told } }
    await clock(with_)
    await clock(with_)
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ status: 'confirmed', received: 300_000 })
    expect((await lineOf(app, orderId)).paid).toBe(300_000)
    expect((await paymentRow(app, quiet.payment.paymentId)).status).toBe('closed')
    await expectBooksAgree(app, [orderId, quiet.orderId])
  })
})
