import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bankAccounts } from '../../../src/db/tables/accounts.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { at } from './cart-scene.ts'
import { confirm, demandOrder, lineOf, linesOf, open, orderRow, paymentRow, voucherOf } from './pay-scene.ts'

let app: TestApp
let buyer: Client
let other: Client
let seller: Client
let seller3: Client
beforeAll(async () => {
  app = await startApp()
  buyer = await as(app, 'buyer')
  other = await as(app, 'buyer2')
  seller = await as(app, 'seller')
  seller3 = await as(app, 'seller3')
})
afterAll(() => app.close())

describe('what is to be paid', () => {
  test('names the lines, the account, the ways, and why a line cannot be paid', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    const info = contentOf(await buyer.api.orders.paymentInfo({ orderId }))
    expect(info.payables.map(({ open: rest, barrier }) => [rest, barrier])).toEqual([
      [300_000, null],
      [450_000, null],
      [250_001, null],
    ])
    expect(info.payees.length).toBe(1)
    expect(info.payees[0]?.account?.accountNo).toMatch(/\d{6,}/)
    expect(info.methods.map(({ method, enabled }) => [method, enabled])).toEqual([
      ['bank', true],
      ['alipay', false],
      ['wechat', false],
      ['demo', true],
    ])
    const waiting = await demandOrder(app, buyer, seller, { confirmed: false })
    const before = contentOf(await buyer.api.orders.paymentInfo({ orderId: waiting }))
    expect(before.payables.map(({ barrier }) => barrier)).toEqual(['unconfirmed', 'unconfirmed', 'unconfirmed'])
  })

  test('is nobody else’s to see', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    expect(failureOf(await other.api.orders.paymentInfo({ orderId }))).toBe('notFound')
    expect(failureOf(await seller.api.orders.paymentInfo({ orderId }))).toBe('notFound')
    expect(failureOf(await buyer.api.orders.paymentInfo({ groupId: missingId }))).toBe('notFound')
    expect(failureOf(await buyer.api.orders.paymentInfo({}))).toBe('invalidInput')
  })
})

describe('opening a payment', () => {
  test('gives a transfer its remark code and a week; the same again is the same one', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    const line = await lineOf(app, orderId)
    const { payment, url, qr } = contentOf(await open(buyer, [line.id]))
    expect(payment).toMatchObject({ method: 'bank', status: 'open', amount: 300_000, received: null })
    expect(payment.remarkCode).toMatch(/^[A-HJ-NP-Z2-9]{6}$/)
    expect([url, qr]).toEqual([null, null])
    const days = (Date.parse(payment.expiresAt) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThanOrEqual(7)
    expect(contentOf(await open(buyer, [line.id])).payment.paymentId).toBe(payment.paymentId)
    const both = await Promise.all([1, 2, 3, 4].map(() => open(buyer, [line.id])))
    expect(new Set(both.map((answer) => contentOf(answer).payment.paymentId))).toEqual(new Set([payment.paymentId]))
  })

  test('another way to pay the same closes the one before', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    const [first, second] = await linesOf(app, orderId)
    const bank = contentOf(await open(buyer, [first?.id ?? 0])).payment
    const online = contentOf(await open(buyer, [first?.id ?? 0, second?.id ?? 0], 'demo'))
    expect(online.payment.amount).toBe(750_000)
    expect(online.url).toContain('/demo/pay')
    expect((await paymentRow(app, bank.paymentId)).status).toBe('closed')
    expect(failureOf(await confirm(buyer, bank.paymentId, await voucherOf(buyer)))).toBe('paymentOver')
  })

  test('is refused where it cannot be: another’s line, several payees, no account, not confirmed, way not open', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    const line = await lineOf(app, orderId)
    expect(failureOf(await open(other, [line.id]))).toBe('notFound')
    expect(failureOf(await open(buyer, [line.id, missingId]))).toBe('notFound')
    expect(failureOf(await open(buyer, [line.id, line.id]))).toBe('invalidInput')
    expect(failureOf(await open(buyer, [line.id], 'alipay'))).toBe('methodOff')
    const second = await demandOrder(app, buyer, seller3)
    expect(failureOf(await open(buyer, [line.id, (await lineOf(app, second)).id]))).toBe('severalPayees')
    const early = await demandOrder(app, buyer, seller, { confirmed: false })
    expect(failureOf(await open(buyer, [(await lineOf(app, early)).id]))).toBe('stepNotAllowed')
    const { sellerCompanyId } = await orderRow(app, second)
    const kept = await app.db.delete(bankAccounts).where(eq(bankAccounts.companyId, sellerCompanyId)).returning()
    expect(failureOf(await open(buyer, [(await lineOf(app, second)).id]))).toBe('payeeMissing')
    await app.db.insert(bankAccounts).values(at(kept, 0))
  })
})
