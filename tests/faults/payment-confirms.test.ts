import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ledgerMovements, payments } from '../../src/db/tables/payments.ts'
import { contentOf, failureOf } from '../support/client.ts'
import { newKey } from '../support/sentinels.ts'
import {
  accept,
  book,
  confirm,
  demandOrder,
  expectBooksAgree,
  lineOf,
  open,
  orderRow,
  submitted,
  voucherOf,
} from '../support/scenes/orders/pay.ts'
import { appForFile, clientForFile } from '../support/fixtures.ts'

/** Quality figure 3. PGlite serialises transactions; with DATABASE_URL the races run on PostgreSQL. */
const parallel = 200

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')

const tally = (names: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]))
const times = <T>(count: number, one: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => one(at)))
const receipts = (orderId: number) => app.db.select().from(ledgerMovements).where(eq(ledgerMovements.orderId, orderId))

test(`${parallel} parallel verdicts with one key and with new keys book one payment`, async () => {
  const orderId = await demandOrder(app, buyer, seller)
  const paymentId = await submitted(app, buyer, orderId)
  const key = newKey()
  const answers = await times(parallel, (at) => accept(seller, paymentId, 300_000, at % 2 === 0 ? key : newKey()))
  const names = tally(answers.map(failureOf))
  // Exactly one verdict succeeds: with the shared key, or with another one.
  const given = names.none ?? 0
  expect([1, parallel / 2]).toContain(given)
  expect(names.stepNotAllowed).toBe(parallel - given)
  expect(failureOf(await accept(seller, paymentId, 299_999, key))).toBe(given === 1 ? 'stepNotAllowed' : 'keyReused')
  expect(await lineOf(app, orderId)).toMatchObject({ status: 'confirmed', paid: 300_000 })
  expect((await receipts(orderId)).map(({ kind }) => kind).toSorted()).toEqual(['received', 'settled'])
  await expectBooksAgree(app, [orderId])
})

test('refuses the same key with another amount', async () => {
  const orderId = await demandOrder(app, buyer, seller)
  const paymentId = await submitted(app, buyer, orderId)
  const key = newKey()
  contentOf(await accept(seller, paymentId, 300_000, key))
  const answers = await times(20, (at) => accept(seller, paymentId, 300_001 + at, key))
  expect(tally(answers.map(failureOf))).toEqual({ keyReused: 20 })
  expect((await lineOf(app, orderId)).paid).toBe(300_000)
})

test(`${parallel} parallel vouchers with one key and with new keys are saved once`, async () => {
  const orderId = await demandOrder(app, buyer, seller)
  const { payment } = contentOf(await open(buyer, [(await lineOf(app, orderId)).id]))
  const voucherId = await voucherOf(buyer)
  const key = newKey()
  const answers = await times(parallel, (at) =>
    confirm(buyer, payment.paymentId, voucherId, at % 2 === 0 ? key : newKey()),
  )
  const names = tally(answers.map(failureOf))
  const given = names.none ?? 0
  expect([1, parallel / 2]).toContain(given)
  expect(names.stepNotAllowed).toBe(parallel - given)
  expect((await lineOf(app, orderId)).status).toBe('submitted')
})

test(`${parallel} parallel callbacks of a gateway for one trade book it once`, async () => {
  const orderId = await demandOrder(app, buyer, seller)
  const { payment } = contentOf(await open(buyer, [(await lineOf(app, orderId)).id], 'demo'))
  const answers = await times(parallel, () => book(app, payment.paymentNo, 300_000, 'one trade'))
  expect(tally(answers)).toEqual({ booked: 1, repeated: parallel - 1 })
  expect(await lineOf(app, orderId)).toMatchObject({ status: 'confirmed', paid: 300_000 })
  await expectBooksAgree(app, [orderId])
})

test('concurrent payments, vouchers, verdicts, cancellations and callbacks keep the ledger balanced', async () => {
  for (let round = 0; round < 3; round += 1) {
    const orderId = await demandOrder(app, buyer, seller)
    const line = await lineOf(app, orderId)
    const online = contentOf(await open(buyer, [line.id], 'demo')).payment
    const transfer = contentOf(await open(buyer, [line.id])).payment
    const voucherId = await voucherOf(buyer)
    const answers = await times(40, async (at) => {
      if (at % 5 === 0) return void (await book(app, online.paymentNo, 300_000, `trade ${round}`))
      if (at % 5 === 1) return failureOf(await confirm(buyer, transfer.paymentId, voucherId))
      if (at % 5 === 2) return failureOf(await accept(seller, transfer.paymentId, 300_000))
      if (at % 5 === 3) return failureOf(await buyer.api.orders.paymentClose({ paymentId: transfer.paymentId }))
      return failureOf(await open(buyer, [line.id]))
    })
    expect(answers.filter((name) => name === 'serverError' || name === 'unknown')).toEqual([])
    const rows = await app.db
      .select()
      .from(payments)
      .where(eq(payments.companyId, (await orderRow(app, orderId)).buyerCompanyId))
    const own = rows.filter(({ id }) => id === online.paymentId || id >= transfer.paymentId)
    const came = own.reduce((sum, { received }) => sum + (received ?? 0), 0)
    expect((await lineOf(app, orderId)).paid).toBe(came)
    expect(came === 300_000 || came === 600_000).toBe(true)
    await expectBooksAgree(app, [orderId])
  }
})
