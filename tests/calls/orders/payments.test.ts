import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { bankAccounts } from '../../../src/db/tables/accounts.ts'
import { contentOf, failureOf } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { at } from '../../support/scenes/orders/cart.ts'
import {
  confirm,
  demandOrder,
  lineOf,
  linesOf,
  open,
  orderRow,
  paymentRow,
  voucherOf,
} from '../../support/scenes/orders/pay.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')

describe('payment information', () => {
  test('returns the lines, the payee account, the methods, and why a line cannot be paid', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    const info = contentOf(await buyer.api.orders.paymentInfo({ orderId }))
    expect(info.payables.map(({ open: rest, blocker }) => [rest, blocker])).toEqual([
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
    expect(before.payables.map(({ blocker }) => blocker)).toEqual(['unconfirmed', 'unconfirmed', 'unconfirmed'])
  })

  test('returns 404 for others', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    expect(failureOf(await other.api.orders.paymentInfo({ orderId }))).toBe('notFound')
    expect(failureOf(await seller.api.orders.paymentInfo({ orderId }))).toBe('notFound')
    expect(failureOf(await buyer.api.orders.paymentInfo({ groupId: missingId }))).toBe('notFound')
    expect(failureOf(await buyer.api.orders.paymentInfo({}))).toBe('invalidInput')
  })
})

test('several orders are paid together online; those of other companies are left out', async () => {
  const own = [await demandOrder(app, buyer, seller), await demandOrder(app, buyer, seller3)]
  const foreign = await demandOrder(app, other, seller)
  const { payables } = contentOf(await buyer.api.orders.paymentInfo({ orderIds: [...own, foreign] }))
  expect([...new Set(payables.map(({ orderId }) => orderId))]).toEqual(own)
  expect(failureOf(await buyer.api.orders.paymentInfo({ orderIds: [foreign] }))).toBe('notFound')
  expect(failureOf(await buyer.api.orders.paymentInfo({ orderIds: own, orderId: own[0] ?? 0 }))).toBe('invalidInput')
  const first = own.map((orderId) => payables.find((line) => line.orderId === orderId)?.lineId ?? 0)
  expect(failureOf(await open(buyer, first))).toBe('severalPayees')
  const { payment, url } = contentOf(await open(buyer, first, 'demo'))
  expect(payment.amount).toBe(600_000)
  // The gateway leads back to the page of these orders.
  const [ticket = ''] = new URL(url ?? '').searchParams.get('ticket')?.split('.') ?? []
  expect(Buffer.from(ticket, 'base64url').toString()).toContain(`/shop/payOrder?orders=${own.join('%2C')}`)
})

describe('opening a payment', () => {
  test('gives a transfer its remark code and a week; repeating it returns the same payment', async () => {
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

  test('another method for the same lines closes the previous payment', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    const [first, second] = await linesOf(app, orderId)
    const bank = contentOf(await open(buyer, [first?.id ?? 0])).payment
    const online = contentOf(await open(buyer, [first?.id ?? 0, second?.id ?? 0], 'demo'))
    expect(online.payment.amount).toBe(750_000)
    expect(online.url).toContain('/demo/pay')
    expect((await paymentRow(app, bank.paymentId)).status).toBe('closed')
    expect(failureOf(await confirm(buyer, bank.paymentId, await voucherOf(buyer)))).toBe('paymentOver')
  })

  test('refuses lines of others, several payees, a missing account, unconfirmed orders and disabled methods', async () => {
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
