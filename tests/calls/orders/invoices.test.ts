import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { invoiceDetails } from '../../../src/db/tables/accounts.ts'
import { operationLogs } from '../../../src/db/tables/operations.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { completedOrder, confirmedOrder, orderTotal, setPaid } from '../../support/scenes/orders/completed.ts'
import { ask, issue } from '../../support/scenes/orders/invoice.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const sub = clientForFile(app, 'sub')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')

const asked = async (orderId: number, amount: number) => contentOf(await ask(buyer, orderId, amount)).invoice.invoiceId
const openOf = async (orderId: number) => contentOf(await buyer.api.orders.buyerInvoices({ orderId })).open

describe('invoiceRequest', () => {
  test('requests the paid amount with the company’s invoice details, and notifies the supplier', async () => {
    const send = vi.spyOn(app.runtime.push, 'send')
    const orderId = await completedOrder(app, buyer, seller)
    const { invoice } = contentOf(await ask(buyer, orderId, 400_000, 'special'))
    const saved = contentOf(await buyer.api.accounts.invoice({}))
    expect(invoice).toMatchObject({ amount: 400_000, status: 'requested', fileUrl: null, invoiceNo: '' })
    expect(invoice.details).toMatchObject({ kind: 'special', title: saved.title, taxNo: saved.taxNo })
    expect(invoice.history.map(({ event, toStatus }) => [event, toStatus])).toEqual([['request', 'requested']])
    expect(await openOf(orderId)).toBe(orderTotal - 400_000)
    const seen = contentOf(await seller.api.orders.sellerOrderInvoices({ orderId }))
    expect(seen.data).toMatchObject([{ invoiceId: invoice.invoiceId, status: 'requested' }])
    expect(seen.data[0]?.otherName).not.toBe(invoice.otherName)
    expect(send.mock.calls.some(([, message]) => JSON.stringify(message).includes('收到开票申请'))).toBe(true)
    send.mockRestore()
  })

  test('creates one request per key, and never for more than the open amount', async () => {
    const orderId = await completedOrder(app, buyer, seller)
    const key = newKey()
    const [first, second] = [
      await ask(buyer, orderId, 600_000, 'normal', key),
      await ask(buyer, orderId, 600_000, 'normal', key),
    ]
    expect(contentOf(second)).toEqual(contentOf(first))
    expect(failureOf(await ask(buyer, orderId, 400_002))).toBe('invoiceTooMuch')
    expect(failureOf(await ask(buyer, orderId, 400_001))).toBe('none')
    expect(fieldsWithErrors(await ask(buyer, orderId, 0))).toEqual(['amount'])
  })

  test('ten parallel requests do not exceed the paid amount', async () => {
    const orderId = await completedOrder(app, buyer, seller)
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(buyer, orderId, 300_000)))
    const names = answers.map(failureOf)
    expect(names.filter((name) => name === 'none')).toHaveLength(3)
    expect(names.filter((name) => name === 'invoiceTooMuch')).toHaveLength(7)
    expect(await openOf(orderId)).toBe(orderTotal - 900_000)
  })

  test('refuses unpaid, overpaid and unconfirmed orders', async () => {
    const orderId = await confirmedOrder(app, buyer, seller)
    expect(failureOf(await ask(buyer, orderId, 1))).toBe('invoiceTooMuch')
    await setPaid(app, orderId, orderTotal + 500)
    expect(await openOf(orderId)).toBe(orderTotal)
    await app.db.update(orders).set({ status: 'pending_confirm' }).where(eq(orders.id, orderId))
    expect(await openOf(orderId)).toBe(0)
    expect(failureOf(await ask(buyer, orderId, 1))).toBe('invoiceTooMuch')
  })

  test('requires complete invoice details, all of them for a 专票', async () => {
    const orderId = await completedOrder(app, buyer, seller)
    const { companyId = 0 } =
      (await app.db.select({ companyId: orders.buyerCompanyId }).from(orders).where(eq(orders.id, orderId)))[0] ?? {}
    const [kept] = await app.db.select().from(invoiceDetails).where(eq(invoiceDetails.companyId, companyId))
    if (kept === undefined) throw new Error('The buyer has no details')
    await app.db.update(invoiceDetails).set({ bankAccount: '' }).where(eq(invoiceDetails.companyId, companyId))
    expect(failureOf(await ask(buyer, orderId, 100, 'special'))).toBe('invoiceMissing')
    expect(failureOf(await ask(buyer, orderId, 100, 'normal'))).toBe('none')
    await app.db.delete(invoiceDetails).where(eq(invoiceDetails.companyId, companyId))
    expect(failureOf(await ask(buyer, orderId, 100, 'normal'))).toBe('invoiceMissing')
    await app.db.insert(invoiceDetails).values(kept)
  })

  test('is available to the buyer only', async () => {
    const orderId = await completedOrder(app, buyer, seller)
    for (const [client, failure] of [
      [other, 'notFound'],
      [seller, 'notFound'],
      [sub, 'forbidden'],
      [visitor(app), 'sessionInvalid'],
    ] as const) {
      expect(failureOf(await ask(client, orderId, 100))).toBe(failure)
      expect(failureOf(await client.api.orders.buyerInvoices({ orderId }))).toBe(failure)
    }
    expect(failureOf(await ask(buyer, missingId, 100))).toBe('notFound')
  })
})

test('a pending request can be withdrawn', async () => {
  const orderId = await completedOrder(app, buyer, seller)
  const invoiceId = await asked(orderId, orderTotal)
  expect(contentOf(await buyer.api.orders.invoiceWithdraw({ invoiceId })).invoice.status).toBe('withdrawn')
  expect(await openOf(orderId)).toBe(orderTotal)
  expect(failureOf(await buyer.api.orders.invoiceWithdraw({ invoiceId }))).toBe('stepNotAllowed')
  expect(failureOf(await issue(seller, invoiceId))).toBe('stepNotAllowed')
})

test('sellerInvoices lists pending ones first, filters by state and keyword, with counts', async () => {
  const orderId = await completedOrder(app, buyer, seller)
  const [issued, waiting] = [await asked(orderId, 1_000), await asked(orderId, 2_000)]
  contentOf(await issue(seller, issued))
  const { orderNo } = contentOf(await seller.api.orders.sellerOrder({ orderId }))
  const found = contentOf(await seller.api.orders.sellerInvoices({ keyword: orderNo }))
  expect(found).toMatchObject({ total: 2, counts: { requested: 1, issued: 1 } })
  expect(found.data.map(({ invoiceId }) => invoiceId)).toEqual([waiting, issued])
  const all = contentOf(await seller.api.orders.sellerInvoices({ pageSize: 100 })).data.map(({ status }) => status)
  expect(all.lastIndexOf('requested')).toBeLessThan(all.findIndex((status) => status !== 'requested'))
  expect(contentOf(await seller.api.orders.sellerInvoices({ keyword: orderNo, status: 'issued' })).total).toBe(1)
  expect(contentOf(await seller3.api.orders.sellerInvoices({ keyword: orderNo })).total).toBe(0)
})

test('steps are in the operation log', async () => {
  const orderId = await completedOrder(app, buyer, seller)
  contentOf(await issue(seller, await asked(orderId, 1_000)))
  const { orderNo } = contentOf(await seller.api.orders.sellerOrder({ orderId }))
  const logged = await app.db.select().from(operationLogs)
  const lines = logged.filter(({ detail }) => detail.startsWith(orderNo)).map(({ detail }) => detail)
  expect(lines).toEqual(expect.arrayContaining([orderNo, `${orderNo}，开票`]))
})
